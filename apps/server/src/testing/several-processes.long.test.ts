import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as client from '@dmse/contract/clients/client';
import { sendTestMail } from '@dmse/contract/staff/mail';
import { createTestClient } from '@dmse/testkit/client';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { cloneDatabase, ownerUrlOf } from './test-database.ts';

describe('two servers on one database', () => {
  const received: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on('end', () => {
        received.push(text);
        done();
      });
    },
  });
  let a: ServerProcess;
  let b: ServerProcess;
  let dataDir: string;
  let ownerUrl: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const { port } = smtp.server.address() as AddressInfo;
    const appUrl = await cloneDatabase(`dmse_test_several_${process.pid}`);
    ownerUrl = ownerUrlOf(appUrl);
    dataDir = await mkdtemp(join(tmpdir(), 'dmse-several-'));
    const env = { DATABASE_URL: ownerUrl, DATABASE_APP_URL: appUrl, DATA_DIR: dataDir, SMTP_URL: `smtp://127.0.0.1:${port}` };
    [a, b] = await Promise.all([startServerProcess(env), startServerProcess(env)]);
  });

  afterAll(async () => {
    await Promise.all([a?.stop('SIGKILL'), b?.stop()]);
    await new Promise<void>((resolve) => smtp.close(resolve));
    await rm(dataDir, { recursive: true, force: true });
  });

  it('a session opened on one is a session on the other', async () => {
    const { client: onA } = await a.signIn('mona');
    const onB = createTestClient(b.transport, onA.credentials);
    const made = await onB.call(client.createClient, {}, { name: 'Made on B' });
    expect((await onA.call(client.getClient, { id: made.id })).name).toBe('Made on B');
  });

  it('the throttle counts over both', async () => {
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    await owner.query(
      `insert into sign_in_attempt (account, address, at, succeeded) select 'tess', '127.0.0.1', now(), false from generate_series(1, 8)`,
    );
    await owner.end();
    expect([(await a.signIn('tess', 'wrong')).status, (await b.signIn('tess', 'wrong')).status]).toEqual([401, 401]);
    expect((await b.signIn('tess', 'wrong')).status).toBe(429);
    expect((await a.signIn('tess')).status).toBe(429);
  });

  it('of many guesses at once, over both, each counts while it is looked at', async () => {
    const guesses = Array.from({ length: 24 }, (_, i) => (i % 2 ? a : b).signIn('ivan', 'wrong'));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
  });

  it('one queued mail is sent once', async () => {
    const { client: alice } = await a.signIn('alice');
    await alice.call(sendTestMail, {});
    await expect.poll(() => received.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(received).toHaveLength(1);
  });

  it('SEC-S40 one is killed in the middle of a write: nothing of it stays, and the other goes on', async () => {
    const { client: mona } = await b.signIn('mona');
    const made = await mona.call(client.createClient, {}, { name: 'Held' });
    const onA = createTestClient(a.transport, mona.credentials);
    const holder = new pg.Client({ connectionString: ownerUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from client where id = $1 for update', [made.id]);
    const lost = onA.call(client.updateClient, { id: made.id }, { name: 'Lost' }).catch((error: Error) => error);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await a.stop('SIGKILL');
    await holder.query('commit');
    await holder.end();
    expect(await lost).toBeInstanceOf(Error);
    expect(await mona.call(client.getClient, { id: made.id })).toMatchObject({ name: 'Held', version: 1 });
    expect((await mona.call(client.updateClient, { id: made.id }, { name: 'Kept' }, { ifMatch: 1 })).version).toBe(2);
  });

  it('a request in flight is finished when the server is asked to stop', async () => {
    const { client: mona } = await b.signIn('mona');
    const made = await mona.call(client.createClient, {}, { name: 'Held' });
    const holder = new pg.Client({ connectionString: ownerUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from client where id = $1 for update', [made.id]);
    const saved = mona.call(client.updateClient, { id: made.id }, { name: 'Finished' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const stopped = b.stop('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await holder.query('commit');
    await holder.end();
    expect((await saved).name).toBe('Finished');
    expect(await stopped).toBe(0);
  });
});
