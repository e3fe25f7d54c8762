-- Printed from the catalogue by the tests; the migrations are what counts.

create table app_user (
  id integer generated always as identity not null,
  username text not null,
  email text not null,
  full_name text not null,
  initials text not null,
  phone text default ''::text not null,
  is_active boolean default true not null,
  is_project_manager boolean default false not null,
  password_hash text not null,
  granted text[] default '{}'::text[] not null,
  preferences jsonb default '{}'::jsonb not null,
  job_role text,
  weekly_minutes integer default 2400 not null,
  start_date date,
  end_date date,
  profile_picture integer,
  last_sign_in timestamp with time zone,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  search text generated always as (norm(((((full_name || ' '::text) || username) || ' '::text) || email))) stored not null,
  constraint app_user_username_key UNIQUE (username),
  constraint app_user_pkey PRIMARY KEY (id),
  constraint app_user_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint app_user_profile_picture_fkey FOREIGN KEY (profile_picture) REFERENCES file(id),
  constraint app_user_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint app_user_username_check CHECK ((username = lower(username))),
  constraint app_user_weekly_minutes_check CHECK (((weekly_minutes >= 0) AND (weekly_minutes <= 10080)))
);

create table applied_op (
  op_id text not null,
  item uuid not null,
  rev integer not null,
  device_id text not null,
  response jsonb not null,
  at timestamp with time zone not null,
  constraint applied_op_pkey PRIMARY KEY (op_id)
);

create table client (
  id integer generated always as identity not null,
  merged_into integer,
  search text generated always as (norm(((((((((name || ' '::text) || billing_city) || ' '::text) || email) || ' '::text) || website) || ' '::text) || note))) stored not null,
  name_key text generated always as (norm(name)) stored not null,
  phone_digits text generated always as (regexp_replace(phone, '[^0-9]'::text, ''::text, 'g'::text)) stored not null,
  name text not null,
  party_type text default 'Organization'::text not null,
  classification text,
  risk_level text,
  email text default ''::text not null,
  phone text default ''::text not null,
  website text default ''::text not null,
  billing_street text default ''::text not null,
  billing_city text default ''::text not null,
  billing_province text default ''::text not null,
  billing_postal_code text default ''::text not null,
  billing_country text default ''::text not null,
  payment_terms_days integer default 30 not null,
  tax_province text,
  is_tax_exempt boolean default false not null,
  tax_exempt_reason text default ''::text not null,
  note text default ''::text not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint client_pkey PRIMARY KEY (id),
  constraint client_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint client_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES client(id),
  constraint client_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint client_classification_check CHECK ((classification = ANY (ARRAY['A'::text, 'B'::text, 'C'::text]))),
  constraint client_name_check CHECK ((name <> ''::text)),
  constraint client_party_type_check CHECK ((party_type = ANY (ARRAY['Individual'::text, 'Organization'::text]))),
  constraint client_payment_terms_days_check CHECK (((payment_terms_days >= 0) AND (payment_terms_days <= 365))),
  constraint client_risk_level_check CHECK ((risk_level = ANY (ARRAY['A'::text, 'B'::text, 'C'::text])))
);

create table client_contact (
  client integer not null,
  contact integer not null,
  role text default ''::text not null,
  is_billing boolean default false not null,
  constraint client_contact_pkey PRIMARY KEY (client, contact),
  constraint client_contact_client_fkey FOREIGN KEY (client) REFERENCES client(id),
  constraint client_contact_contact_fkey FOREIGN KEY (contact) REFERENCES contact(id)
);

create table contact (
  id integer generated always as identity not null,
  merged_into integer,
  search text generated always as (norm(((((((name || ' '::text) || "position") || ' '::text) || join_text(emails, ' '::text)) || ' '::text) || clients_summary))) stored not null,
  name_key text generated always as (norm(name)) stored not null,
  phone_digits text generated always as (digits_of(phones)) stored not null,
  name text not null,
  position text default ''::text not null,
  phones text[] default '{}'::text[] not null,
  emails text[] default '{}'::text[] not null,
  note text default ''::text not null,
  clients_summary text default ''::text not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint contact_pkey PRIMARY KEY (id),
  constraint contact_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint contact_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES contact(id),
  constraint contact_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint contact_name_check CHECK ((name <> ''::text))
);

