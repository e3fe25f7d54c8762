import { BaseMap } from '@dmse/contract/places/base-map';
import { type BaseMapPlan, getBaseMapPiece, planBaseMapPack, TilePiece } from '@dmse/contract/places/base-map-pack';
import type { Area } from '@dmse/domain/places/base-map-pack';
import { indexPiece, isWholePiece, type Piece, tileId } from '@dmse/survey/tile/tile-piece';
import type { Meta } from '@dmse/sync/item';
import { StoreError } from '@dmse/sync/ports';
import { baseMapKey } from '@dmse/sync/rules/base-map-key';
import { eraseBaseMaps } from '@dmse/sync/safe-delete';
import type { Session } from '@dmse/sync/session';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { ProblemError, UnreachableError } from '../../api/problem-error.ts';
import { isOnline } from '../../session/connection.ts';
import { createStore } from '../../session/store.ts';

/**
 * The base map of a run's area on the device. Its pieces are copies: when space is short they go before everything else, and nobody but
 * the person fetches them again. A plan that was begun goes on by itself when the network is back.
 */
const Plan = z.object({
  base: BaseMap,
  area: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  min_zoom: z.int(),
  max_zoom: z.int(),
  revision: z.string(),
  gzip: z.boolean(),
  bytes: z.int(),
  pieces: z.array(TilePiece),
  /** Names the pieces: those of another choice have other names. */
  key: z.string(),
  is_paused: z.boolean(),
  /** When all of it was here for the first time; from then on it is not fetched again by itself. */
  packed_on: z.string().nullable(),
});
export type Plan = z.infer<typeof Plan>;

/** `FULL`: the device had no room. `CHANGED`: the office has put another file in its place. */
const Kept = z.object({ plan: Plan.nullable(), problem: z.enum(['FULL', 'CHANGED']).nullable() });
type Kept = z.infer<typeof Kept>;

export type PackedMap = Kept & {
  /** Bytes on the device. */
  readonly here: number;
};

/** The run whose base map is being fetched by this page. */
export const packing = createStore<string | null>(null);

const PIECE_TIMEOUT_MS = 120_000;
/** A bad moment of the network is waited for; a network that is gone brings the rest when it is back. */
const TRIES = 3;
const WAIT_MS = 3000;
const metaId = (run: string) => `base-map:${run}`;
const pieceId = (run: string, { key }: Pick<Plan, 'key'>, { from }: Pick<Piece, 'from'>) => baseMapKey(run, key, from);

const keptOf = (row: Meta | undefined): Kept => Kept.safeParse(row?.value).data ?? { plan: null, problem: null };

async function readKept(session: Session, run: string): Promise<Kept> {
  return keptOf(await session.store.safety(({ meta }) => meta.get(metaId(run))));
}

function writeKept(session: Session, run: string, kept: Kept): Promise<void> {
  return session.store.safety(({ meta }) => meta.put({ id: metaId(run), value: kept }));
}

async function findMissing(session: Session, run: string, plan: Plan): Promise<Piece[]> {
  const here = new Set(await session.store.safety(({ layers }) => layers.ids()));
  return plan.pieces.filter((piece) => !here.has(pieceId(run, plan, piece)));
}

export async function readPack(session: Session, run: string): Promise<PackedMap> {
  const kept = await readKept(session, run);
  if (!kept.plan) return { ...kept, here: 0 };
  const missing = await findMissing(session, run, kept.plan);
  return { ...kept, here: kept.plan.bytes - missing.reduce((sum, { bytes }) => sum + bytes, 0) };
}

export type Choice = { readonly base: BaseMap; readonly area: Area; readonly min_zoom: number; readonly max_zoom: number };

/** Asks the server for the pieces and begins to fetch them; what was packed of this run before goes. */
export async function beginPack(session: Session, run: string, { base, area, min_zoom, max_zoom }: Choice): Promise<void> {
  const [west, south, east, north] = area;
  const plan: BaseMapPlan = await call(planBaseMapPack, { id: base.id, west, south, east, north, min_zoom, max_zoom });
  await eraseBaseMaps(session.store, run);
  const { revision, gzip, bytes, pieces } = plan;
  const key = `${base.id}-${revision}-${min_zoom}-${max_zoom}-${area.join('_')}`;
  const begun: Plan = {
    ...{ base: BaseMap.parse(base), area: [west, south, east, north], min_zoom, max_zoom, revision, gzip, bytes, pieces, key },
    is_paused: false,
    packed_on: null,
  };
  await writeKept(session, run, { plan: begun, problem: null });
  await continuePack(session, run);
}

