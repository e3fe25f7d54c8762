import { createHash } from 'node:crypto';
import type { Conflict } from '@dmse/contract/sites/field-item';
import { handleRequest } from '@dmse/sync/memory/model-api';
import { createServer, type ModelServer } from '@dmse/sync/memory/model-server';
import type { Fields, WireAnswer, WireRequest } from '@dmse/sync/wire';
import { describe, expect, it } from 'vitest';
import { sendAs } from '../../../testing/fixtures/tablet.ts';
import { useTestApp } from '../../../testing/test-app.ts';

/**
 * The sync engine is proved against a model of the server. Here the model and the server are told the same things, in an order drawn by
 * lot, and must say the same: then what was proved about the one holds for the other.
 */
const app = useTestApp();

const PATHS = { point: '/api/sites/fieldrun-shot/', pipe: '/api/sites/pipe/', image: '/api/sites/fieldrun-shot-image/' } as const;
type Kind = keyof typeof PATHS;
const KINDS = Object.keys(PATHS) as Kind[];
const idOf = (place: number) => `0197f000-0000-7000-8000-${String(place).padStart(12, '0')}`;
const DEVICES = ['a', 'b', 'c'];
const WORDS = ['red', 'green', 'blue', null];

function makeChance(seed: number) {
  let state = (seed * 2_654_435_761) >>> 0;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state / 2 ** 32;
  };
  return { next, pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]! };
}

/**
 * What both must agree on; names, ids of people and times are the server's own affair, and so is the order in which the children of a
 * deleted shot take their places. How many places were taken is compared at the end.
 */
const AGREED = ['is_deleted', 'version', 'conflict', 'late', 'note', 'code', 'description', 'start_structure', 'fieldrun_shot', 'sha256'];

function essence({ status, body }: WireAnswer): unknown {
  const answer = (body ?? {}) as {
    code?: string;
    version?: number;
    is_deleted?: boolean;
    sha256?: string;
    properties?: Fields;
    results?: { id: string; properties: Fields }[];
    count?: number;
  };
  const columns = (properties: Fields) => {
    const seen: Record<string, unknown> = Object.fromEntries(
      AGREED.filter((name) => name in properties).map((name) => [name, properties[name]]),
    );
    // In which order the fields of one edit disagree means nothing.
    if (Array.isArray(seen.conflict))
      seen.conflict = (seen.conflict as Conflict[]).toSorted((a, b) => a.version - b.version || a.field.localeCompare(b.field));
    return seen;
  };
  if (status >= 400) {
    // Who is not found is not told so by a code.
    const { code, version, is_deleted, sha256 } = answer;
    return status === 404 ? { status } : { status, code, version, is_deleted, sha256: sha256 ?? null };
  }
  if (answer.results)
    return { status, count: answer.count, results: new Map(answer.results.map(({ id, properties }) => [id, columns(properties)])) };
  // An operation first sent as an update and then as a create is one operation: a tablet hears yes, by whichever number.
  return { isDone: true, ...columns(answer.properties ?? {}) };
}

type Story = { run: string; ids: Record<Kind, string[]>; revs: Map<string, number>; sent: WireRequest[] };

