import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ALL } from '@dmse/contract/all';
import { type Endpoint, isUnsafe } from '@dmse/contract/endpoint';
import { ACTIONS, can, rolesFor } from '@dmse/domain/access/grants';
import { ROLES, type Role } from '@dmse/domain/access/roles';
import type { TestClient } from '@dmse/testkit/client';
import { roleUsername } from '@dmse/testkit/people';
import { describe, expect, it } from 'vitest';
import { SAMPLES, unknownRecord } from './samples.ts';
import { useTestApp } from './test-app.ts';

const TABLES = new URL('../../../../docs/tables/', import.meta.url);
const app = useTestApp();
let cells = 0;

function send(client: TestClient, endpoint: Endpoint, input: object, body: unknown, headers?: Record<string, string>) {
  cells += 1;
  const { bytes, multipart } = endpoint.declaration;
  if (bytes !== undefined && !multipart) {
    const sent = { 'content-type': 'application/octet-stream', 'upload-offset': '0', ...headers };
    return client.send(endpoint, input, undefined, { payload: Buffer.from('abc'), headers: sent });
  }
  if (!multipart || (multipart === 'or_json' && body !== undefined)) return client.send(endpoint, input, body, headers ? { headers } : {});
  const payload = Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n--x--\r\n');
  return client.send(endpoint, input, undefined, { payload, headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers } });
}

async function actorOf(role: Role): Promise<number> {
  const row = await app.tx().selectFrom('app_user').select('id').where('username', '=', roleUsername(role)).executeTakeFirstOrThrow();
  return row.id;
}

async function ownInput(name: string, endpoint: Endpoint, actor: number): Promise<object> {
  if (endpoint.names.length === 0) return {};
  const sample = SAMPLES[name]?.own;
  if (!sample) throw new Error(`${name} has ${endpoint.names.join(', ')} in its path, so testing/samples.ts must say which record to try.`);
  return sample(app.tx(), actor, app.outside.files);
}

async function tryRole(name: string, endpoint: Endpoint, role: Role): Promise<[own: number, foreign: number | null]> {
  const client = await app.as(roleUsername(role));
  const actor = await actorOf(role);
  const sample = SAMPLES[name] ?? {};
  const own = await send(client, endpoint, await ownInput(name, endpoint, actor), sample.body);
  if (endpoint.names.length === 0) return [own.status, null];
  const input = sample.foreign ? await sample.foreign(app.tx(), actor, app.outside.files) : unknownRecord(endpoint);
  return [own.status, (await send(client, endpoint, input, sample.body)).status];
}

describe('every endpoint, every role', () => {
  const lines: string[] = [];

  for (const [name, endpoint] of ALL) {
    it(`${name}: ${endpoint.method} ${endpoint.path}`, async () => {
      const row: string[] = [];
      for (const role of ROLES) {
        const [own, foreign] = await tryRole(name, endpoint, role);
        if (can([role], endpoint.declaration.needs)) {
          expect([401, 403, 500], `${role}, own record`).not.toContain(own);
          if (foreign !== null) expect([404], `${role}, a record that is not theirs`).toContain(foreign);
          row.push(foreign === null ? String(own) : `${own}/${foreign}`);
        } else {
          expect(own, `${role} may not`).toBe(403);
          if (foreign !== null) expect(foreign, `${role} may not, and must not learn whether the record exists`).toBe(403);
          row.push('403');
        }
      }
      lines.push(`| \`${endpoint.method.toUpperCase()} ${endpoint.path}\` | ${endpoint.declaration.needs} | ${row.join(' | ')} |`);
    });

    it(`${name} refuses nobody, forgers and strangers' fields`, async () => {
      const role = rolesFor(endpoint.declaration.needs)[0]!;
      const input = await ownInput(name, endpoint, await actorOf(role));
      const { body } = SAMPLES[name] ?? {};
      expect((await send(app.anonymous(), endpoint, input, body)).status, 'anonymous').toBe(401);
      const client = await app.as(roleUsername(role));
      if (isUnsafe(endpoint.method)) {
        const other = await app.as('joe');
        const forged: Record<string, string>[] = [
          { 'x-csrftoken': '' },
          { 'x-csrftoken': 'wrong' },
          { 'x-csrftoken': other.credentials!.csrftoken },
          { 'sec-fetch-site': 'cross-site' },
          { origin: 'https://evil.example' },
        ];
        for (const headers of forged)
          expect((await send(client, endpoint, input, body, headers)).status, JSON.stringify(headers)).toBe(403);
      }
      const odd = await send(client, endpoint, { ...input, not_a_parameter: 'x' }, body);
      expect(odd.status, 'unknown query parameter').toBe(400);
      // The answer to a HEAD has no body to look at.
      if (endpoint.method !== 'head') expect(JSON.parse(odd.body.toString())).toHaveProperty('not_a_parameter');
      if (endpoint.declaration.body && (!endpoint.declaration.multipart || body !== undefined)) {
        const stuffed = await send(client, endpoint, input, { ...(body as object), not_a_field: 1 });
        expect(stuffed.status, 'unknown field').toBe(400);
        expect(JSON.parse(stuffed.body.toString())).toHaveProperty('not_a_field');
      }
    });
  }

  it('prints what it saw, and says when it changed', () => {
    mkdirSync(TABLES, { recursive: true });
    const head = `| call | needs | ${ROLES.join(' | ')} |\n|---|---|${ROLES.map(() => '---').join('|')}|`;
    const note =
      'Each cell is the status for a record the role may reach, then for one that is not theirs or not there. Printed by the table test.';
    const text = `# Role × endpoint\n\n${note}\n\n${head}\n${lines.join('\n')}\n\n${cells} cells tried.\n`;
    const path = new URL('role-endpoint.md', TABLES);
    expectPrinted(path, text);
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
