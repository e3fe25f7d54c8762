import type { Endpoint } from '@dmse/contract/endpoint';
import { ROLES, type Role } from '@dmse/domain/access/roles';
import type { TestClient } from '@dmse/testkit/client';
import { roleUsername } from '@dmse/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { openDatabase, openPool } from '../db/database.ts';
import type { AccountingStandIn } from './accounting-stand-in/stand-in.ts';
import { startStandIn } from './fixtures/link-fixture.ts';
import type { Sample, Scene } from './fixtures/scene.ts';
import { SAMPLES } from './samples/samples.ts';
import { signInAs, type useTestApp } from './test-app.ts';
import { workerDatabaseUrl } from './test-database.ts';

export type Sent = { input: Record<string, unknown>; body?: unknown; form?: { payload: Buffer; headers: Record<string, string> } };
export type Answer = Awaited<ReturnType<TestClient['send']>>;

/** What tests over every endpoint and role share: everybody signed in, and the call that the sample of an endpoint describes. */
export function useCells(app: ReturnType<typeof useTestApp>) {
  let cells = 0;
  /** Everybody is signed in once, in sessions that outlast what is rolled back after each test, and taken away at the end. */
  const signedIn = new Map<string, TestClient>();
  let there: AccountingStandIn;
  beforeAll(async () => {
    there = await startStandIn(app);
    const db = openDatabase(openPool(await workerDatabaseUrl(), 1, null));
    for (const username of [...ROLES.map(roleUsername), 'joe'])
      signedIn.set(username, await signInAs(db, app.fastify, username, app.clock.now));
    await db.close();
  });
  afterAll(async () => {
    await there.stop();
    const db = openDatabase(openPool(await workerDatabaseUrl(), 1, null));
    await db.write((tx) => tx.deleteFrom('session').execute());
    await db.close();
  });

  function as(role: Role): TestClient {
    return signedIn.get(roleUsername(role))!;
  }

  /** Whoever asks for whatever is never answered a secret: those of a test begin so. */
  async function send(client: TestClient, endpoint: Endpoint, sent: Sent, headers: Record<string, string> = {}): Promise<Answer> {
    cells += 1;
    const answer = await ask(client, endpoint, sent, headers);
    if (answer.body.includes('canary-')) throw new Error(`SEC-S34 ${endpoint.method} ${endpoint.path} tells a secret.`);
    return answer;
  }

  function ask(client: TestClient, endpoint: Endpoint, { input, body, form }: Sent, headers: Record<string, string>): Promise<Answer> {
    const { bytes, multipart } = endpoint.declaration;
    if (form) return client.send(endpoint, input, undefined, { payload: form.payload, headers: { ...form.headers, ...headers } });
    if (bytes === undefined || multipart) return client.send(endpoint, input, body, { headers });
    const piece = { 'content-type': 'application/octet-stream', 'upload-offset': '0', ...headers };
    return client.send(endpoint, input, undefined, { payload: Buffer.from('abc'), headers: piece });
  }

  const known = new Map<string, number>();
  async function idOf(username: string): Promise<number> {
    const id =
      known.get(username) ??
      (await app.tx().selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
    known.set(username, id);
    return id;
  }

  async function sceneOf(role: Role, ownerName = roleUsername(role)): Promise<Scene> {
    const { files, queue, seal } = app.adapters;
    const [actor, owner] = [await idOf(roleUsername(role)), await idOf(ownerName)];
    const accounting = { there, system: app.adapters.accounting! };
    return { tx: app.tx(), files, queue, seal, accounting, dataDir: app.dataDir, role, actor, owner };
  }

  /** What the sample of an endpoint says to send, with its records made in the scene. */
  async function make(name: string, endpoint: Endpoint, scene: Scene): Promise<Sent> {
    const { own, body, form }: Sample = SAMPLES[name] ?? {};
    if (!own && endpoint.names.length > 0)
      throw new Error(`${name} has ${endpoint.names.join(', ')} in its path: samples.ts must say which.`);
    const input = own ? await own(scene) : {};
    if (form) return { input, form: await form(scene, input) };
    return { input, body: typeof body === 'function' ? await body(scene, input) : body };
  }

  /** What one role does leaves nothing behind for the next. */
  async function undone<T>(work: () => Promise<T>): Promise<T> {
    await sql`savepoint cell`.execute(app.tx());
    try {
      return await work();
    } finally {
      await sql`rollback to savepoint cell`.execute(app.tx());
    }
  }

  return { as, signedIn, send, make, sceneOf, undone, count: () => cells };
}