create table control_check (
  id integer generated always as identity not null,
  control_point integer not null,
  field_run uuid,
  shot uuid,
  shot_name text default ''::text not null,
  measured_on timestamp with time zone not null,
  easting double precision not null,
  northing double precision not null,
  elevation double precision,
  published_easting double precision not null,
  published_northing double precision not null,
  published_elevation double precision,
  note text default ''::text not null,
  created_on timestamp with time zone not null,
  created_by integer,
  constraint control_check_pkey PRIMARY KEY (id),
  constraint control_check_control_point_fkey FOREIGN KEY (control_point) REFERENCES control_point(id),
  constraint control_check_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint control_check_field_run_fkey FOREIGN KEY (field_run) REFERENCES field_run(id)
);

create table control_import (
  id integer generated always as identity not null,
  file integer not null,
  created integer not null,
  updated integer not null,
  skipped integer not null,
  created_on timestamp with time zone not null,
  created_by integer,
  undone_on timestamp with time zone,
  undone_by integer,
  constraint control_import_pkey PRIMARY KEY (id),
  constraint control_import_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint control_import_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint control_import_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES app_user(id)
);

create table control_import_row (
  import integer not null,
  line integer not null,
  record_id integer not null,
  version integer not null,
  before jsonb,
  constraint control_import_row_pkey PRIMARY KEY (import, line),
  constraint control_import_row_import_fkey FOREIGN KEY (import) REFERENCES control_import(id)
);

create table control_point (
  id integer generated always as identity not null,
  name text not null,
  easting double precision not null,
  northing double precision not null,
  elevation double precision,
  note text default ''::text not null,
  control_destroyed boolean default false not null,
  is_hpn boolean default false not null,
  datum text default ''::text not null,
  epoch double precision,
  elevation_system text default ''::text not null,
  sketch integer,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  name_key text generated always as (norm(name)) stored not null,
  note_key text generated always as (norm("left"(note, 100))) stored not null,
  search text generated always as (norm(((name || ' '::text) || note))) stored not null,
  constraint control_point_pkey PRIMARY KEY (id),
  constraint control_point_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint control_point_sketch_fkey FOREIGN KEY (sketch) REFERENCES file(id),
  constraint control_point_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint control_point_name_check CHECK ((name <> ''::text))
);

create table dataset_epoch (
  place integer generated always as identity not null,
  epoch uuid not null,
  began_on timestamp with time zone default now() not null,
  constraint dataset_epoch_epoch_key UNIQUE (epoch),
  constraint dataset_epoch_pkey PRIMARY KEY (place)
);

create table device (
  id uuid not null,
  user_id integer,
  last_seen_on timestamp with time zone not null,
  report jsonb,
  reported_on timestamp with time zone,
  clock_offset double precision,
  constraint device_pkey PRIMARY KEY (id),
  constraint device_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);

create table field_history (
  id bigint generated always as identity not null,
  kind text not null,
  item uuid not null,
  field_run uuid,
  version integer not null,
  epoch uuid default current_epoch() not null,
  action text not null,
  fields text[] not null,
  before jsonb,
  after jsonb not null,
  base integer,
  device text,
  op text,
  at timestamp with time zone not null,
  by integer,
  captured_by integer,
  request_id text,
  constraint field_history_item_version_key UNIQUE (item, version),
  constraint field_history_pkey PRIMARY KEY (id),
  constraint field_history_by_fkey FOREIGN KEY (by) REFERENCES app_user(id),
  constraint field_history_captured_by_fkey FOREIGN KEY (captured_by) REFERENCES app_user(id),
  constraint field_history_kind_check CHECK ((kind = ANY (ARRAY['run'::text, 'point'::text, 'pipe'::text, 'image'::text])))
);

