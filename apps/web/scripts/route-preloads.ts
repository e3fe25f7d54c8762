import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

type Row = { path: string; tabs?: readonly string[]; screen?: () => Promise<unknown> };

const SRC = join(import.meta.dirname, '../src');
/** What a page opens by itself as soon as it is there. */
const OPENED: Readonly<Record<string, readonly string[]>> = { '/map': [join(SRC, 'parts/map/map-canvas.tsx')] };

/**
 * Writes preload.json: the scripts that index.html names, and for each page of the route table what it needs besides them. The server
 * announces them with the page, so that they are fetched together with the first ones and not after these have run.
 */
export function routePreloads(): Plugin {
  return {
    name: 'route-preloads',
    apply: 'build',
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const { ROUTE_ROWS } = (await import(pathToFileURL(join(SRC, 'app/routes/route-table.ts')).href)) as { ROUTE_ROWS: readonly Row[] };
      const main = chunkOf(chunks, join(SRC, 'main.tsx'));
      const first = filesOf(bundle, [main]);
      const pages = ROUTE_ROWS.flatMap((row) => {
        const source = /import\(\s*['"]([^'"]+)['"]/.exec(String(row.screen))?.[1];
        if (!source) return [];
        const screen = join(SRC, 'app/routes', source);
        const page = (path: string, panels: string[]) => {
          const files = filesOf(
            bundle,
            [screen, ...panels].map((id) => chunkOf(chunks, id)),
          );
          return { path, files: files.filter((file) => !first.includes(file)) };
        };
        const tabs = (row.tabs ?? []).map((tab) => page(`${row.path}/${tab}`, panelsOf(this, screen, tab)));
        return [...tabs, page(row.path, [...panelsOf(this, screen, row.tabs?.[0]), ...(OPENED[row.path] ?? [])])];
      });
      const listed = {
        first: first.filter((file) => file !== main.fileName),
        pages: pages.filter(({ files }) => files.length > 0),
      };
      this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(listed) });
    },
  };
}

function chunkOf(chunks: Rolldown.OutputChunk[], id: string): Rolldown.OutputChunk {
  const found = chunks.find(({ moduleIds, facadeModuleId }) => facadeModuleId === id || moduleIds.includes(id));
  if (!found) throw new Error(`The build has no file with ${id}.`);
  return found;
}

/** The file names of chunks and of everything they import statically, and of their style sheets. */
function filesOf(bundle: Rolldown.OutputBundle, roots: Rolldown.OutputChunk[]): string[] {
  const found = new Set<string>();
  const queue = roots.map(({ fileName }) => fileName);
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const output = bundle[file];
    if (found.has(file) || output?.type !== 'chunk') continue;
    found.add(file);
    for (const sheet of output.viteMetadata?.importedCss ?? []) found.add(sheet);
    queue.push(...output.imports);
  }
  return [...found];
}

/** The panel of a tab is loaded by its screen when it is opened; its file carries the tab's name (`tasks-tab.tsx`, `job-info.tsx`). */
function panelsOf(graph: Rolldown.PluginContext, screen: string, tab: string | undefined): string[] {
  if (tab === undefined) return [];
  const near = [screen, ...(graph.getModuleInfo(screen)?.importedIds ?? []).filter((id) => id.includes('/src/areas/'))];
  const opened = near.flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  return opened.filter((id) => basename(id, '.tsx').split('-').includes(tab));
}
