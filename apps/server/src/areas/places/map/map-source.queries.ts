import type { ControlPoint } from '@dmse/contract/sites/control-point';
import type { MapLayerName } from '@dmse/domain/places/map-layers';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** Where something is: on the office grid, or else in degrees. */
type Placed = { easting: number | null; northing: number | null; lon: number | null; lat: number | null };
export type SourceRow = Placed & {
  id: string | number;
  label: string | null;
  /** The facets in the order of the layer's declaration. */
  facet0?: string | string[] | null;
  facet1?: string | string[] | null;
  facet2?: string | string[] | null;
  facet3?: string | string[] | null;
  /** Another one when the shape has changed. */
  stamp?: string | null;
  /** A second place with its weight, which counts beside the first: shots of a run in degrees, the other end of a pipe. */
  other?: (Placed & { weight: number }) | null;
  weight?: number;
  /** Corners between the two places, or the whole shape, in degrees. */
  shape?: unknown;
};

type Source = {
  id: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** In words, beside the label. */
  detail: RawBuilder<unknown>;
  /** Pairs of label and value, one after the other; those without a value are left out. */
  facts: RawBuilder<unknown>;
  /** Further columns of a card: geometry, run, shown, project_manager, project_leads. */
  card?: RawBuilder<unknown>;
};

export type DetailRow = SourceRow & {
  detail: string | null;
  facts: (string | null)[];
  geometry?: unknown;
  run?: string;
  shown?: number;
  project_manager?: number | null;
  project_leads?: number[];
};

const DESTROYED = sql.ref(`c.${'control_destroyed' satisfies keyof ControlPoint}`);

const ON_GRID = sql`null::float8 as easting, null::float8 as northing`;
const BOX_MIDDLE = sql`${ON_GRID}, (l.min_lon + l.max_lon) / 2 as lon, (l.min_lat + l.max_lat) / 2 as lat`;
const OUTLINE = sql`case when l.geometry ->> 'type' = 'Polygon' then md5(l.geometry::text) end as stamp`;

function yearOf(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`extract(year from ${column})::int::text`;
}

function work(table: 'job' | 'quote'): Source {
  const t = sql.table(table);
  return {
    id: sql`${t}.id`,
    columns: sql`${t}.num as label, ${BOX_MIDDLE}, ${OUTLINE}, ${t}.state as facet0, ${t}.job_types as facet1,
      ${yearOf(sql`${t}.created_on`)} as facet2, u.full_name as facet3`,
    from: sql`${t} join location l on l.id = ${t}.location left join app_user u on u.id = ${t}.project_manager`,
    detail: sql`concat_ws(' · ', nullif(${t}."desc", ''), nullif(${t}.client_name, ''))`,
    facts: sql`array['Client', ${t}.client_name, 'Address', l.address, 'PID', l.pid, 'Type', array_to_string(${t}.job_types, ', '),
      'Project manager', u.full_name, 'Created', to_char(${t}.created_on, 'YYYY-MM-DD')]`,
    card: sql`l.geometry, ${t}.project_manager, ${t}.project_leads`,
    where: table === 'quote' ? sql`l.min_lat is not null and not quote.is_promoted` : sql`l.min_lat is not null`,
  };
}

/** A shot as it was processed, else as it was captured. */
const SHOT_PLACE = sql`shot.easting, shot.northing, shot.lon, shot.lat`;
const IS_PLACED = sql`(shot.easting is not null or shot.lat is not null)`;

const END = (name: string) =>
  sql.raw(`json_build_object('easting', ${name}.easting, 'northing', ${name}.northing, 'lon', ${name}.lon,
  'lat', ${name}.lat, 'weight', case when ${name}.id is null then 0 else 1 end)`);

