import { MAP_LAYER_NAMES, type MapLayerName } from '@dmse/domain/places/map-layers';
import { PointIndex } from '@dmse/survey/tile/point-index';
import type { Database, Tx } from '../../db/database.ts';
import { type Listener, listenTo } from '../../db/listen.ts';
import { type LayerChange, type MapSource, type Notice, type Read, readNotice } from './map-source.ts';
import { createTileCache, type TileCache } from './tile-cache.ts';

type Told = (layer: MapLayerName, version: string) => void;

/** The points of the map in memory. */
export type MapIndex = {
  /** A layer as it is now; the first look at it waits until it is loaded. */
  open(tx: Tx, layer: MapLayerName): Promise<PointIndex>;
  /** Loads every layer in the background, so that the first one who looks need not wait. */
  preload(): void;
  /** The versions of the layers that are loaded. */
  versions(): Map<MapLayerName, string>;
  /** Hears of each layer on which something drawn has changed. Answers how to stop. */
  watch(told: Told): () => void;
  tiles: TileCache;
  close(): Promise<void>;
};

export type MapParts = {
  db: Database;
  source: MapSource;
  /** Where the database tells of changes. Null: it tells nobody, and every look reads anew what the looker's transaction sees. */
  listen: { url: string; setRole: string | null } | null;
};

/** How long notices are collected: a moved point is on the colleague's map within a second. */
const COLLECT_MS = 100;
const RETRY_MS = 1000;

export function createMapIndex({ db, source, listen }: MapParts): MapIndex {
  const loaded = new Map<MapLayerName, Promise<PointIndex>>();
  const current = new Map<MapLayerName, PointIndex>();
  const watchers = new Set<Told>();
  const tiles = createTileCache();
  let listener: Promise<Listener> | null = null;
  let waiting: Notice[] = [];
  let timer: NodeJS.Timeout | null = null;
  let work: Promise<void> | null = null;
  let isClosed = false;

  function startListening(): Promise<Listener> {
    listener ??= listenTo(listen!, 'map_changed', {
      onNotice: (payload) => collect(readNotice(payload)),
      onReconnect: () => {
        for (const layer of MAP_LAYER_NAMES) collect({ subject: `reload ${layer}`, ids: '*' });
      },
    }).catch((error: unknown) => {
      listener = null;
      throw error;
    });
    return listener;
  }

  function collect(notice: Notice): void {
    if (isClosed) return;
    waiting.push(notice);
    timer ??= setTimeout(flush, COLLECT_MS);
  }

  function flush(): void {
    timer = null;
    // What comes while a layer is read is taken together afterwards.
    if (work) return;
    const notices = waiting;
    waiting = [];
    let pause = COLLECT_MS;
    work = take(notices)
      .catch(() => {
        // The database was not there: the same once more, a little later.
        waiting.push(...notices);
        pause = RETRY_MS;
      })
      .then(() => {
        work = null;
        if (waiting.length > 0 && !isClosed) timer ??= setTimeout(flush, pause);
      });
  }

  async function take(notices: readonly Notice[]): Promise<void> {
    const changes = await db.read((tx) => source.resolve(tx, notices));
    for (const layer of MAP_LAYER_NAMES) if (notices.some(({ subject }) => subject === `reload ${layer}`)) changes.set(layer, '*');
    for (const [layer, change] of changes) await takeLayer(layer, change);
  }

  async function takeLayer(layer: MapLayerName, change: LayerChange): Promise<void> {
    const index = await loaded.get(layer);
    if (!index) return;
    const before = index.version;
    if (change === '*') {
      const fresh = await load(db.read, layer);
      loaded.set(layer, Promise.resolve(fresh));
      current.set(layer, fresh);
    } else {
      const features = await db.read((tx) => source.read(tx, layer, change));
      index.remove(change);
      for (const feature of features) index.add(feature);
      if (index.isLoose) await inTurns(index.order());
    }
    const { version } = current.get(layer)!;
    if (version !== before) for (const told of watchers) told(layer, version);
  }

  async function load(read: Read, layer: MapLayerName): Promise<PointIndex> {
    const index = new PointIndex(source.shapeOf(layer));
    for await (const features of source.load(read, layer)) {
      for (const feature of features) index.add(feature);
      await new Promise(setImmediate);
      if (isClosed) throw new Error('The map is closed.');
    }
    await inTurns(index.order());
    return index;
  }

  /** Listens before it loads, so that nothing changes unnoticed in between. */
  async function loadOnce(layer: MapLayerName): Promise<PointIndex> {
    await startListening();
    const index = await load(db.read, layer);
    current.set(layer, index);
    return index;
  }

  function openLoaded(layer: MapLayerName): Promise<PointIndex> {
    const known = current.get(layer);
    if (known) return Promise.resolve(known);
    const loading = loaded.get(layer) ?? loadOnce(layer);
    loaded.set(layer, loading);
    loading.catch(() => loaded.delete(layer));
    return loading;
  }

  async function loadEach(): Promise<void> {
    for (const layer of MAP_LAYER_NAMES) if (!isClosed) await openLoaded(layer);
  }

  return {
    tiles,
    open: (tx, layer) => (listen ? openLoaded(layer) : load((work) => work(tx), layer)),
    preload() {
      // What cannot be loaded now is loaded when somebody looks.
      loadEach().catch(() => {});
    },
    versions: () => new Map([...current].map(([layer, index]) => [layer, index.version])),
    watch(told) {
      watchers.add(told);
      return () => watchers.delete(told);
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await listener?.then((open) => open.close()).catch(() => {});
      await work;
    },
  };
}

/** Lets every other request have its turn between two steps. */
async function inTurns(steps: Generator<void, void>): Promise<void> {
  while (!steps.next().done) await new Promise(setImmediate);
}
