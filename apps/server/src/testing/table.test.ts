import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ALL } from '@dmse/contract/all';
import { type Endpoint, isUnsafe } from '@dmse/contract/endpoint';
import { getMapTile } from '@dmse/contract/places/map';
import { getReport } from '@dmse/contract/reports/report';
import { getTrace } from '@dmse/contract/reports/trace';
import { ACTIONS, type Action, can, rolesFor } from '@dmse/domain/access/grants';
import { ROLES, type Role } from '@dmse/domain/access/roles';
import { MAP_LAYER_NAMES, MAP_LAYERS } from '@dmse/domain/places/map-layers';
import { TRACE_KINDS, TRACE_NEEDS } from '@dmse/domain/reports/trace';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { REPORTS } from '../areas/reports/all-reports.ts';
import { type Answer, type Sent, useCells } from './cells.ts';
import { NO_UUID, NOBODY } from './fixtures/scene.ts';
import { SAMPLES, unknownRecord } from './samples/samples.ts';
import { useTestApp } from './test-app.ts';

const TABLES = new URL('../../../../docs/tables/', import.meta.url);
const app = useTestApp();
const { as, signedIn, send, make, sceneOf, undone, count } = useCells(app);

const GOOD = [200, 201, 202, 204];

function nowhere(name: string, endpoint: Endpoint, sent: Sent): Sent {
  return { ...sent, input: SAMPLES[name]?.nowhere ?? unknownRecord(endpoint) };
}

/** A role with the grant: on a record of its own, on one that is not there, and on somebody else's. */
async function tryHolder(name: string, endpoint: Endpoint, role: Role): Promise<string> {
  const client = as(role);
  const said = (what: string, { status, body }: Answer) => `${role}, ${what}: ${status} ${body.toString().slice(0, 300)}`;

  const [own, missing] = await undone(async () => {
    const sent = await make(name, endpoint, await sceneOf(role));
    const isNamed = endpoint.names.length > 0;
    // What is not there goes first: a refusal changes nothing, and the record is there to be mistaken for it.
    const missing = isNamed ? await send(client, endpoint, nowhere(name, endpoint, sent)) : null;
    return [await send(client, endpoint, sent), missing] as const;
  });
  if (missing) expect(missing.status, said('a record that is not there', missing)).toBe(404);
  expect(GOOD, said('own record', own)).toContain(own.status);
  const seen = [own.status, ...(missing ? [missing.status] : [])];

  const { theirs, body } = SAMPLES[name] ?? {};
  if (theirs === undefined) return seen.join('/');
  const other = await undone(async () => send(client, endpoint, await make(name, endpoint, await sceneOf(role, 'mona'))));
  const isOpen = theirs === 'everyone' || theirs.includes(role);
  // One that is named in the path is refused as such; one that is named in the body may be refused as a field.
  const refusals = typeof body === 'function' ? [400, 403, 404] : [403, 404];
  expect(isOpen ? GOOD : refusals, said('somebody else’s record', other)).toContain(other.status);
  return `${seen.join('/')} (${other.status})`;
}

/** What only the server writes. */
const OWNED = ['id', 'created_by', 'created_on', 'updated_on', 'can_edit', 'groups', 'num', 'state', 'total', 'is_staff'];
const INJECTION = `'; drop table client; -- %_\\ \u202e$(id) {{7*7}} <b>`;

/** Every text of a body, however deep, that the call takes in this form as well. */
function injected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(injected);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, injected(one)]));
  return typeof value === 'string' ? INJECTION : value;
}