export async function pausePack(session: Session, run: string, is_paused: boolean): Promise<void> {
  const { plan } = await readKept(session, run);
  if (!plan) return;
  await writeKept(session, run, { plan: { ...plan, is_paused }, problem: null });
  if (!is_paused) await continuePack(session, run);
}

export async function removePack(session: Session, run: string, problem: Kept['problem'] = null): Promise<void> {
  await writeKept(session, run, { plan: null, problem });
  await eraseBaseMaps(session.store, run);
}

/** Fetches what is missing of a plan that was begun, piece by piece. One page at a time does so. */
export async function continuePack(session: Session, run: string): Promise<void> {
  await session.lock.hold(metaId(run), { mode: 'exclusive', steal: false }, async () => {
    const { plan } = await readKept(session, run);
    if (!plan || plan.is_paused || plan.packed_on !== null) return;
    packing.set(run);
    try {
      for (const piece of await findMissing(session, run, plan)) {
        const bytes = await fetchPiece(plan, piece);
        if (!bytes) return;
        const isWanted = await session.store.safety(async ({ layers, meta }) => {
          const now = keptOf(await meta.get(metaId(run))).plan;
          if (now?.key !== plan.key || now.is_paused) return false;
          await layers.put({ id: pieceId(run, plan, piece), field_run: run, name: plan.base.name, bytes });
          return true;
        });
        if (!isWanted) return;
      }
      await writeKept(session, run, { plan: { ...plan, packed_on: new Date(session.clock.now()).toISOString() }, problem: null });
    } catch (error) {
      if (error instanceof StoreError && error.fault === 'QUOTA') await removePack(session, run, 'FULL');
      else if (error instanceof ProblemError && error.status === 404) await removePack(session, run, 'CHANGED');
      // The network is gone: the rest comes when it is back.
      else if (!(error instanceof UnreachableError)) throw error;
    } finally {
      packing.set(null);
    }
  });
}

/** Null: it did not arrive as it was planned. */
async function fetchPiece({ base, area, revision }: Plan, piece: Piece): Promise<Uint8Array | null> {
  const [west, south, east, north] = area;
  const { from, to } = piece;
  const input = { id: base.id, from, to, revision, west, south, east, north };
  for (let tries = 1; ; tries += 1) {
    try {
      const file = await call(getBaseMapPiece, input, undefined, { stayOn401: true, signal: AbortSignal.timeout(PIECE_TIMEOUT_MS) });
      const bytes = new Uint8Array(await file.arrayBuffer());
      return isWholePiece(bytes, piece) ? bytes : null;
    } catch (error) {
      if (!(error instanceof UnreachableError) || tries === TRIES || !isOnline()) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}

/** Pieces are megabytes, and a view of the map asks for tiles of two or three of them. */
const MOST_OPEN = 12;

/** How a map reads the tiles of a plan from the device. */
export function openTiles(session: Session, run: string, plan: Plan) {
  const open = new Map<number, Promise<ReadonlyMap<string, Uint8Array>>>();
  const openPiece = (piece: Piece) => {
    const known = open.get(piece.from);
    const reading =
      known ??
      session.store
        .safety(({ layers }) => layers.get(pieceId(run, plan, piece)))
        .then((row) => {
          if (!row) open.delete(piece.from);
          return row ? indexPiece(row.bytes) : new Map<string, Uint8Array>();
        });
    open.delete(piece.from);
    open.set(piece.from, reading);
    reading.catch(() => open.delete(piece.from));
    for (const oldest of open.keys()) if (open.size > MOST_OPEN) open.delete(oldest);
    return reading;
  };
  return async (zoom: number, x: number, y: number): Promise<Uint8Array | null> => {
    const id = tileId(zoom, x, y);
    const piece = plan.pieces.find(({ from, to }) => from <= id && id <= to);
    const bytes = piece && (await openPiece(piece)).get(`${x}/${y}`);
    if (!bytes) return null;
    return plan.gzip ? unpack(bytes) : bytes;
  };
}

async function unpack(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
