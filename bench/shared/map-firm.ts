import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { socketUrl } from '../../apps/server/src/postgres/socket-folder.ts';
import { type Product, startProduct } from './product.ts';

const SHOTS = Number(process.env.SHOTS ?? 1_000_000);
const RUN_SHOTS = 250;
/** Half of everything lies around a few towns of this many metres. */
const TOWN = 6000;

/** A place on the office grid: around one of twenty towns, or anywhere in the province. */
const PLACE = `lateral (select case when n % 2 = 0 then 2350000 + (n / 2 % 20) * 15000 + ${TOWN} * sin(n * 1.7) * random() else 2300000 + 330000 * random() end as e,
  case when n % 2 = 0 then 7350000 + (n / 2 % 20 * 7 % 20) * 13000 + ${TOWN} * cos(n * 2.3) * random() else 7300000 + 300000 * random() end as m where n is not null) at`;
/** Near enough to the grid for a job's place. */
const LON = `(-66.5 + (e - 2500000) / 76800)`;
const LAT = `(46.5 + (m - 7500000) / 111200)`;

function located(table: 'job' | 'historical_file', count: number, columns: string, values: string): string {
  return `
    with made as materialized (
      select n, row_number() over () as r, ${LON} as lon, ${LAT} as lat, n % 5 = 0 as is_outline from generate_series(1, ${count}) n, ${PLACE}
    ), places as (
      insert into location (geometry, min_lon, min_lat, max_lon, max_lat, created_on, updated_on)
      select case when is_outline then jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(jsonb_build_array(
          jsonb_build_array(lon, lat), jsonb_build_array(lon + 0.001, lat), jsonb_build_array(lon + 0.001, lat + 0.0007),
          jsonb_build_array(lon, lat + 0.0007), jsonb_build_array(lon, lat))))
        else jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(lon, lat)) end,
        lon, lat, case when is_outline then lon + 0.001 else lon end, case when is_outline then lat + 0.0007 else lat end, now(), now()
      from made order by r returning id
    ), numbered as (select id, row_number() over (order by id) as n from places)
    insert into ${table} (${columns}, location, created_on, updated_on)
    select ${values}, id, timestamptz '2020-01-01' + n % 2300 * interval '1 day', now() from numbered`;
}

const FILL = [
  `insert into control_point (name, easting, northing, control_destroyed, is_hpn, created_on, updated_on)
    select 'C' || n, e, m, n % 11 = 0, n % 8 = 0, now(), now() from generate_series(1, 200000) n, ${PLACE}`,
  located(
    'job',
    50_000,
    `num, "desc", state, job_types, inbox_token, project_manager`,
    `'B' || n, 'Bench job ' || n,
    (array['IN PROGRESS', 'CLOSED', 'CANCELLED'])[1 + n % 3], array[(array['Legal survey', 'Topographic survey', 'Subdivision'])[1 + n % 3]], 'bench' || n,
    (select min(id) from app_user) + (n % 5)::int`,
  ),
  located('historical_file', 100_000, 'company, file_number, plan_number', `'Company ' || n % 4, 'H' || n, 'P' || n`),
  `insert into field_run (id, name, state, received_at, created_on, updated_on)
    select ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Bench run ' || n, 'Active', now(), now(), now()
    from generate_series(1, ${Math.ceil(SHOTS / RUN_SHOTS)}) n`,
  `insert into shot (id, field_run, name, category, lon, lat, easting, northing, seq, received_at, created_on, updated_on)
    select gen_random_uuid(), ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, (100 + k)::text,
      (array['control', 'structure', 'topo'])[1 + k % 3], ${LON} + random() * 0.004, ${LAT} + random() * 0.003,
      case when n % 2 = 0 then e + random() * 300 end, case when n % 2 = 0 then m + random() * 300 end, k + 1, now(),
      timestamptz '2020-01-01' + n % 2300 * interval '1 day', now()
    from generate_series(1, ${Math.ceil(SHOTS / RUN_SHOTS)}) n, ${PLACE}, generate_series(1, ${RUN_SHOTS}) k`,
  'analyze',
];

/** Indexes of lists and searches: the map does not read them, and to fill them takes longer than all the rest. */
const DROP = `do $$ declare it record; begin
  for it in select indexname from pg_indexes where schemaname = 'public'
    and tablename in ('control_point', 'location', 'job', 'historical_file', 'field_run', 'shot')
    and indexname not in ('location_box', 'location_height', 'job_location', 'historical_file_location', 'field_run_job', 'shot_name')
    and indexname not in (select conname from pg_constraint)
  loop execute format('drop index %I', it.indexname); end loop; end $$`;
/** A file that says that the folder holds the whole firm. */
const FILLED_MARK = 'map-firm';
const FILLED = ['control_point', 'location', 'job', 'historical_file', 'field_run', 'shot'];

/** A firm of 200,000 control points, 50,000 jobs, 1,000,000 shots and 100,000 historical files, half of them around twenty towns. */
async function fillMapFirm(url: string): Promise<void> {
  const began = performance.now();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Without telling the server, which would read what has come after every statement.
  for (const table of FILLED) await client.query(`alter table ${table} disable trigger map_insert`);
  for (const statement of [DROP, ...FILL]) await client.query(statement);
  for (const table of FILLED) await client.query(`alter table ${table} enable trigger map_insert`);
  await client.end();
  console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

/** The product on this firm. A data folder that is there already has been filled before. */
export async function startMapFirm(dataDir: string): Promise<Product> {
  if (existsSync(join(dataDir, FILLED_MARK))) return startProduct({ DATA_DIR: dataDir });
  const product = await startProduct({ DATA_DIR: dataDir });
  await fillMapFirm(socketUrl(join(dataDir, 'socket'), 'dmse_owner', 'dmse'));
  await writeFile(join(dataDir, FILLED_MARK), '');
  // The server reads it all anew, as after an update.
  await product.stop();
  return startProduct({ DATA_DIR: dataDir });
}
