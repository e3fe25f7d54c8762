-- Field work: control points, runs with their shots, images and pipes, layers, and what tablets need to lose nothing.
-- What was captured in the field is never deleted by the server: its role has no DELETE on any of it.

-- Which life of the data this is, and those before it in order: a tablet asks what a life it knew had acknowledged.
create table dataset_epoch (
  place int generated always as identity primary key,
  epoch uuid not null unique,
  began_on timestamptz not null default now()
);
insert into dataset_epoch (epoch) select value::uuid from meta where key = 'dataset_epoch';
grant select on dataset_epoch to dmse_app;

create function note_epoch() returns trigger language plpgsql as $$
begin
  insert into dataset_epoch (epoch) values (new.value::uuid) on conflict (epoch) do nothing;
  return null;
end $$;
create trigger meta_epoch after insert or update of value on meta
  for each row when (new.key = 'dataset_epoch') execute function note_epoch();

create function current_epoch() returns uuid
  language sql stable
  return (select value::uuid from meta where key = 'dataset_epoch');

create table control_point (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  easting double precision not null,
  northing double precision not null,
  elevation double precision,
  note text not null default '',
  control_destroyed boolean not null default false,
  is_hpn boolean not null default false,
  datum text not null default '',
  epoch double precision,
  elevation_system text not null default '',
  sketch int references file,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  name_key text not null generated always as (norm(name)) stored,
  -- Long enough to put notes in order, short enough for an index.
  note_key text not null generated always as (norm(left(note, 100))) stored,
  search text not null generated always as (norm(name || ' ' || note)) stored
);
create index control_point_name on control_point (name_key, id);
create index control_point_note on control_point (note_key, id);
create index control_point_search on control_point using gin (search gin_trgm_ops);
create index control_point_hpn on control_point (name_key, id) where is_hpn;
create index control_point_destroyed on control_point (control_destroyed, name_key, id);
create index control_point_place on control_point (easting, northing);
create index control_point_sketch on control_point (sketch) where sketch is not null;
-- DELETE only for an import that is taken back.
grant select, insert, update, delete on control_point to dmse_app;

create table control_import (
  id int generated always as identity primary key,
  file int not null references file,
  created int not null,
  updated int not null,
  skipped int not null,
  created_on timestamptz not null,
  created_by int references app_user,
  undone_on timestamptz,
  undone_by int references app_user
);
grant select, insert, update on control_import to dmse_app;

-- What an import did to each point. `before` is what it wrote over; the version tells whether somebody worked on the point since.
create table control_import_row (
  import int not null references control_import,
  line int not null,
  record_id int not null,
  version int not null,
  before jsonb,
  primary key (import, line)
);
create index control_import_row_record on control_import_row (record_id);
grant select, insert on control_import_row to dmse_app;

-- `seq` counts the writes to a run and everything in it. Whoever writes takes the next number from the locked row, so that what becomes
-- visible later always has the higher number: a tablet that has read up to a number has read everything below it.
create table field_run (
  id uuid primary key,
  name text,
  short_description text,
  job int,
  job_num text not null default '',
  task int,
  state text not null default 'Waiting' check (state in ('Waiting', 'Active', 'Processing', 'Finished')),
  note text,
  started_on timestamptz,
  started_by int references app_user,
  imported_on timestamptz,
  finished_on timestamptz,
  task_types text[],
  present_hazards text[],
  hazard_controls text,
  personal_protective_equipment_used text[],
  crew int[],
  equipment text[],
  shifts jsonb,
  "HPN_easting_shift" double precision,
  "HPN_northing_shift" double precision,
  "HPN_elevation_shift" double precision,
  raw int references file,
  is_deleted boolean not null default false,
  conflict jsonb not null default '[]',
  late boolean not null default false,
  version int not null default 1,
  seq bigint not null default 1,
  create_op text,
  device text,
  captured_by int references app_user,
  received_at timestamptz not null,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  name_key text not null generated always as (norm(coalesce(name, ''))) stored,
  search text not null generated always as (
    norm(coalesce(name, '') || ' ' || job_num || ' ' || coalesce(short_description, '') || ' ' || coalesce(note, ''))) stored
);
create index field_run_name on field_run (name_key, id);
create index field_run_state on field_run (state, updated_on desc);
create index field_run_created on field_run (created_on, id);
create index field_run_updated on field_run (updated_on, id);
create index field_run_job on field_run (job) where job is not null;
create index field_run_search on field_run using gin (search gin_trgm_ops);
create index field_run_raw on field_run (raw) where raw is not null;
grant select, insert, update on field_run to dmse_app;