const SOURCES: Record<MapLayerName, Source> = {
  job: work('job'),
  quote: work('quote'),
  control: {
    id: sql`c.id`,
    columns: sql`c.name as label, c.easting, c.northing, null::float8 as lon, null::float8 as lat,
      case when c.is_hpn then 'HPN' else 'Other' end as facet0, case when ${DESTROYED} then 'Destroyed' else 'In place' end as facet1`,
    from: sql`control_point c`,
    detail: sql`concat_ws(' · ', case when c.is_hpn then 'HPN' end, case when ${DESTROYED} then 'Destroyed' end, nullif(left(c.note, 200), ''))`,
    facts: sql`array['Elevation', c.elevation::text, 'Datum', c.datum, 'Elevation system', c.elevation_system,
      'Network', case when c.is_hpn then 'HPN' end, 'Condition', case when ${DESTROYED} then 'Destroyed' else 'In place' end, 'Note', left(c.note, 500)]`,
    where: sql`true`,
  },
  run: {
    id: sql`r.id`,
    // The mean of its shots; without one that of the points it was finished with; else where its job is.
    columns: sql`coalesce(nullif(r.name, ''), r.job_num) as label, coalesce(s.easting, p.easting) as easting,
      coalesce(s.northing, p.northing) as northing, case when s.all_shots = 0 and p.easting is null then (l.min_lon + l.max_lon) / 2 end as lon,
      case when s.all_shots = 0 and p.easting is null then (l.min_lat + l.max_lat) / 2 end as lat, s.weight::float8 as weight,
      json_build_object('lon', s.lon, 'lat', s.lat, 'weight', s.other) as other, r.state as facet0,
      ${yearOf(sql`coalesce(r.started_on, r.created_on)`)} as facet1`,
    from: sql`field_run r left join job j on j.id = r.job left join location l on l.id = j.location
      left join lateral (
        select avg(shot.easting) as easting, avg(shot.northing) as northing, count(shot.easting) as weight,
          avg(shot.lon) filter (where shot.easting is null) as lon, avg(shot.lat) filter (where shot.easting is null) as lat,
          count(*) filter (where shot.easting is null) as other, count(*) as all_shots
        from shot where shot.field_run = r.id and not shot.is_deleted and ${IS_PLACED}) s on true
      left join lateral (
        select avg(q.easting) as easting, avg(q.northing) as northing
        from processed_point q join processing_attempt a on a.id = q.attempt
        where s.all_shots = 0 and q.field_run = r.id and a.state = 'finished') p on true`,
    detail: sql`concat_ws(' · ', nullif(r.job_num, ''), nullif(r.short_description, ''))`,
    facts: sql`array['Job', r.job_num, 'Description', r.short_description, 'Started', to_char(r.started_on, 'YYYY-MM-DD'), 'Shots', s.all_shots::text]`,
    card: sql`r.id::text as run`,
    where: sql`not r.is_deleted`,
  },
  shot: {
    id: sql`shot.id`,
    columns: sql`shot.name as label, ${SHOT_PLACE}, shot.category as facet0,
      ${yearOf(sql`coalesce(shot.captured_at, shot.created_on)`)} as facet1`,
    from: sql`shot join field_run r on r.id = shot.field_run`,
    detail: sql`concat_ws(' · ', nullif(shot.code, ''), nullif(nullif(shot.description, shot.code), ''), nullif(r.name, ''))`,
    facts: sql`array['Code', shot.code, 'Description', shot.description, 'Category', shot.category, 'Elevation', shot.elevation::text,
      'Field run', r.name, 'Captured', to_char(shot.captured_at, 'YYYY-MM-DD')]`,
    card: sql`r.id::text as run`,
    where: sql`not shot.is_deleted and not r.is_deleted and ${IS_PLACED}`,
  },
  pipe: {
    id: sql`pipe.id`,
    columns: sql`pipe.name as label, s.easting, s.northing, s.lon, s.lat, case when s.id is null then 0 else 1 end as weight,
      ${END('e')} as other, pipe.system as facet0, md5(coalesce(pipe.vertices::text, '')) as stamp, pipe.vertices as shape`,
    from: sql`pipe join field_run r on r.id = pipe.field_run
      left join shot s on s.id = pipe.start_structure and not s.is_deleted left join shot e on e.id = pipe.end_structure and not e.is_deleted`,
    detail: sql`concat_ws(' · ', initcap(pipe.system), pipe.material, pipe.inside_diameter || ' mm')`,
    facts: sql`array['System', initcap(pipe.system), 'Material', pipe.material, 'Inside diameter', pipe.inside_diameter || ' mm', 'From', s.name, 'To', e.name,
      'Field run', r.name]`,
    card: sql`r.id::text as run`,
    where: sql`not pipe.is_deleted and not r.is_deleted and (s.id is not null or e.id is not null)`,
  },
  historical: {
    id: sql`h.id`,
    columns: sql`coalesce(nullif(h.file_number, ''), h.plan_number) as label, ${BOX_MIDDLE}, ${OUTLINE}, h.company as facet0,
      h.category as facet1, ${yearOf(sql`h.surveyed_on`)} as facet2`,
    from: sql`historical_file h join location l on l.id = h.location`,
    detail: sql`concat_ws(' · ', nullif(h.description, ''), nullif(h.client_name, ''))`,
    facts: sql`array['Company', h.company, 'File number', h.file_number, 'Plan number', h.plan_number, 'Client', h.client_name, 'Category', h.category,
      'Surveyed', h.surveyed_on::text, 'PID', h.pid, 'Address', l.address]`,
    card: sql`l.geometry`,
    where: sql`l.min_lat is not null`,
  },
  layer: {
    id: sql`y.id`,
    columns: sql`y.name as label, ${ON_GRID}, (y.bounds[1] + y.bounds[3]) / 2 as lon, (y.bounds[2] + y.bounds[4]) / 2 as lat,
      y.bounds::text as stamp`,
    from: sql`static_layer y join field_run r on r.id = y.field_run`,
    detail: sql`concat_ws(' · ', y.format, nullif(r.name, ''))`,
    facts: sql`array['Format', y.format, 'Features', y.features::text, 'Field run', r.name, 'Added', to_char(y.created_on, 'YYYY-MM-DD')]`,
    card: sql`r.id::text as run, y.shown, y.bounds as shape`,
    where: sql`not r.is_deleted`,
  },
  parcel: {
    id: sql`k.id`,
    columns: sql`k.label, ${ON_GRID}, k.lon, k.lat, md5(k.geometry::text) as stamp`,
    from: sql`known_place k`,
    detail: sql`k.source`,
    facts: sql`array[]::text[]`,
    card: sql`k.geometry`,
    where: sql`k.kind = 'parcel'`,
  },
};