function write(story: Story, chance: ReturnType<typeof makeChance>): WireRequest {
  const kind = chance.pick(KINDS);
  const id = chance.pick(story.ids[kind]);
  const device = chance.pick(DEVICES);
  const known = story.revs.get(`${id} ${device}`) ?? 0;
  // Mostly the next revision; now and then an older one that was held up on the way.
  const rev = chance.next() < 0.85 ? known + 1 : Math.max(1, known - 1);
  story.revs.set(`${id} ${device}`, Math.max(known, rev));
  const headers: Record<string, string> = { 'x-op-id': `${id}:${rev}:${device}`, 'x-device': device };
  const fields: Record<string, string | boolean | null> = { note: chance.pick(WORDS) };
  if (kind === 'point' && chance.next() < 0.5) fields.code = chance.pick(WORDS);
  if (kind === 'pipe' && chance.next() < 0.6) fields.start_structure = chance.pick(story.ids.point);
  if (kind === 'image' && chance.next() < 0.6) fields.fieldrun_shot = chance.pick(story.ids.point);
  if (chance.next() < 0.4) {
    const body = { id, field_run: chance.next() < 0.95 ? story.run : idOf(999), ...fields };
    if (kind !== 'image') return { method: 'POST', path: PATHS[kind], headers, body };
    const bytes = Buffer.from(`picture ${chance.pick(WORDS)}`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const claimed = chance.next() < 0.9 ? sha256 : 'f'.repeat(64);
    return {
      method: 'POST',
      path: PATHS[kind],
      headers: { ...headers, 'x-sha256': claimed },
      body,
      file: { name: 'p', mime: 'image/jpeg', bytes, sha256 },
    };
  }
  if (chance.next() < 0.3) fields.is_deleted = chance.next() < 0.7;
  const body = chance.next() < 0.2 ? { ...fields, field_base: { note: 1 } } : fields;
  return { method: 'PATCH', path: `${PATHS[kind]}${id}/`, headers: { ...headers, 'if-match': `"${Math.floor(chance.next() * 5)}"` }, body };
}

function tell(model: ModelServer, request: WireRequest): WireAnswer {
  return handleRequest(model, request);
}

describe('the server and its model', () => {
  // Each by another person: whoever says so much in a few seconds is told to wait.
  const people = ['fern', 'pia', 'alice', 'only-field-editor', 'only-field-data-processor', 'only-field-admin'];
  for (const [place, person] of people.entries()) {
    const seed = 11 + place;
    it(`answer alike to two hundred things told in any order (seed ${seed})`, async () => {
      const chance = makeChance(seed);
      const crew = await app.as(person, 'field');
      const model = createServer((bytes) => createHash('sha256').update(bytes).digest('hex'), Date.parse(app.clock.now));
      const run = idOf(0);
      const ids = { point: [1, 2, 3].map(idOf), pipe: [4, 5].map(idOf), image: [6, 7].map(idOf) };
      const story: Story = { run, ids, revs: new Map(), sent: [] };
      const both = async (request: WireRequest) => {
        const [said, meant] = [await sendAs(app.fastify, crew, request), tell(model, request)];
        return { said: essence(said), meant: essence(meant) };
      };
      const start: WireRequest = {
        method: 'POST',
        path: '/api/sites/fieldrun/',
        headers: { 'x-op-id': `${run}:1:a`, 'x-device': 'a' },
        body: { id: run, name: 'x', state: 'Active' },
      };
      await both(start);
      for (let step = 0; step < 200; step += 1) {
        if (step === 150) {
          await app.tx().updateTable('field_run').set({ state: 'Processing' }).where('id', '=', run).execute();
          const row = model.data.rows.get(run)!;
          model.data.rows.set(run, { ...row, content: { ...row.content, state: 'Processing' } });
        }
        const request = story.sent.length > 0 && chance.next() < 0.15 ? chance.pick(story.sent) : write(story, chance);
        story.sent.push(request);
        const { said, meant } = await both(request);
        expect(
          said,
          `step ${step}: ${request.method} ${request.path} ${JSON.stringify(request.headers)} ${JSON.stringify(request.body)}`,
        ).toEqual(meant);
      }
      for (const kind of KINDS) {
        const filter = kind === 'image' ? 'fieldrun_shot__field_run' : 'field_run';
        const { said, meant } = await both({ method: 'GET', path: `${PATHS[kind]}?${filter}=${run}&cursor=&page_size=200`, headers: {} });
        expect(said).toEqual(meant);
      }
      const manifest: WireRequest = { method: 'GET', path: `/api/sites/fieldrun/${run}/manifest/`, headers: {} };
      const byId = (answer: WireAnswer) => {
        const { seq, rows } = answer.body as { seq: number; rows: { id: string }[] };
        return { seq, rows: rows.toSorted((a, b) => a.id.localeCompare(b.id)) };
      };
      expect(byId(await sendAs(app.fastify, crew, manifest))).toEqual(byId(tell(model, manifest)));
    });
  }
});