-- The block of point numbers each device may use in a run.
create table field_run_device (
  field_run uuid not null references field_run,
  device text not null,
  start_number int not null,
  opened_on timestamptz not null,
  primary key (field_run, device),
  unique (field_run, start_number)
);
grant select, insert on field_run_device to dmse_app;

-- Shots, images and pipes refer to each other by ids that tablets chose. There is no foreign key between them: a child may arrive first,
-- and after a restore from backup a parent may be missing; it is kept and shown, never refused.
create table shot (
  id uuid primary key,
  field_run uuid not null references field_run,
  name text,
  code text,
  description text,
  category text,
  sub_category text,
  lon double precision,
  lat double precision,
  altitude double precision,
  accuracy double precision,
  system text,
  kind text,
  shape text,
  size jsonb,
  cover jsonb,
  condition jsonb,
  connections jsonb,
  note text,
  control_point int,
  captured_at timestamptz,
  easting double precision,
  northing double precision,
  elevation double precision,
  processed_on timestamptz,
  is_deleted boolean not null default false,
  conflict jsonb not null default '[]',
  late boolean not null default false,
  version int not null default 1,
  seq bigint not null,
  create_op text,
  device text,
  captured_by int references app_user,
  received_at timestamptz not null,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  check ((lon is null) = (lat is null))
);
create index shot_feed on shot (field_run, seq);
create index shot_name on shot (field_run, name);
create index shot_control on shot (control_point) where control_point is not null;
create index shot_conflict on shot (field_run) where conflict <> '[]';
create index shot_late on shot (field_run) where late;
grant select, insert, update on shot to dmse_app;

-- A row cannot exist without its bytes: `file` is stored first. An image of a control point may belong to no run.
create table shot_image (
  id uuid primary key,
  field_run uuid references field_run,
  fieldrun_shot uuid,
  control_point int,
  file int not null references file,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  name text,
  note text,
  captured_at timestamptz,
  exif jsonb,
  parent_pending boolean not null default false,
  is_deleted boolean not null default false,
  conflict jsonb not null default '[]',
  late boolean not null default false,
  version int not null default 1,
  seq bigint not null,
  create_op text,
  device text,
  captured_by int references app_user,
  received_at timestamptz not null,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  check (field_run is not null or control_point is not null)
);
create index shot_image_feed on shot_image (field_run, seq);
create index shot_image_shot on shot_image (fieldrun_shot) where fieldrun_shot is not null;
create index shot_image_control on shot_image (control_point) where control_point is not null;
create index shot_image_file on shot_image (file);
create index shot_image_conflict on shot_image (field_run) where conflict <> '[]';
create index shot_image_late on shot_image (field_run) where late;
grant select, insert, update on shot_image to dmse_app;

-- Every file an image ever had: bytes that were replaced are kept.
create table shot_image_bytes (
  image uuid not null references shot_image,
  version int not null,
  file int not null references file,
  primary key (image, version)
);
create index shot_image_bytes_file on shot_image_bytes (file);
grant select, insert on shot_image_bytes to dmse_app;

create table pipe (
  id uuid primary key,
  field_run uuid not null references field_run,
  name text,
  start_structure uuid,
  end_structure uuid,
  system text,
  material text,
  inside_diameter double precision,
  shape text,
  status text,
  open_end text,
  quality_level text,
  note text,
  geometry jsonb,
  vertices jsonb,
  captured_at timestamptz,
  parent_pending boolean not null default false,
  is_deleted boolean not null default false,
  conflict jsonb not null default '[]',
  late boolean not null default false,
  version int not null default 1,
  seq bigint not null,
  create_op text,
  device text,
  captured_by int references app_user,
  received_at timestamptz not null,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user
);
create index pipe_feed on pipe (field_run, seq);
create index pipe_start on pipe (start_structure) where start_structure is not null;
create index pipe_end on pipe (end_structure) where end_structure is not null;
create index pipe_conflict on pipe (field_run) where conflict <> '[]';
create index pipe_late on pipe (field_run) where late;
grant select, insert, update on pipe to dmse_app;