const UUIDS: ReadonlySet<MapLayerName> = new Set(['run', 'shot', 'pipe']);

/** A piece of a layer in the order of its ids, after the last one of the piece before. */
export async function listPiece(tx: Tx, layer: MapLayerName, after: string | number | null, limit: number): Promise<SourceRow[]> {
  const { id, columns, from, where } = SOURCES[layer];
  const isLater = after === null ? sql`true` : sql`${id} > ${after}`;
  const { rows } = await sql<SourceRow>`
    select ${id} as id, ${columns} from ${from} where ${where} and ${isLater} order by ${id} limit ${limit}`.execute(tx);
  return rows;
}

export async function listByIds(tx: Tx, layer: MapLayerName, ids: readonly (string | number)[]): Promise<SourceRow[]> {
  if (ids.length === 0) return [];
  const { id, columns, from, where } = SOURCES[layer];
  const kind = sql.raw(UUIDS.has(layer) ? 'uuid[]' : 'int[]');
  const { rows } = await sql<SourceRow>`
    select ${id} as id, ${columns} from ${from} where ${where} and ${id} = any(${ids as unknown[]}::${kind})`.execute(tx);
  return rows;
}

/** The same with everything that is said of them in words. */
export async function listDetails(tx: Tx, layer: MapLayerName, ids: readonly (string | number)[]): Promise<DetailRow[]> {
  if (ids.length === 0) return [];
  const { id, columns, from, where, detail, facts, card } = SOURCES[layer];
  const kind = sql.raw(UUIDS.has(layer) ? 'uuid[]' : 'int[]');
  const { rows } = await sql<DetailRow>`
    select ${id} as id, ${columns}, ${detail} as detail, ${facts} as facts ${card ? sql`, ${card}` : sql``}
    from ${from} where ${where} and ${id} = any(${ids as unknown[]}::${kind})`.execute(tx);
  return rows;
}

const POINT = sql`p.attempt || '.' || p.name as id, p.name as label, p.easting, p.northing, null::float8 as lon, null::float8 as lat,
  null as facet0, ${yearOf(sql`a.ended_on`)} as facet1`;
const POINTS_FROM = sql`processed_point p join processing_attempt a on a.id = p.attempt join field_run r on r.id = p.field_run
  where a.state = 'finished' and p.shot is null and not r.is_deleted`;

/** Points of finished runs that no shot stands for, run by run in the order of the attempts. */
export async function listPointsPiece(tx: Tx, after: { attempt: number; name: string } | null, limit: number) {
  const isLater = after ? sql`(p.attempt, p.name) > (${after.attempt}, ${after.name})` : sql`true`;
  const { rows } = await sql<SourceRow & { attempt: number }>`
    select ${POINT}, p.attempt from ${POINTS_FROM} and ${isLater} order by p.attempt, p.name limit ${limit}`.execute(tx);
  return rows;
}

export async function listPoints(tx: Tx, attempts: readonly number[]): Promise<SourceRow[]> {
  if (attempts.length === 0) return [];
  const { rows } = await sql<SourceRow>`select ${POINT} from ${POINTS_FROM} and p.attempt = any(${attempts as number[]}::int[])`.execute(
    tx,
  );
  return rows;
}

export async function listPointDetails(tx: Tx, points: readonly { attempt: number; name: string }[]): Promise<DetailRow[]> {
  if (points.length === 0) return [];
  const { rows } = await sql<DetailRow>`
    with meant as (select * from jsonb_to_recordset(${JSON.stringify(points)}::jsonb) as m (attempt int, name text))
    select ${POINT}, concat_ws(' · ', nullif(p.code, ''), nullif(nullif(p.description, p.code), ''), nullif(r.name, '')) as detail, r.id::text as run,
      array['Code', p.code, 'Description', p.description, 'Elevation', p.elevation::text, 'Field run', r.name] as facts
    from ${POINTS_FROM} and (p.attempt, p.name) in (select attempt, name from meant)`.execute(tx);
  return rows;
}

