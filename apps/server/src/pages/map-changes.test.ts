import * as map from '@dmse/contract/places/map';
import { createControlPoint, updateControlPoint } from '@dmse/contract/sites/control-point';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommittedApp, startCommittedApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

let app: CommittedApp;
let origin: string;
beforeAll(async () => {
  app = await startCommittedApp('map');
  origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const POINT = { name: 'HPN 1', easting: 2_500_000, northing: 7_500_000, elevation: null, note: '', is_hpn: true };

async function listen(cookie: string) {
  const answer = await fetch(`${origin}/api/map/changes/`, { headers: { cookie, 'accept-encoding': 'br, gzip' } });
  const heard = { status: answer.status, headers: answer.headers, text: '', isOver: false };
  const read = async () => {
    for await (const piece of answer.body!) heard.text += Buffer.from(piece).toString();
    heard.isOver = true;
  };
  read().catch(() => {});
  return heard;
}

describe('changes on the map', () => {
  it('a moved point is told to open maps and in the tile within a second; a lost connection reads everything again', async () => {
    const alice = await app.as('alice');
    const cookieOf = async (username: string) => `sessionid=${(await app.as(username)).credentials!.sessionid}`;
    const made = await alice.call(createControlPoint, {}, POINT);
    const boundsOf = async () => (await alice.call(map.countMapLayer, { layer: 'control' })).bounds;
    const before = await boundsOf();
    const [heard, unheard] = [await listen(await cookieOf('alice')), await listen(await cookieOf('chelsea'))];
    expect([heard.status, heard.headers.get('content-type'), heard.headers.get('content-encoding')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      null,
    ]);
    await until(() => heard.text.includes('"control"'));
    heard.text = '';
    const began = performance.now();
    await alice.call(updateControlPoint, { id: made.id }, { easting: 2_500_500 });
    await until(() => heard.text.includes('event: layer\ndata: {"layer":"control"'));
    expect(performance.now() - began).toBeLessThan(1000);
    expect((await boundsOf())![0]).toBeGreaterThan(before![0]);
    expect(unheard.text).not.toContain('control');
    expect((await listen('sessionid=nobody')).status).toBe(401);

    // What is not drawn raises no version.
    heard.text = '';
    await alice.call(updateControlPoint, { id: made.id }, { note: 'beside the road' });

    const owner = new pg.Client({ connectionString: app.ownerUrl });
    await owner.connect();
    await owner.query(
      `alter table control_point disable trigger user; update control_point set easting = 2510000; alter table control_point enable trigger user`,
    );
    await owner.end();
    await app.db.read((tx) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dmse map' and datname = current_database()`.execute(
        tx,
      ),
    );
    expect(heard.text).toBe('');
    await until(() => heard.text.includes('"control"'), 20);
    expect((await boundsOf())![0]).toBeGreaterThan(before![0] + 0.1);

    await app.fastify.close();
    await until(() => heard.isOver && unheard.isOver);
  });
});