create table field_move (
  from_run uuid not null,
  seq bigint not null,
  kind text not null,
  item uuid not null,
  to_run uuid not null,
  version integer not null,
  at timestamp with time zone not null,
  constraint field_move_pkey PRIMARY KEY (from_run, seq),
  constraint field_move_from_run_fkey FOREIGN KEY (from_run) REFERENCES field_run(id),
  constraint field_move_to_run_fkey FOREIGN KEY (to_run) REFERENCES field_run(id),
  constraint field_move_kind_check CHECK ((kind = ANY (ARRAY['point'::text, 'pipe'::text, 'image'::text])))
);

create table field_quarantine (
  id integer generated always as identity not null,
  op text not null,
  kind text not null,
  item uuid not null,
  field_run uuid not null,
  device text not null,
  rev integer not null,
  base integer not null,
  content text not null,
  reason text not null,
  file integer,
  state text default 'held'::text not null,
  received_at timestamp with time zone not null,
  received_by integer,
  captured_by integer,
  decided_on timestamp with time zone,
  decided_by integer,
  decision_note text default ''::text not null,
  constraint field_quarantine_op_key UNIQUE (op),
  constraint field_quarantine_pkey PRIMARY KEY (id),
  constraint field_quarantine_captured_by_fkey FOREIGN KEY (captured_by) REFERENCES app_user(id),
  constraint field_quarantine_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint field_quarantine_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint field_quarantine_received_by_fkey FOREIGN KEY (received_by) REFERENCES app_user(id),
  constraint field_quarantine_kind_check CHECK ((kind = ANY (ARRAY['run'::text, 'point'::text, 'pipe'::text, 'image'::text]))),
  constraint field_quarantine_state_check CHECK ((state = ANY (ARRAY['held'::text, 'released'::text, 'dismissed'::text])))
);

create table field_run (
  id uuid not null,
  name text,
  short_description text,
  job integer,
  job_num text default ''::text not null,
  task integer,
  state text default 'Waiting'::text not null,
  note text,
  started_on timestamp with time zone,
  started_by integer,
  imported_on timestamp with time zone,
  finished_on timestamp with time zone,
  task_types text[],
  present_hazards text[],
  hazard_controls text,
  personal_protective_equipment_used text[],
  crew integer[],
  equipment text[],
  shifts jsonb,
  HPN_easting_shift double precision,
  HPN_northing_shift double precision,
  HPN_elevation_shift double precision,
  raw integer,
  is_deleted boolean default false not null,
  conflict jsonb default '[]'::jsonb not null,
  late boolean default false not null,
  version integer default 1 not null,
  seq bigint default 1 not null,
  create_op text,
  device text,
  captured_by integer,
  received_at timestamp with time zone not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  name_key text generated always as (norm(COALESCE(name, ''::text))) stored not null,
  search text generated always as (norm(((((((COALESCE(name, ''::text) || ' '::text) || job_num) || ' '::text) || COALESCE(short_description, ''::text)) || ' '::text) || COALESCE(note, ''::text)))) stored not null,
  constraint field_run_pkey PRIMARY KEY (id),
  constraint field_run_captured_by_fkey FOREIGN KEY (captured_by) REFERENCES app_user(id),
  constraint field_run_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint field_run_raw_fkey FOREIGN KEY (raw) REFERENCES file(id),
  constraint field_run_started_by_fkey FOREIGN KEY (started_by) REFERENCES app_user(id),
  constraint field_run_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint field_run_state_check CHECK ((state = ANY (ARRAY['Waiting'::text, 'Active'::text, 'Processing'::text, 'Finished'::text])))
);

create table field_run_device (
  field_run uuid not null,
  device text not null,
  start_number integer not null,
  opened_on timestamp with time zone not null,
  constraint field_run_device_field_run_start_number_key UNIQUE (field_run, start_number),
  constraint field_run_device_pkey PRIMARY KEY (field_run, device),
  constraint field_run_device_field_run_fkey FOREIGN KEY (field_run) REFERENCES field_run(id)
);