-- What a record that was moved to another run leaves in the feed of the old one.
create table field_move (
  from_run uuid not null references field_run,
  seq bigint not null,
  kind text not null check (kind in ('point', 'pipe', 'image')),
  item uuid not null,
  to_run uuid not null references field_run,
  version int not null,
  at timestamptz not null,
  primary key (from_run, seq)
);
create index field_move_item on field_move (item);
grant select, insert on field_move to dmse_app;

-- Every version of everything a tablet can write, before and after. Insert only.
create table field_history (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('run', 'point', 'pipe', 'image')),
  item uuid not null,
  field_run uuid,
  version int not null,
  epoch uuid not null default current_epoch(),
  action text not null,
  -- Names of the fields that this version changed: who else has touched a field since is asked on every push.
  fields text[] not null,
  before jsonb,
  after jsonb not null,
  base int,
  device text,
  op text,
  at timestamptz not null,
  by int references app_user,
  captured_by int references app_user,
  request_id text,
  unique (item, version)
);
create index field_history_run on field_history (field_run, id);
grant select, insert on field_history to dmse_app;

-- Operations that have been applied, with what was answered: a retry gets the same answer and changes nothing.
create table applied_op (
  op_id text primary key,
  item uuid not null,
  rev int not null,
  device_id text not null,
  response jsonb not null,
  at timestamptz not null
);
create index applied_op_item on applied_op (item, device_id, rev);
create index applied_op_at on applied_op (at);
-- DELETE for the nightly retention alone.
grant select, insert, delete on applied_op to dmse_app;

create table device (
  id uuid primary key,
  user_id int references app_user,
  last_seen_on timestamptz not null,
  report jsonb,
  reported_on timestamptz,
  clock_offset double precision
);
grant select, insert, update on device to dmse_app;

