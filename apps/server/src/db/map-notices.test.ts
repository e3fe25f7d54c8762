/** What PostgreSQL tells the servers when something on the map changes: which records, and only if it is drawn differently now. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase, ownerUrlOf } from '../testing/test-database.ts';

const RUN = '00000000-0000-4000-8000-000000000001';
const SHOT = '00000000-0000-4000-8000-000000000002';
const PIPE = '00000000-0000-4000-8000-000000000003';
const STAMPS = 'received_at, created_on, updated_on';
const NOW = 'now(), now(), now()';

let client: pg.Client;
let heard: string[] = [];
beforeAll(async () => {
  client = new pg.Client(ownerUrlOf(await cloneDatabase(`dmse_test_notices_${process.pid}`)));
  client.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await client.connect();
  await client.query('listen map_changed');
});
afterAll(() => client.end());

/** The notices of a statement come before the answer to the next one. */
async function noticesOf(statement: string): Promise<string[]> {
  heard = [];
  await client.query(statement);
  await client.query('select 1');
  return heard;
}

it.each([
  {
    layer: 'control',
    id: '9001',
    insert: `insert into control_point (id, name, easting, northing, created_on, updated_on) overriding system value values (9001, 'A', 1, 2, now(), now())`,
    drawn: 'update control_point set easting = 3 where id = 9001',
    other: `update control_point set note = 'x' where id = 9001`,
    remove: 'delete from control_point where id = 9001',
  },
  {
    layer: 'location',
    id: '9001',
    insert: `insert into location (id, address, created_on, updated_on) overriding system value values (9001, 'x', now(), now())`,
    drawn: `update location set min_lon = 1, geometry = '{}' where id = 9001`,
    other: `update location set address = 'y' where id = 9001`,
    remove: 'delete from location where id = 9001',
  },
  {
    layer: 'job',
    id: '9001',
    insert: `insert into client (id, name, created_on, updated_on) overriding system value values (9001, 'C', now(), now());
      insert into job (id, num, "desc", client, inbox_token, created_on, updated_on) overriding system value values (9001, '26-9001', 'S', 9001, 't', now(), now())`,
    drawn: `update job set job_types = '{Topo}', "desc" = 'T' where id = 9001`,
    other: `update job set long_desc = 'x' where id = 9001`,
    remove: 'delete from job where id = 9001',
  },
  {
    layer: 'historical',
    id: '9001',
    insert: `insert into historical_file (id, file_number, created_on, updated_on) overriding system value values (9001, 'H', now(), now())`,
    drawn: `update historical_file set surveyed_on = '1970-01-01' where id = 9001`,
    other: `update historical_file set note = 'x' where id = 9001`,
    remove: 'delete from historical_file where id = 9001',
  },
  {
    layer: 'run',
    id: RUN,
    insert: `insert into field_run (id, ${STAMPS}) values ('${RUN}', ${NOW})`,
    drawn: `update field_run set name = 'R' where id = '${RUN}'`,
    other: `update field_run set seq = seq + 1 where id = '${RUN}'`,
  },
  {
    layer: 'shot',
    id: SHOT,
    insert: `insert into shot (id, field_run, seq, ${STAMPS}) values ('${SHOT}', '${RUN}', 1, ${NOW})`,
    drawn: `update shot set lon = 1, lat = 2 where id = '${SHOT}'`,
    other: `update shot set note = 'x' where id = '${SHOT}'`,
  },
  {
    layer: 'pipe',
    id: PIPE,
    insert: `insert into pipe (id, field_run, seq, ${STAMPS}) values ('${PIPE}', '${RUN}', 1, ${NOW})`,
    drawn: `update pipe set vertices = '[]' where id = '${PIPE}'`,
    other: `update pipe set material = 'PVC' where id = '${PIPE}'`,
  },
])(
  'map notices: a $layer that is drawn differently is told, another change is not',
  async ({ layer, id, insert, drawn, other, remove }) => {
    expect(await noticesOf(insert)).toEqual([`${layer}:${id}`]);
    expect(await noticesOf(drawn)).toEqual([`${layer}:${id}`]);
    expect(await noticesOf(other)).toEqual([]);
    if (remove) expect(await noticesOf(remove)).toEqual([`${layer}:${id}`]);
  },
);

it('map notices: more than a hundred at once are told as a star', async () => {
  const many = (count: number) =>
    `insert into known_place (kind, label, lon, lat) select 'parcel', 'P' || n, 0, 0 from generate_series(1, ${count}) n`;
  expect((await noticesOf(many(100)))[0]?.split(',')).toHaveLength(100);
  expect(await noticesOf(many(101))).toEqual(['parcel:*']);
});

it('map notices: another coordinate system moves everything, another setting nothing', async () => {
  expect(await noticesOf(`update setting set version = version + 1 where section = 'coordinates'`)).toEqual(['all:*']);
  expect(await noticesOf(`update setting set version = version + 1 where section = 'firm'`)).toEqual([]);
});