create table field_upload (
  id text not null,
  field_run uuid,
  length bigint not null,
  sha256 text not null,
  received bigint default 0 not null,
  file integer,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  constraint field_upload_pkey PRIMARY KEY (id),
  constraint field_upload_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint field_upload_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint field_upload_length_check CHECK ((length > 0)),
  constraint field_upload_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

create table file (
  id integer generated always as identity not null,
  sha256 text not null,
  bytes bigint not null,
  name text not null,
  mime_type text not null,
  width integer,
  height integer,
  thumbnail_sha256 text,
  created_on timestamp with time zone not null,
  created_by integer,
  constraint file_pkey PRIMARY KEY (id),
  constraint file_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint file_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint file_thumbnail_sha256_check CHECK ((thumbnail_sha256 ~ '^[0-9a-f]{64}$'::text))
);

create table geoid_grid (
  id integer generated always as identity not null,
  name text not null,
  description text not null,
  kind text not null,
  vertical_system text not null,
  extent double precision[] not null,
  file integer not null,
  created_on timestamp with time zone not null,
  created_by integer,
  constraint geoid_grid_pkey PRIMARY KEY (id),
  constraint geoid_grid_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint geoid_grid_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint geoid_grid_kind_check CHECK ((kind = ANY (ARRAY['undulation'::text, 'offset'::text]))),
  constraint geoid_grid_name_check CHECK ((name <> ''::text))
);

create table history (
  id bigint generated always as identity not null,
  noun text not null,
  record_id text not null,
  record_name text not null,
  version integer,
  action text not null,
  changes jsonb default '[]'::jsonb not null,
  at timestamp with time zone not null,
  by integer,
  request_id text,
  txid xid8 default pg_current_xact_id() not null,
  search text generated always as (norm(((record_name || ' '::text) || (changes)::text))) stored not null,
  constraint history_pkey PRIMARY KEY (id),
  constraint history_by_fkey FOREIGN KEY (by) REFERENCES app_user(id)
);

create table history_chain (
  seq bigint generated always as identity not null,
  history_id bigint not null,
  hash bytea not null,
  constraint history_chain_history_id_key UNIQUE (history_id),
  constraint history_chain_pkey PRIMARY KEY (seq),
  constraint history_chain_history_id_fkey FOREIGN KEY (history_id) REFERENCES history(id)
);

create table import_batch (
  id integer generated always as identity not null,
  noun text not null,
  file integer not null,
  created integer not null,
  skipped integer not null,
  created_on timestamp with time zone not null,
  created_by integer,
  undone_on timestamp with time zone,
  undone_by integer,
  constraint import_batch_pkey PRIMARY KEY (id),
  constraint import_batch_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint import_batch_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint import_batch_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES app_user(id),
  constraint import_batch_noun_check CHECK ((noun = ANY (ARRAY['clients'::text, 'contacts'::text])))
);

create table import_row (
  batch integer not null,
  line integer not null,
  record_id integer not null,
  version integer not null,
  constraint import_row_pkey PRIMARY KEY (batch, line),
  constraint import_row_batch_fkey FOREIGN KEY (batch) REFERENCES import_batch(id)
);

create table mail (
  id integer generated always as identity not null,
  message_id text not null,
  recipients text[] not null,
  reply_to text,
  subject text not null,
  body text not null,
  state text default 'queued'::text not null,
  answer text default ''::text not null,
  tries integer default 0 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  sent_on timestamp with time zone,
  search text generated always as (norm(((subject || ' '::text) || join_text(recipients, ' '::text)))) stored not null,
  constraint mail_message_id_key UNIQUE (message_id),
  constraint mail_pkey PRIMARY KEY (id),
  constraint mail_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint mail_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'kept'::text, 'refused'::text, 'failed'::text])))
);

create table meta (
  key text not null,
  value text not null,
  constraint meta_pkey PRIMARY KEY (key)
);

create table migration (
  name text not null,
  ran_on timestamp with time zone default now() not null,
  constraint migration_pkey PRIMARY KEY (name)
);