-- A file on its way up in pieces. Each piece lies in the file store under its own hash; the whole is put together with the last one.
create table field_upload (
  id text primary key,
  field_run uuid,
  length bigint not null check (length > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  received bigint not null default 0,
  file int references file,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null
);
create index field_upload_updated on field_upload (updated_on);
create index field_upload_file on field_upload (file) where file is not null;
grant select, insert, update, delete on field_upload to dmse_app;

create table upload_part (
  upload text not null references field_upload on delete cascade,
  start_at bigint not null,
  bytes int not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (upload, start_at)
);
create index upload_part_sha256 on upload_part (sha256);
grant select, insert, delete on upload_part to dmse_app;

-- What a tablet could not get in. `content` is text, not jsonb: it is kept exactly as it came, even what jsonb would refuse.
create table field_quarantine (
  id int generated always as identity primary key,
  op text not null unique,
  kind text not null check (kind in ('run', 'point', 'pipe', 'image')),
  item uuid not null,
  field_run uuid not null,
  device text not null,
  rev int not null,
  base int not null,
  content text not null,
  reason text not null,
  file int references file,
  state text not null default 'held' check (state in ('held', 'released', 'dismissed')),
  received_at timestamptz not null,
  received_by int references app_user,
  captured_by int references app_user,
  decided_on timestamptz,
  decided_by int references app_user,
  decision_note text not null default ''
);
create index field_quarantine_state on field_quarantine (state, id);
create index field_quarantine_item on field_quarantine (item);
create index field_quarantine_file on field_quarantine (file) where file is not null;
grant select, insert, update on field_quarantine to dmse_app;

-- Check shots on control: what was measured, what was published then.
create table control_check (
  id int generated always as identity primary key,
  control_point int not null references control_point,
  field_run uuid references field_run,
  shot uuid,
  shot_name text not null default '',
  measured_on timestamptz not null,
  easting double precision not null,
  northing double precision not null,
  elevation double precision,
  published_easting double precision not null,
  published_northing double precision not null,
  published_elevation double precision,
  note text not null default '',
  created_on timestamptz not null,
  created_by int references app_user
);
create index control_check_point on control_check (control_point, measured_on desc);
create index control_check_run on control_check (field_run) where field_run is not null;
grant select, insert on control_check to dmse_app;

create table static_layer (
  id int generated always as identity primary key,
  field_run uuid not null references field_run,
  name text not null check (name <> ''),
  format text not null check (format in ('GeoJSON', 'KML', 'KMZ', 'GPX', 'DXF', 'Shapefile', 'PNG', 'WebP')),
  kind text not null check (kind in ('vector', 'image')),
  -- As uploaded, and as the tablet gets it.
  file int not null references file,
  shown int not null references file,
  features int not null,
  vertices int not null,
  bounds double precision[] not null,
  corners jsonb,
  crs text,
  problems text[] not null default '{}',
  created_on timestamptz not null,
  created_by int references app_user
);
create index static_layer_run on static_layer (field_run, id);
create index static_layer_file on static_layer (file);
create index static_layer_shown on static_layer (shown);
grant select, insert, delete on static_layer to dmse_app;

create table geoid_grid (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  description text not null,
  kind text not null check (kind in ('undulation', 'offset')),
  vertical_system text not null,
  extent double precision[] not null,
  file int not null references file,
  created_on timestamptz not null,
  created_by int references app_user
);
create index geoid_grid_file on geoid_grid (file);
grant select, insert, update, delete on geoid_grid to dmse_app;

-- A firm in another province changes these, never the code.
insert into setting (section, value, updated_on) values
  ('field_codes', '{"codes":[{"code":"MON","meaning":"monument","kind":"control","structure":null},{"code":"CP","meaning":"control point","kind":"control","structure":null},{"code":"BM","meaning":"bench mark","kind":"control","structure":null},{"code":"SMFD","meaning":"survey marker found","kind":"legal","structure":null},{"code":"IPFD","meaning":"iron pipe found","kind":"legal","structure":null},{"code":"IBFD","meaning":"iron bar found","kind":"legal","structure":null},{"code":"SQIB","meaning":"square iron bar found","kind":"legal","structure":null},{"code":"SMPL","meaning":"survey marker placed","kind":"legal","structure":null},{"code":"SAMH","meaning":"sanitary manhole","kind":"utility","structure":"sanitary"},{"code":"SA","meaning":"sanitary line","kind":"utility","structure":null},{"code":"STMH","meaning":"storm manhole","kind":"utility","structure":"storm"},{"code":"ST","meaning":"storm line","kind":"utility","structure":null},{"code":"CBR","meaning":"catch basin, round","kind":"utility","structure":"storm"},{"code":"CBSQ","meaning":"catch basin, square","kind":"utility","structure":"storm"},{"code":"CBP","meaning":"catch basin, pipe","kind":"utility","structure":"storm"},{"code":"CLV","meaning":"culvert","kind":"utility","structure":"storm"},{"code":"FH","meaning":"fire hydrant","kind":"utility","structure":null},{"code":"WV","meaning":"water valve","kind":"utility","structure":null},{"code":"WVC","meaning":"water valve, curb","kind":"utility","structure":null},{"code":"WVMH","meaning":"water valve manhole","kind":"utility","structure":null},{"code":"WL","meaning":"water line","kind":"utility","structure":null},{"code":"WELL","meaning":"well","kind":"utility","structure":null},{"code":"CMH","meaning":"communication manhole","kind":"utility","structure":null},{"code":"PMH","meaning":"power manhole","kind":"utility","structure":null},{"code":"UGPL","meaning":"underground power line","kind":"utility","structure":null},{"code":"UGGL","meaning":"underground gas line","kind":"utility","structure":null},{"code":"UGCL","meaning":"underground cable","kind":"utility","structure":null},{"code":"PJB","meaning":"power junction box","kind":"utility","structure":null},{"code":"CJB","meaning":"communication junction box","kind":"utility","structure":null},{"code":"GB","meaning":"gas box","kind":"utility","structure":null},{"code":"UP","meaning":"utility pole","kind":"utility","structure":null},{"code":"GUY","meaning":"guy anchor","kind":"utility","structure":null},{"code":"TWR","meaning":"tower","kind":"utility","structure":null},{"code":"LS","meaning":"light standard","kind":"utility","structure":null},{"code":"AE","meaning":"edge of asphalt","kind":"feature","structure":null},{"code":"TREE","meaning":"tree","kind":"feature","structure":null}],"control_codes":["MON","CP"]}', now()),
  ('field_tolerances', '{"hrms":0.025,"vrms":0.05,"pdop":4,"min_satellites":6,"age_of_corrections":5,"same_point":0.075,"same_place_other_code":0.02,"control_search":10,"repeat_horizontal":0.02,"repeat_vertical":0.03,"check_horizontal":0.03,"check_vertical":0.05,"control_reject_horizontal":0.03,"control_reject_vertical":0.05,"ppp_sigma_horizontal":0.03,"ppp_sigma_vertical":0.05,"ppp_epoch_years":0.01,"antenna_height":0.005,"resection_distance":0.01,"resection_elevation":0.02,"resection_angle_seconds":15,"coordinate_edited":0.002,"renumbered":0.001,"not_explained":0.02,"same_name_far":15,"clock_gap_seconds":60,"rod_match":0.03,"geoid_jump":0.05,"geoid_tilt_per_km":0.03,"ref_other_base":50,"ref_base":0.005,"scale_factor":1e-8,"pipe_max_slope_percent":15,"pipe_max_length":150,"pipe_bearing":30}', now()),
  ('coordinates', '{"office_crs":{"name":"NAD83(CSRS) / New Brunswick Stereographic","epsg":2953,"proj":"+proj=sterea +lat_0=46.5 +lon_0=-66.5 +k=0.999912 +x_0=2500000 +y_0=7500000 +ellps=GRS80 +units=m +no_defs"},"frame":{"name":"NAD83","epoch":1997},"geoid_models":[{"names":["CGV2013","CGVD2013","CGG2013"],"vertical_system":"CGVD2013"},{"names":["HT2","CGVD28"],"vertical_system":"CGVD28"}],"elevation_systems":["CGVD28","CGVD2013"],"undulation_grid":null,"offset_grid":null,"shift_keyed_in":false,"refraction":0.13}', now()),
  ('risk_lists', '{"task_types":["Control survey","Topographic survey","Legal survey","Layout and as-built","Utilities and manhole lifts","Bathymetry","Drone flight","Brushing and line cutting","Levelling"],"hazards":["Live traffic","Vehicle and parking","Heavy equipment","Open excavation or trench","Overhead power lines","Buried utilities when driving bars","Confined space, gas at an open manhole","Lifting covers: strain, pinch","Fall into an open manhole","Slips, ice, steep bank","Water, tide, thin ice","Railway","Working alone, no cell cover","Machete or chainsaw","Falling trees","Insects, ticks","Dogs, wildlife","Hunting season","Poison ivy, giant hogweed","Heat, sun","Cold, wind","Lightning","Noise","Dust, silica","Sewage, biohazard","Asbestos","Needles","Public, aggressive persons","Fatigue, driving distance","Lasers","Drone and aircraft"],"controls":["Traffic plan, signs, cones","Spotter","Beacon","Locate ticket","Lock or flag","Gas test","Lid hook and two people","Never enter","Check-in times","Buddy","Buoyant vest","Weather stop","First-aid kit and trained person","Muster point known","Nearest hospital known","Emergency number known","Permit","Right to stop work"],"personal_protective_equipment":["Hi-vis (CSA Z96)","CSA boots","Hard hat","Eye protection","Hearing protection","Gloves, cut resistant","Gloves, nitrile","Chaps","PFD","Ice cleats","Bug and sun protection","Harness","Respirator","Rain or cold gear","Radio or satellite messenger"]}', now()),
  ('field_numbers', '{"accuracy_gate":10,"photo_max_px":2560,"photo_quality":0.82,"image_max_bytes":41943040,"form_bytes":4194304,"piece_bytes":524288,"first_point_number":5000,"point_block":1000}', now());
