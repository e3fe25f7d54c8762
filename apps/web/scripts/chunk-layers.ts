import type { Plugin, Rolldown } from 'vite';

type Graph = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>;

/** Used by this many screens or more: fetched with the first screen after Home. */
const MANY = 8;
/** A screen with less code of its own than this, in characters, is no file of its own. */
const LITTLE_CODE = 16_000;

const VENDOR =
  /node_modules\/((react|react-dom|scheduler|zod)|@tanstack\/(history|query-core|react-query|react-router|react-store|router-core|store))\//;
/** What the bundler adds for itself. */
const RUNTIME = /vite\/preload-helper/;
/** Home, the tour that a first visit begins with, and the timer that may be running on every page. */
const HOME = /\/src\/(areas\/home\/home-page|parts\/tour\/tour-window|areas\/time\/timer\/timer-chip)\.tsx$/;
/** The lists people begin their day with. */
const LISTS =
  /\/src\/areas\/(jobs\/(dashboard\/jobs-page|job\/job-search|quote\/quote-search)|clients\/\w+\/(client|contact)-search)\.tsx$/;
/** Stands there within a second, with nothing of other screens to run before: what it shares with them lies apart in each layer. */
const MAP = /\/src\/(areas\/places\/map\/map-page|parts\/map\/map-canvas)\.tsx$/;
const MAIN = /\/src\/main\.tsx$/;
const ICONS = /\/src\/parts\/icon\/icons-later\.generated\.ts$/;
const GEODESY = /node_modules\/(proj4|mgrs|wkt-parser)\//;
const DEVICE = /node_modules\/dexie\/|\/packages\/sync\/|\/src\/field\/(device|sync)\//;

/** The layers, lowest first. */
const LAYERS = ['vendor', 'frame', 'lists-map', 'lists', 'parts-map', 'parts', 'areas', 'overlays', 'geodesy', 'device'] as const;
type Layer = (typeof LAYERS)[number];
/** What Home and the first lists run as soon as it is there. */
const FIRST_LAYERS: readonly string[] = ['vendor', 'frame', 'lists-map', 'lists'] satisfies Layer[];
/** Chromium then compiles all of a file while it comes, off the main thread, instead of each function when it is first called. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Joins modules into a few files: on a phone's network each request waits a sixth of a second, and six run at a time.
 *
 * A layer holds its modules together with whatever they import that is in no lower layer, so that no two files import each other. From
 * the lowest: what seldom changes; what Home needs; what the first lists need; what many screens need; what the remaining screens share, with those screens that
 * have little code of their own; what opens over any page; geodesy; the store of a tablet. Large screens stay files of their own, and so
 * does the staff panel, which tablets do not store.
 */
export function createChunkLayers() {
  let layers = new Map<string, Layer>();
  const plugin: Plugin = {
    name: 'chunk-layers',
    apply: 'build',
    buildEnd(error) {
      if (!error) layers = assignLayers(this);
    },
    generateBundle: {
      // After Vite has put its list of files to preload at the beginning, where the hint has to stand.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && FIRST_LAYERS.includes(file.name)) file.code = COMPILE_HINT + file.code;
      },
    },
  };
  const layerOf = (id: string) => (RUNTIME.test(id) ? 'vendor' : layers.get(id));
  const groups = LAYERS.map((name, at) => ({ name, test: (id: string) => layerOf(id) === name, priority: LAYERS.length - at }));
  return { plugin, groups };
}

export function isStaff(id: string): boolean {
  return id.includes('/web/src/staff/');
}

function assignLayers(graph: Graph): Map<string, Layer> {
  const ids = [...graph.getModuleIds()];
  const layers = new Map<string, Layer>();
  // Each is copied out of the bundler when it is asked for: once per module, or this takes longer than the build.
  const known = new Map(ids.map((id) => [id, describeModule(graph, id)]));
  /** A module and everything it imports statically. */
  const withImports = (roots: Iterable<string>): Set<string> => {
    const found = new Set<string>();
    const queue = [...roots];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      queue.push(...(known.get(id)?.imports ?? []));
    }
    return found;
  };
  const put = (layer: Layer, found: Iterable<string>) => {
    for (const id of found) if (!layers.has(id)) layers.set(id, layer);
  };
  const named = (pattern: RegExp): string[] => {
    const found = ids.filter((id) => pattern.test(id));
    if (found.length === 0) throw new Error(`No module of the web app matches ${pattern}: correct scripts/chunk-layers.ts.`);
    return found;
  };
  const main = named(MAIN);

  put('vendor', withImports(named(VENDOR)));
  put('frame', withImports([...main, ...named(HOME)]));

  const onMap = withImports(named(MAP));
  const ofMap = (found: Iterable<string>) => [...found].filter((id) => onMap.has(id));
  const lists = withImports(named(LISTS));
  // Every page but Home waits for the icons.
  put('lists-map', [...ofMap(lists), ...named(ICONS)]);
  put('lists', lists);

  const opened = [...known.values()].flatMap(({ opens }) => opens);
  const screens = [...new Set(opened)].filter((id) => !isStaff(id));
  const users = new Map<string, string[]>();
  for (const screen of screens) for (const id of withImports([screen])) users.set(id, [...(users.get(id) ?? []), screen]);
  const sharedBy = (count: number) => ids.filter((id) => (users.get(id)?.length ?? 0) >= count);
  // What needs geodesy or the store of a tablet must not bring them to every other screen.
  const isApart = (id: string) => [...withImports([id])].some((one) => GEODESY.test(one) || DEVICE.test(one));
  const shared = sharedBy(2).filter((id) => !isApart(id));
  put('parts-map', ofMap([...sharedBy(MANY), ...shared]));
  put('parts', sharedBy(MANY));
  put('areas', shared);
  const ownOf = (screen: string) => [...withImports([screen])].filter((id) => !layers.has(id));
  const isSmall = (screen: string) => ownOf(screen).reduce((sum, id) => sum + (known.get(id)?.length ?? 0), 0) < LITTLE_CODE;
  const joined = screens.filter((screen) => !isApart(screen));
  // Opened by what Home consists of, and no page of its own: a menu, the palette, a question.
  const isOverlay = (screen: string) =>
    known.get(screen)?.openers.some((id) => layers.get(id) === 'frame' && !/\/route-table\.ts$/.test(id));
  const overlays = joined.filter(isOverlay);
  const small = joined.filter((screen) => !overlays.includes(screen) && isSmall(screen));
  put('areas', small.flatMap(ownOf));
  put('overlays', overlays.flatMap(ownOf));
  put('geodesy', withImports(named(GEODESY)));
  put('device', withImports(named(DEVICE)));

  // The page itself stays the file that its HTML names.
  for (const id of main) layers.delete(id);
  return layers;
}

function describeModule(graph: Graph, id: string) {
  const info = graph.getModuleInfo(id);
  return {
    imports: info?.importedIds ?? [],
    opens: info?.dynamicallyImportedIds ?? [],
    openers: info?.dynamicImporters ?? [],
    length: info?.code?.length ?? 0,
  };
}