create table pipe (
  id uuid not null,
  field_run uuid not null,
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
  captured_at timestamp with time zone,
  parent_pending boolean default false not null,
  is_deleted boolean default false not null,
  conflict jsonb default '[]'::jsonb not null,
  late boolean default false not null,
  version integer default 1 not null,
  seq bigint not null,
  create_op text,
  device text,
  captured_by integer,
  received_at timestamp with time zone not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint pipe_pkey PRIMARY KEY (id),
  constraint pipe_captured_by_fkey FOREIGN KEY (captured_by) REFERENCES app_user(id),
  constraint pipe_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint pipe_field_run_fkey FOREIGN KEY (field_run) REFERENCES field_run(id),
  constraint pipe_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id)
);

create table session (
  id integer generated always as identity not null,
  token_hash bytea not null,
  user_id integer not null,
  kind text not null,
  created_on timestamp with time zone not null,
  last_seen_on timestamp with time zone not null,
  address text not null,
  device text not null,
  constraint session_token_hash_key UNIQUE (token_hash),
  constraint session_pkey PRIMARY KEY (id),
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint session_kind_check CHECK ((kind = ANY (ARRAY['office'::text, 'field'::text])))
);

create table setting (
  section text not null,
  value jsonb not null,
  version integer default 1 not null,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint setting_pkey PRIMARY KEY (section),
  constraint setting_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id)
);

create table shot (
  id uuid not null,
  field_run uuid not null,
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
  control_point integer,
  captured_at timestamp with time zone,
  easting double precision,
  northing double precision,
  elevation double precision,
  processed_on timestamp with time zone,
  is_deleted boolean default false not null,
  conflict jsonb default '[]'::jsonb not null,
  late boolean default false not null,
  version integer default 1 not null,
  seq bigint not null,
  create_op text,
  device text,
  captured_by integer,
  received_at timestamp with time zone not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint shot_pkey PRIMARY KEY (id),
  constraint shot_captured_by_fkey FOREIGN KEY (captured_by) REFERENCES app_user(id),
  constraint shot_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint shot_field_run_fkey FOREIGN KEY (field_run) REFERENCES field_run(id),
  constraint shot_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint shot_check CHECK (((lon IS NULL) = (lat IS NULL)))
);