export type ShapeBox = { west: number; south: number; east: number; north: number };

const SHAPES = {
  job: { geometry: sql`l.geometry`, box: 'l' },
  quote: { geometry: sql`l.geometry`, box: 'l' },
  historical: { geometry: sql`l.geometry`, box: 'l' },
  parcel: { geometry: sql`k.geometry`, box: 'k' },
} as const;

/** Of a box, in degrees; what is higher is found by an index of the heights, so that the others are found by their lower side. */
const HIGH = 0.05;

/** Outlines whose box meets this one, the latest first. */
export async function listOutlines(tx: Tx, layer: keyof typeof SHAPES, box: ShapeBox, limit: number): Promise<SourceRow[]> {
  const { id, columns, from, where } = SOURCES[layer];
  const { geometry, box: name } = SHAPES[layer];
  const b = sql.table(name);
  const { rows } = await sql<SourceRow>`
    select ${id} as id, ${columns}, ${geometry} as shape from ${from}
    where ${where} and (${b}.min_lat between ${box.south - HIGH} and ${box.north} or ${b}.max_lat - ${b}.min_lat > ${sql.lit(HIGH)})
      and ${b}.min_lat <= ${box.north} and ${b}.max_lat >= ${box.south} and ${b}.min_lon <= ${box.east}
      and ${b}.max_lon >= ${box.west} and ${geometry} ->> 'type' <> 'Point'
    order by ${id} desc limit ${limit}`.execute(tx);
  return rows;
}

export async function listLayerBoxes(tx: Tx, box: ShapeBox, limit: number): Promise<SourceRow[]> {
  const { id, columns, from, where } = SOURCES.layer;
  const { rows } = await sql<SourceRow>`
    select ${id} as id, ${columns}, y.bounds as shape from ${from}
    where ${where} and y.bounds[1] <= ${box.east} and y.bounds[3] >= ${box.west} and y.bounds[2] <= ${box.north}
      and y.bounds[4] >= ${box.south}
    order by ${id} desc limit ${limit}`.execute(tx);
  return rows;
}

type Ids = { ids: string[] };

/** The records that have one of these locations, and the runs of the jobs among them. */
export async function findPlacedAt(tx: Tx, locations: readonly number[]): Promise<{ layer: MapLayerName; id: string }[]> {
  const { rows } = await sql<{ layer: MapLayerName; id: string }>`
    with meant as (select unnest(${locations as number[]}::int[]) as location)
    select 'job' as layer, j.id::text as id from job j join meant using (location)
    union all select 'quote', q.id::text from quote q join meant using (location)
    union all select 'historical', h.id::text from historical_file h join meant using (location)
    union all select 'run', r.id::text from field_run r join job j on j.id = r.job join meant using (location)`.execute(tx);
  return rows;
}

export async function findRunsOfJobs(tx: Tx, jobs: readonly number[]): Promise<string[]> {
  return first(await sql<Ids>`select array(select id::text from field_run where job = any(${jobs as number[]}::int[])) as ids`.execute(tx));
}

export async function findRunsOfShots(tx: Tx, shots: readonly string[]): Promise<string[]> {
  return first(
    await sql<Ids>`select array(select distinct field_run::text from shot where id = any(${shots as string[]}::uuid[])) as ids`.execute(tx),
  );
}

export async function findPipesOfShots(tx: Tx, shots: readonly string[]): Promise<string[]> {
  return first(
    await sql<Ids>`select array(select id::text from pipe where start_structure = any(${shots as string[]}::uuid[])
      or end_structure = any(${shots as string[]}::uuid[])) as ids`.execute(tx),
  );
}

export async function findRunsOfAttempts(tx: Tx, attempts: readonly number[]): Promise<string[]> {
  return first(
    await sql<Ids>`select array(select distinct field_run::text from processing_attempt where id = any(${attempts as number[]}::int[])) as ids`.execute(
      tx,
    ),
  );
}

/** Everything that is drawn of these runs. */
export async function findPartsOfRuns(tx: Tx, runs: readonly string[]) {
  const { rows } = await sql<{ shots: string[]; pipes: string[]; layers: string[]; attempts: number[] }>`
    select array(select id::text from shot where field_run = any(${runs as string[]}::uuid[])) as shots,
      array(select id::text from pipe where field_run = any(${runs as string[]}::uuid[])) as pipes,
      array(select id::text from static_layer where field_run = any(${runs as string[]}::uuid[])) as layers,
      array(select id from processing_attempt where field_run = any(${runs as string[]}::uuid[])) as attempts`.execute(tx);
  return rows[0]!;
}

function first({ rows }: { rows: Ids[] }): string[] {
  return rows[0]!.ids;
}