describe('SEC-S09, SEC-S10 every endpoint, every role', () => {
  const lines: string[] = [];

  for (const [name, endpoint] of ALL) {
    it(`${name}: ${endpoint.method} ${endpoint.path}`, async () => {
      const row: string[] = [];
      // Whoever may not is refused before the record is looked at, so that one record does for all of them.
      const shown = await make(name, endpoint, await sceneOf('Employee', 'mona'));
      for (const role of ROLES) {
        if (can([role], endpoint.declaration.needs)) {
          row.push(await tryHolder(name, endpoint, role));
          continue;
        }
        const client = as(role);
        expect((await send(client, endpoint, shown)).status, `${role} may not`).toBe(403);
        if (endpoint.names.length > 0) {
          const missing = await send(client, endpoint, nowhere(name, endpoint, shown));
          expect(missing.status, `${role} may not, and must not learn whether the record exists`).toBe(403);
        }
        row.push('403');
      }
      lines.push(`| \`${endpoint.method.toUpperCase()} ${endpoint.path}\` | ${endpoint.declaration.needs} | ${row.join(' | ')} |`);
    });

    it(`SEC-S04, SEC-S11, SEC-S13 ${name} refuses nobody, forgers and strangers' fields, and takes SQL for words`, async () => {
      const role = rolesFor(endpoint.declaration.needs)[0]!;
      const sent = await make(name, endpoint, await sceneOf(role));
      expect((await send(app.anonymous(), endpoint, sent)).status, 'anonymous').toBe(401);
      const client = as(role);
      if (isUnsafe(endpoint.method)) {
        const other = signedIn.get('joe')!;
        const forged: Record<string, string>[] = [
          { 'x-csrftoken': '' },
          { 'x-csrftoken': '', 'content-type': 'application/x-www-form-urlencoded' },
          { 'x-csrftoken': 'wrong' },
          { 'x-csrftoken': other.credentials!.csrftoken },
          { 'sec-fetch-site': 'cross-site' },
          { origin: 'https://evil.example' },
        ];
        for (const headers of forged) expect((await send(client, endpoint, sent, headers)).status, JSON.stringify(headers)).toBe(403);
      }
      const odd = await send(client, endpoint, { ...sent, input: { ...sent.input, not_a_parameter: 'x' } });
      const ignoresOdd = endpoint.declaration.any_query === true;
      expect(odd.status < 300, 'unknown query parameter').toBe(ignoresOdd);
      if (!ignoresOdd) expect(odd.status, 'unknown query parameter').toBe(400);
      // The answer to a HEAD has no body to look at.
      if (endpoint.method !== 'head' && !ignoresOdd) expect(JSON.parse(odd.body.toString())).toHaveProperty('not_a_parameter');
      if (endpoint.declaration.body && !sent.form) {
        const declared = endpoint.declaration.body instanceof z.ZodObject ? Object.keys(endpoint.declaration.body.shape) : OWNED;
        const foreign = ['not_a_field', ...OWNED].filter((field) => !declared.includes(field));
        const more = Object.fromEntries(foreign.map((field) => [field, 1]));
        const stuffed = await send(client, endpoint, { ...sent, body: { ...(sent.body as object), ...more } });
        expect(stuffed.status, 'unknown field').toBe(400);
        expect(Object.keys(JSON.parse(stuffed.body.toString())), 'fields that are not the caller’s').toEqual(
          expect.arrayContaining(foreign),
        );
      }

      // A part asked for under another whole than its own is not there.
      if (['scanId', 'identity'].some((part) => endpoint.names.includes(part))) {
        const scene = await sceneOf(role, 'mona');
        const id = endpoint.names.includes('identity') ? scene.owner : (await make(name, endpoint, scene)).input.id;
        const mixed = await send(client, endpoint, { ...sent, input: { ...sent.input, id } });
        expect([mixed.status, id === sent.input.id], 'of another whole').toEqual([404, false]);
      }

      const { query, body } = endpoint.declaration;
      const texts = Object.entries(query?.shape ?? {}).filter(([, field]) => z.safeParse(field as z.ZodType, INJECTION).success);
      const input = { ...sent.input, ...Object.fromEntries(texts.map(([field]) => [field, INJECTION])) };
      const tries: Sent[] = [{ ...sent, input }];
      if (query && 'ordering' in query.shape) tries.push({ ...sent, input: { ...sent.input, ordering: `-id${INJECTION}` } });
      if (body && !sent.form) tries.push({ ...sent, body: injected(sent.body) });
      for (const one of tries) {
        const answer = await undone(() => send(client, endpoint, one));
        expect(answer.status, `${JSON.stringify(one.input)} ${answer.body.toString().slice(0, 300)}`).toBeLessThan(500);
      }
    });
  }

  it('prints what it saw, and says when it changed', () => {
    mkdirSync(TABLES, { recursive: true });
    const head = `| call | needs | ${ROLES.join(' | ')} |\n|---|---|${ROLES.map(() => '---').join('|')}|`;
    const note = [
      'Each cell is the status on a record of the role’s own; after a stroke, on one that is not there; in brackets, on one that',
      'exists and is somebody else’s. What these statuses mean is written in `decisions/0011-who-is-told-what.md`. Printed by the table test.',
    ].join(' ');
    const text = `# Role × endpoint\n\n${note}\n\n${head}\n${lines.join('\n')}\n\n${count()} cells tried.\n`;
    const path = new URL('role-endpoint.md', TABLES);
    expectPrinted(path, text);
  });

  /** A table of what one call answers to each role, for each of the things it can be asked for. */
  async function printByRole(
    file: string,
    title: string,
    endpoint: Endpoint,
    things: readonly { name: string; needs: Action; input: object }[],
    allowed = 200,
  ) {
    const rows: string[] = [];
    for (const { name, needs, input } of things) {
      const row: number[] = [];
      for (const role of ROLES) {
        const { status } = await send(as(role), endpoint, { input: { ...input } });
        expect(status, `${role} on ${name}`).toBe(can([role], needs) ? allowed : 403);
        row.push(status);
      }
      rows.push(`| ${name} | ${row.join(' | ')} |`);
    }
    const head = `| | ${ROLES.join(' | ')} |\n|---|${ROLES.map(() => '---').join('|')}|`;
    expectPrinted(new URL(file, TABLES), `# ${title}\n\nPrinted by the table test.\n\n${head}\n${rows.join('\n')}\n`);
  }

  it('prints role × layer of the map: a tile of one that is not theirs is refused', async () => {
    const layers = MAP_LAYER_NAMES.map((layer) => ({ name: layer, needs: MAP_LAYERS[layer].needs, input: { layer, z: 0, x: 0, y: 0 } }));
    await printByRole('role-map-layer.md', 'Role × layer of the map', getMapTile, layers);
  });

  it('prints role × report: one that is not theirs is refused', async () => {
    const reports = REPORTS.map(({ name, needs }) => ({ name, needs, input: { report: name } }));
    await printByRole('role-report.md', 'Role × report', getReport, reports);
  });

  it('prints role × kind of thing in a trace: one that is not theirs is refused before it is looked for', async () => {
    const id = (kind: string) => (['run', 'shot', 'photo'].includes(kind) ? NO_UUID : NOBODY);
    const kinds = TRACE_KINDS.map((kind) => ({ name: kind, needs: TRACE_NEEDS[kind], input: { from: `${kind}:${id(kind)}` } }));
    await printByRole('role-trace.md', 'Role × kind of thing in a trace, of one that is not there', getTrace, kinds, 404);
  });

  it('prints role × action', () => {
    const head = `| action | ${ROLES.join(' | ')} |\n|---|${ROLES.map(() => '---').join('|')}|`;
    const rows = ACTIONS.map((action) => `| ${action} | ${ROLES.map((role) => (can([role], action) ? 'yes' : '')).join(' | ')} |`);
    expectPrinted(
      new URL('role-action.md', TABLES),
      `# Role × action\n\nPrinted from the grants table by a test.\n\n${head}\n${rows.join('\n')}\n`,
    );
  });
});

/** A permission that changes must be seen in the change that makes it: the table is checked in, and a difference fails here once. */
function expectPrinted(path: URL, text: string): void {
  let before = '';
  try {
    before = readFileSync(path, 'utf8');
  } catch {
    // printed for the first time
  }
  writeFileSync(path, text);
  if (before !== '') expect(text, `${path.pathname} has changed: look at the difference and commit it`).toBe(before);
}