create table shot_image (
  id uuid not null,
  field_run uuid,
  fieldrun_shot uuid,
  control_point integer,
  file integer not null,
  sha256 text not null,
  name text,
  note text,
  captured_at timestamp with time zone,
  exif jsonb,
  parent_pending boolean default false not null,
  is_deleted boolean default false not null,
  conflict jsonb default '[]'::jsonb not null,
  late boolean default false not null,
  version integer default 1 not null,
  seq bigint not null,
  create_op text,
  device text,
  captured_by integer,
  received_at timestamp with time zone not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint shot_image_pkey PRIMARY KEY (id),
  constraint shot_image_captured_by_fkey FOREIGN KEY (captured_by) REFERENCES app_user(id),
  constraint shot_image_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint shot_image_field_run_fkey FOREIGN KEY (field_run) REFERENCES field_run(id),
  constraint shot_image_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint shot_image_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint shot_image_check CHECK (((field_run IS NOT NULL) OR (control_point IS NOT NULL))),
  constraint shot_image_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

create table shot_image_bytes (
  image uuid not null,
  version integer not null,
  file integer not null,
  constraint shot_image_bytes_pkey PRIMARY KEY (image, version),
  constraint shot_image_bytes_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint shot_image_bytes_image_fkey FOREIGN KEY (image) REFERENCES shot_image(id)
);

create table sign_in_attempt (
  id bigint generated always as identity not null,
  account text not null,
  address text not null,
  at timestamp with time zone not null,
  succeeded boolean not null,
  constraint sign_in_attempt_pkey PRIMARY KEY (id)
);

create table static_layer (
  id integer generated always as identity not null,
  field_run uuid not null,
  name text not null,
  format text not null,
  kind text not null,
  file integer not null,
  shown integer not null,
  features integer not null,
  vertices integer not null,
  bounds double precision[] not null,
  corners jsonb,
  crs text,
  problems text[] default '{}'::text[] not null,
  created_on timestamp with time zone not null,
  created_by integer,
  constraint static_layer_pkey PRIMARY KEY (id),
  constraint static_layer_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint static_layer_field_run_fkey FOREIGN KEY (field_run) REFERENCES field_run(id),
  constraint static_layer_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint static_layer_shown_fkey FOREIGN KEY (shown) REFERENCES file(id),
  constraint static_layer_format_check CHECK ((format = ANY (ARRAY['GeoJSON'::text, 'KML'::text, 'KMZ'::text, 'GPX'::text, 'DXF'::text, 'Shapefile'::text, 'PNG'::text, 'WebP'::text]))),
  constraint static_layer_kind_check CHECK ((kind = ANY (ARRAY['vector'::text, 'image'::text]))),
  constraint static_layer_name_check CHECK ((name <> ''::text))
);

create table supervision (
  supervisor integer not null,
  employee integer not null,
  constraint supervision_pkey PRIMARY KEY (supervisor, employee),
  constraint supervision_employee_fkey FOREIGN KEY (employee) REFERENCES app_user(id),
  constraint supervision_supervisor_fkey FOREIGN KEY (supervisor) REFERENCES app_user(id),
  constraint supervision_check CHECK ((supervisor <> employee))
);

create table upload_part (
  upload text not null,
  start_at bigint not null,
  bytes integer not null,
  sha256 text not null,
  constraint upload_part_pkey PRIMARY KEY (upload, start_at),
  constraint upload_part_upload_fkey FOREIGN KEY (upload) REFERENCES field_upload(id) ON DELETE CASCADE,
  constraint upload_part_bytes_check CHECK ((bytes > 0)),
  constraint upload_part_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

CREATE UNIQUE INDEX app_user_email ON public.app_user USING btree (lower(email));
CREATE INDEX app_user_search ON public.app_user USING gin (search gin_trgm_ops);
CREATE INDEX applied_op_at ON public.applied_op USING btree (at);
CREATE INDEX applied_op_item ON public.applied_op USING btree (item, device_id, rev);
CREATE INDEX client_created ON public.client USING btree (created_on, id);
CREATE INDEX client_living ON public.client USING btree (id) WHERE (merged_into IS NULL);
CREATE INDEX client_merged ON public.client USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX client_name ON public.client USING btree (name_key, id);
CREATE INDEX client_phone ON public.client USING gin (phone_digits gin_trgm_ops);
CREATE INDEX client_search ON public.client USING gin (search gin_trgm_ops);
CREATE INDEX client_contact_contact ON public.client_contact USING btree (contact);
CREATE INDEX contact_created ON public.contact USING btree (created_on, id);
CREATE INDEX contact_living ON public.contact USING btree (id) WHERE (merged_into IS NULL);
CREATE INDEX contact_merged ON public.contact USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX contact_name ON public.contact USING btree (name_key, id);
CREATE INDEX contact_phone ON public.contact USING gin (phone_digits gin_trgm_ops);
CREATE INDEX contact_search ON public.contact USING gin (search gin_trgm_ops);
CREATE INDEX control_check_point ON public.control_check USING btree (control_point, measured_on DESC);
CREATE INDEX control_check_run ON public.control_check USING btree (field_run) WHERE (field_run IS NOT NULL);
CREATE INDEX control_import_row_record ON public.control_import_row USING btree (record_id);
CREATE INDEX control_point_destroyed ON public.control_point USING btree (control_destroyed, name_key, id);
CREATE INDEX control_point_hpn ON public.control_point USING btree (name_key, id) WHERE is_hpn;
CREATE INDEX control_point_name ON public.control_point USING btree (name_key, id);
CREATE INDEX control_point_note ON public.control_point USING btree (note_key, id);
CREATE INDEX control_point_place ON public.control_point USING btree (easting, northing);
CREATE INDEX control_point_search ON public.control_point USING gin (search gin_trgm_ops);
CREATE INDEX control_point_sketch ON public.control_point USING btree (sketch) WHERE (sketch IS NOT NULL);
CREATE INDEX field_history_run ON public.field_history USING btree (field_run, id);
CREATE INDEX field_move_item ON public.field_move USING btree (item);
CREATE INDEX field_quarantine_file ON public.field_quarantine USING btree (file) WHERE (file IS NOT NULL);
CREATE INDEX field_quarantine_item ON public.field_quarantine USING btree (item);
CREATE INDEX field_quarantine_state ON public.field_quarantine USING btree (state, id);
CREATE INDEX field_run_created ON public.field_run USING btree (created_on, id);
CREATE INDEX field_run_job ON public.field_run USING btree (job) WHERE (job IS NOT NULL);
CREATE INDEX field_run_name ON public.field_run USING btree (name_key, id);
CREATE INDEX field_run_raw ON public.field_run USING btree (raw) WHERE (raw IS NOT NULL);
CREATE INDEX field_run_search ON public.field_run USING gin (search gin_trgm_ops);
CREATE INDEX field_run_state ON public.field_run USING btree (state, updated_on DESC);
CREATE INDEX field_run_updated ON public.field_run USING btree (updated_on, id);
CREATE INDEX field_upload_file ON public.field_upload USING btree (file) WHERE (file IS NOT NULL);
CREATE INDEX field_upload_updated ON public.field_upload USING btree (updated_on);
CREATE INDEX file_sha256 ON public.file USING btree (sha256);
CREATE INDEX file_thumbnail ON public.file USING btree (thumbnail_sha256) WHERE (thumbnail_sha256 IS NOT NULL);
CREATE INDEX geoid_grid_file ON public.geoid_grid USING btree (file);
CREATE INDEX history_at ON public.history USING btree (at);
CREATE INDEX history_by ON public.history USING btree (by);
CREATE INDEX history_record ON public.history USING btree (noun, record_id, id);
CREATE INDEX history_search ON public.history USING gin (search gin_trgm_ops);
CREATE INDEX mail_created ON public.mail USING btree (created_on);
CREATE INDEX pipe_conflict ON public.pipe USING btree (field_run) WHERE (conflict <> '[]'::jsonb);
CREATE INDEX pipe_end ON public.pipe USING btree (end_structure) WHERE (end_structure IS NOT NULL);
CREATE INDEX pipe_feed ON public.pipe USING btree (field_run, seq);
CREATE INDEX pipe_late ON public.pipe USING btree (field_run) WHERE late;
CREATE INDEX pipe_start ON public.pipe USING btree (start_structure) WHERE (start_structure IS NOT NULL);
CREATE INDEX session_of_user ON public.session USING btree (user_id);
CREATE INDEX shot_conflict ON public.shot USING btree (field_run) WHERE (conflict <> '[]'::jsonb);
CREATE INDEX shot_control ON public.shot USING btree (control_point) WHERE (control_point IS NOT NULL);
CREATE INDEX shot_feed ON public.shot USING btree (field_run, seq);
CREATE INDEX shot_late ON public.shot USING btree (field_run) WHERE late;
CREATE INDEX shot_name ON public.shot USING btree (field_run, name);
CREATE INDEX shot_image_conflict ON public.shot_image USING btree (field_run) WHERE (conflict <> '[]'::jsonb);
CREATE INDEX shot_image_control ON public.shot_image USING btree (control_point) WHERE (control_point IS NOT NULL);
CREATE INDEX shot_image_feed ON public.shot_image USING btree (field_run, seq);
CREATE INDEX shot_image_file ON public.shot_image USING btree (file);
CREATE INDEX shot_image_late ON public.shot_image USING btree (field_run) WHERE late;
CREATE INDEX shot_image_shot ON public.shot_image USING btree (fieldrun_shot) WHERE (fieldrun_shot IS NOT NULL);
CREATE INDEX shot_image_bytes_file ON public.shot_image_bytes USING btree (file);
CREATE INDEX sign_in_attempt_account ON public.sign_in_attempt USING btree (account, address, at);
CREATE INDEX sign_in_attempt_address ON public.sign_in_attempt USING btree (address, at);
CREATE INDEX static_layer_file ON public.static_layer USING btree (file);
CREATE INDEX static_layer_run ON public.static_layer USING btree (field_run, id);
CREATE INDEX static_layer_shown ON public.static_layer USING btree (shown);
CREATE INDEX supervision_employee ON public.supervision USING btree (employee);
CREATE INDEX upload_part_sha256 ON public.upload_part USING btree (sha256);

CREATE OR REPLACE FUNCTION public.clients_summary_of(who integer)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN COALESCE((SELECT string_agg(c.name, ', '::text ORDER BY c.name_key, c.id) AS string_agg FROM (client_contact l JOIN client c ON ((c.id = l.client))) WHERE (l.contact = clients_summary_of.who)), ''::text)
;
CREATE OR REPLACE FUNCTION public.current_epoch()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (SELECT (meta.value)::uuid AS value FROM meta WHERE (meta.key = 'dataset_epoch'::text))
;
CREATE OR REPLACE FUNCTION public.digits_of(list text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN COALESCE((SELECT string_agg(regexp_replace(one.one, '[^0-9]'::text, ''::text, 'g'::text), ' '::text) AS string_agg FROM unnest(digits_of.list) one(one)), ''::text)
;
CREATE OR REPLACE FUNCTION public.join_text(list text[], separator text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN array_to_string(list, separator)
;
CREATE OR REPLACE FUNCTION public.keep_clients_summary()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    update contact set clients_summary = clients_summary_of(old.contact) where id = old.contact;
  end if;
  if tg_op <> 'DELETE' then
    update contact set clients_summary = clients_summary_of(new.contact) where id = new.contact;
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.norm(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(unaccent('unaccent'::regdictionary, NORMALIZE(value, NFC)))
;
CREATE OR REPLACE FUNCTION public.note_epoch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into dataset_epoch (epoch) values (new.value::uuid) on conflict (epoch) do nothing;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.spread_client_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update contact set clients_summary = clients_summary_of(contact.id)
  from client_contact l where l.client = new.id and l.contact = contact.id;
  return null;
end $function$
;

CREATE TRIGGER client_contact_summary AFTER INSERT OR DELETE OR UPDATE ON public.client_contact FOR EACH ROW EXECUTE FUNCTION keep_clients_summary();
CREATE TRIGGER client_name_spread AFTER UPDATE OF name ON public.client FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION spread_client_name();
CREATE TRIGGER meta_epoch AFTER INSERT OR UPDATE OF value ON public.meta FOR EACH ROW WHEN ((new.key = 'dataset_epoch'::text)) EXECUTE FUNCTION note_epoch();

grant insert, select, update on app_user to dmse_app;
grant delete, insert, select on applied_op to dmse_app;
grant delete, insert, select, update on client to dmse_app;
grant delete, insert, select, update on client_contact to dmse_app;
grant delete, insert, select, update on contact to dmse_app;
grant insert, select on control_check to dmse_app;
grant insert, select, update on control_import to dmse_app;
grant insert, select on control_import_row to dmse_app;
grant delete, insert, select, update on control_point to dmse_app;
grant select on dataset_epoch to dmse_app;
grant insert, select, update on device to dmse_app;
grant insert, select on field_history to dmse_app;
grant insert, select on field_move to dmse_app;
grant insert, select, update on field_quarantine to dmse_app;
grant insert, select, update on field_run to dmse_app;
grant insert, select on field_run_device to dmse_app;
grant delete, insert, select, update on field_upload to dmse_app;
grant delete, insert, select, update on file to dmse_app;
grant delete, insert, select, update on geoid_grid to dmse_app;
grant insert, select on history to dmse_app;
grant insert, select on history_chain to dmse_app;
grant insert, select, update on import_batch to dmse_app;
grant insert, select on import_row to dmse_app;
grant insert, select, update on mail to dmse_app;
grant select on meta to dmse_app;
grant insert, select, update on pipe to dmse_app;
grant delete, insert, select, update on session to dmse_app;
grant insert, select, update on setting to dmse_app;
grant insert, select, update on shot to dmse_app;
grant insert, select, update on shot_image to dmse_app;
grant insert, select on shot_image_bytes to dmse_app;
grant delete, insert, select on sign_in_attempt to dmse_app;
grant delete, insert, select on static_layer to dmse_app;
grant delete, insert, select on supervision to dmse_app;
grant delete, insert, select on upload_part to dmse_app;
