-- Printed from the catalogue by the tests; the migrations are what counts.

create table accounting_contact (
  client integer not null,
  remote_id text not null,
  constraint accounting_contact_pkey PRIMARY KEY (client),
  constraint accounting_contact_client_fkey FOREIGN KEY (client) REFERENCES client(id)
);

create table accounting_document (
  id integer generated always as identity not null,
  kind text not null,
  invoice integer,
  payment integer,
  allocation integer,
  refund integer,
  source integer,
  number text not null,
  revision integer not null,
  sent_revision integer default 0 not null,
  date date not null,
  amount bigint not null,
  account_code text default ''::text not null,
  is_void boolean default false not null,
  upload_status text default 'NOT_UPLOADED'::text not null,
  remote_id text,
  remote_lines jsonb default '[]'::jsonb not null,
  created_on timestamp with time zone not null,
  attached_revision integer default 0 not null,
  attach_attempts integer default 0 not null,
  attach_on timestamp with time zone,
  attach_says text default ''::text not null,
  credit integer,
  constraint accounting_document_pkey PRIMARY KEY (id),
  constraint accounting_document_allocation_fkey FOREIGN KEY (allocation) REFERENCES payment_allocation(id),
  constraint accounting_document_credit_fkey FOREIGN KEY (credit) REFERENCES invoice_credit(id),
  constraint accounting_document_invoice_fkey FOREIGN KEY (invoice) REFERENCES invoice(id),
  constraint accounting_document_payment_fkey FOREIGN KEY (payment) REFERENCES payment(id),
  constraint accounting_document_refund_fkey FOREIGN KEY (refund) REFERENCES payment_refund(id),
  constraint accounting_document_source_fkey FOREIGN KEY (source) REFERENCES accounting_document(id),
  constraint accounting_document_check CHECK (((kind = ANY (ARRAY['invoice'::text, 'write-off'::text])) = (payment IS NULL))),
  constraint accounting_document_check1 CHECK (((upload_status <> ALL (ARRAY['UPLOADED'::text, 'UPDATE_FAILED'::text, 'VOIDED'::text])) OR (remote_id IS NOT NULL) OR (kind = 'allocation'::text))),
  constraint accounting_document_check2 CHECK (((credit IS NULL) OR (kind = 'write-off'::text))),
  constraint accounting_document_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'write-off'::text, 'payment'::text, 'overpayment'::text, 'allocation'::text, 'refund'::text]))),
  constraint accounting_document_upload_status_check CHECK ((upload_status = ANY (ARRAY['NOT_UPLOADED'::text, 'UPLOADED'::text, 'UPLOAD_FAILED'::text, 'UPDATE_FAILED'::text, 'VOIDED'::text])))
);

create table accounting_event (
  noun text not null,
  remote_id text not null,
  received_on timestamp with time zone not null,
  constraint accounting_event_pkey PRIMARY KEY (noun, remote_id),
  constraint accounting_event_noun_check CHECK ((noun = ANY (ARRAY['INVOICE'::text, 'CONTACT'::text, 'CREDITNOTE'::text])))
);

create table accounting_link (
  id integer default 1 not null,
  state text default 'none'::text not null,
  tenant text default ''::text not null,
  connection text default ''::text not null,
  organisation text default ''::text not null,
  organisations jsonb default '[]'::jsonb not null,
  tokens text,
  token_until timestamp with time zone,
  refreshed_on timestamp with time zone,
  consent text,
  consent_until timestamp with time zone,
  connected_on timestamp with time zone,
  connected_by integer,
  start_on date,
  write_off_account text default ''::text not null,
  tax_types jsonb default '{}'::jsonb not null,
  settings jsonb,
  settings_on timestamp with time zone,
  swept_on timestamp with time zone,
  paused_until timestamp with time zone,
  says text default ''::text not null,
  asked_on timestamp with time zone,
  comparison jsonb,
  compared_on timestamp with time zone,
  compare_asked_on timestamp with time zone,
  compare_failed text default ''::text not null,
  version integer default 1 not null,
  constraint accounting_link_pkey PRIMARY KEY (id),
  constraint accounting_link_connected_by_fkey FOREIGN KEY (connected_by) REFERENCES app_user(id),
  constraint accounting_link_check CHECK (((state = ANY (ARRAY['none'::text, 'broken'::text])) OR (tokens IS NOT NULL))),
  constraint accounting_link_id_check CHECK ((id = 1)),
  constraint accounting_link_state_check CHECK ((state = ANY (ARRAY['none'::text, 'choosing'::text, 'connected'::text, 'broken'::text])))
);

create table accounting_mark (
  noun text not null,
  record integer not null,
  made_on timestamp with time zone default now() not null,
  constraint accounting_mark_pkey PRIMARY KEY (noun, record),
  constraint accounting_mark_noun_check CHECK ((noun = ANY (ARRAY['invoice'::text, 'payment'::text])))
);

create table accounting_proposal (
  id integer generated always as identity not null,
  key text not null,
  kind text not null,
  invoice integer not null,
  remote_id text not null,
  amount bigint not null,
  date date,
  account_code text default ''::text not null,
  says text not null,
  state text default 'open'::text not null,
  found_on timestamp with time zone not null,
  decided_on timestamp with time zone,
  decided_by integer,
  payment integer,
  tax bigint default 0 not null,
  constraint accounting_proposal_key UNIQUE (invoice, key),
  constraint accounting_proposal_pkey PRIMARY KEY (id),
  constraint accounting_proposal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint accounting_proposal_invoice_fkey FOREIGN KEY (invoice) REFERENCES invoice(id),
  constraint accounting_proposal_payment_fkey FOREIGN KEY (payment) REFERENCES payment(id),
  constraint accounting_proposal_check CHECK (((state = 'open'::text) = (decided_on IS NULL))),
  constraint accounting_proposal_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'credit note'::text, 'void'::text, 'removed'::text]))),
  constraint accounting_proposal_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text])))
);

create table accounting_upload (
  id integer generated always as identity not null,
  document integer not null,
  operation text not null,
  revision integer not null,
  round integer default 1 not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  is_unknown boolean default false not null,
  says text default ''::text not null,
  remedy text default ''::text not null,
  next_on timestamp with time zone not null,
  created_on timestamp with time zone not null,
  ended_on timestamp with time zone,
  constraint accounting_upload_document_revision_operation_round_key UNIQUE (document, revision, operation, round),
  constraint accounting_upload_pkey PRIMARY KEY (id),
  constraint accounting_upload_document_fkey FOREIGN KEY (document) REFERENCES accounting_document(id),
  constraint accounting_upload_check CHECK (((state = 'waiting'::text) = (ended_on IS NULL))),
  constraint accounting_upload_operation_check CHECK ((operation = ANY (ARRAY['create'::text, 'update'::text, 'void'::text]))),
  constraint accounting_upload_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text, 'replaced'::text])))
);

create table agreed_rate (
  id integer generated always as identity not null,
  job integer,
  quote integer,
  client integer,
  job_role integer not null,
  charge_rate integer not null,
  constraint agreed_rate_pkey PRIMARY KEY (id),
  constraint agreed_rate_client_fkey FOREIGN KEY (client) REFERENCES client(id),
  constraint agreed_rate_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint agreed_rate_job_role_fkey FOREIGN KEY (job_role) REFERENCES job_role(id),
  constraint agreed_rate_quote_fkey FOREIGN KEY (quote) REFERENCES quote(id),
  constraint agreed_rate_charge_rate_check CHECK ((charge_rate >= 0)),
  constraint agreed_rate_check CHECK ((num_nonnulls(job, quote, client) = 1))
);

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

create table base_map (
  id integer generated always as identity not null,
  name text not null,
  kind text not null,
  url text default ''::text not null,
  attribution text default ''::text not null,
  min_zoom integer default 0 not null,
  max_zoom integer default 22 not null,
  position integer default 0 not null,
  is_default boolean default false not null,
  state text default 'ready'::text not null,
  problem text default ''::text not null,
  checked_on timestamp with time zone,
  hosts text[] default '{}'::text[] not null,
  tiles jsonb,
  file integer,
  upload_name text default ''::text not null,
  upload_length bigint default 0 not null,
  received bigint default 0 not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint base_map_pkey PRIMARY KEY (id),
  constraint base_map_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint base_map_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint base_map_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint base_map_check CHECK (((url = ''::text) = (kind = 'file'::text))),
  constraint base_map_check1 CHECK ((received <= upload_length)),
  constraint base_map_check2 CHECK ((min_zoom <= max_zoom)),
  constraint base_map_kind_check CHECK ((kind = ANY (ARRAY['style'::text, 'raster'::text, 'wmts'::text, 'pmtiles'::text, 'file'::text]))),
  constraint base_map_max_zoom_check CHECK (((max_zoom >= 0) AND (max_zoom <= 24))),
  constraint base_map_min_zoom_check CHECK (((min_zoom >= 0) AND (min_zoom <= 24))),
  constraint base_map_name_check CHECK ((name <> ''::text)),
  constraint base_map_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'empty'::text, 'uploading'::text, 'reading'::text, 'failed'::text]))),
  constraint base_map_upload_length_check CHECK (((upload_length >= 0) AND (upload_length <= '4294967296'::bigint)))
);

create table base_map_part (
  base_map integer not null,
  start_at bigint not null,
  bytes integer not null,
  sha256 text not null,
  constraint base_map_part_pkey PRIMARY KEY (base_map, start_at),
  constraint base_map_part_base_map_fkey FOREIGN KEY (base_map) REFERENCES base_map(id) ON DELETE CASCADE,
  constraint base_map_part_bytes_check CHECK ((bytes > 0)),
  constraint base_map_part_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

create table billing_progress (
  id integer generated always as identity not null,
  job integer not null,
  proposed numeric(6,3) not null,
  accepted numeric(6,3) not null,
  reason text default ''::text not null,
  created_on timestamp with time zone not null,
  created_by integer not null,
  constraint billing_progress_pkey PRIMARY KEY (id),
  constraint billing_progress_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint billing_progress_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint billing_progress_accepted_check CHECK (((accepted >= (0)::numeric) AND (accepted <= (100)::numeric))),
  constraint billing_progress_check CHECK (((accepted = proposed) OR (reason <> ''::text))),
  constraint billing_progress_proposed_check CHECK (((proposed >= (0)::numeric) AND (proposed <= (100)::numeric)))
);

create table budget_entry (
  id integer generated always as identity not null,
  job integer,
  quote integer,
  milestone integer not null,
  job_role integer,
  disbursement_type integer,
  minutes integer,
  rate integer,
  rate_rule text default ''::text not null,
  quantity numeric(12,4),
  unit_cost bigint,
  markup_pct numeric(6,3),
  amount bigint not null,
  is_scaled boolean default false not null,
  is_locked boolean default false not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint budget_entry_pkey PRIMARY KEY (id),
  constraint budget_entry_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint budget_entry_disbursement_type_fkey FOREIGN KEY (disbursement_type) REFERENCES disbursement_type(id),
  constraint budget_entry_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint budget_entry_job_role_fkey FOREIGN KEY (job_role) REFERENCES job_role(id),
  constraint budget_entry_milestone_fkey FOREIGN KEY (milestone) REFERENCES milestone(id) ON DELETE CASCADE,
  constraint budget_entry_quote_fkey FOREIGN KEY (quote) REFERENCES quote(id),
  constraint budget_entry_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint budget_entry_amount_check CHECK ((amount >= 0)),
  constraint budget_entry_check CHECK ((num_nonnulls(job, quote) = 1)),
  constraint budget_entry_check1 CHECK ((num_nonnulls(job_role, disbursement_type) = 1)),
  constraint budget_entry_check2 CHECK (((job_role IS NULL) OR ((minutes IS NOT NULL) AND (rate IS NOT NULL)))),
  constraint budget_entry_check3 CHECK (((disbursement_type IS NULL) OR ((quantity IS NOT NULL) AND (unit_cost IS NOT NULL) AND (markup_pct IS NOT NULL)))),
  constraint budget_entry_markup_pct_check CHECK (((markup_pct >= (0)::numeric) AND (markup_pct <= (999)::numeric))),
  constraint budget_entry_minutes_check CHECK ((minutes >= 0)),
  constraint budget_entry_quantity_check CHECK ((quantity >= (0)::numeric)),
  constraint budget_entry_rate_check CHECK ((rate >= 0)),
  constraint budget_entry_unit_cost_check CHECK ((unit_cost >= 0))
);

create table budget_snapshot (
  id integer generated always as identity not null,
  job integer,
  quote integer,
  entries jsonb not null,
  created_on timestamp with time zone not null,
  created_by integer,
  undone_on timestamp with time zone,
  constraint budget_snapshot_pkey PRIMARY KEY (id),
  constraint budget_snapshot_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint budget_snapshot_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint budget_snapshot_quote_fkey FOREIGN KEY (quote) REFERENCES quote(id),
  constraint budget_snapshot_check CHECK ((num_nonnulls(job, quote) = 1))
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
  language text default 'en'::text not null,
  constraint client_pkey PRIMARY KEY (id),
  constraint client_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint client_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES client(id),
  constraint client_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint client_classification_check CHECK ((classification = ANY (ARRAY['A'::text, 'B'::text, 'C'::text]))),
  constraint client_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text]))),
  constraint client_name_check CHECK ((name <> ''::text)),
  constraint client_party_type_check CHECK ((party_type = ANY (ARRAY['Individual'::text, 'Organization'::text]))),
  constraint client_payment_terms_days_check CHECK (((payment_terms_days >= 0) AND (payment_terms_days <= 365))),
  constraint client_risk_level_check CHECK ((risk_level = ANY (ARRAY['A'::text, 'B'::text, 'C'::text])))
);

create table client_account (
  client integer not null,
  receivable bigint default 0 not null,
  retainer bigint default 0 not null,
  constraint client_account_pkey PRIMARY KEY (client),
  constraint client_account_client_fkey FOREIGN KEY (client) REFERENCES client(id),
  constraint client_account_retainer_check CHECK ((retainer >= 0))
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
  attempt integer,
  constraint control_check_pkey PRIMARY KEY (id),
  constraint control_check_attempt_fkey FOREIGN KEY (attempt) REFERENCES processing_attempt(id),
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

create table deposit (
  id integer generated always as identity not null,
  state text default 'OPEN'::text not null,
  date date not null,
  account_code text not null,
  note text default ''::text not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint deposit_pkey PRIMARY KEY (id),
  constraint deposit_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint deposit_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint deposit_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'DEPOSITED'::text])))
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

create table disbursement_item (
  id integer generated always as identity not null,
  user integer not null,
  date date not null,
  job integer not null,
  task integer,
  disbursement_type integer not null,
  quantity numeric(12,4) not null,
  is_billable boolean default true not null,
  unit_cost bigint not null,
  markup_pct numeric(6,3) not null,
  cost bigint not null,
  charge bigint not null,
  note text default ''::text not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint disbursement_item_pkey PRIMARY KEY (id),
  constraint disbursement_item_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint disbursement_item_disbursement_type_fkey FOREIGN KEY (disbursement_type) REFERENCES disbursement_type(id),
  constraint disbursement_item_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint disbursement_item_task_fkey FOREIGN KEY (task) REFERENCES task(id),
  constraint disbursement_item_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint disbursement_item_user_fkey FOREIGN KEY ("user") REFERENCES app_user(id),
  constraint disbursement_item_check CHECK ((is_billable OR (charge = 0))),
  constraint disbursement_item_markup_pct_check CHECK (((markup_pct >= (0)::numeric) AND (markup_pct <= (999)::numeric))),
  constraint disbursement_item_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint disbursement_item_unit_cost_check CHECK ((unit_cost >= 0))
);

create table disbursement_type (
  id integer generated always as identity not null,
  name text not null,
  unit text default 'each'::text not null,
  account_code text default ''::text not null,
  position integer default 0 not null,
  is_active boolean default true not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  name_fr text default ''::text not null,
  unit_fr text default ''::text not null,
  constraint disbursement_type_pkey PRIMARY KEY (id),
  constraint disbursement_type_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint disbursement_type_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint disbursement_type_name_check CHECK ((name <> ''::text))
);

create table disbursement_type_cost (
  disbursement_type integer not null,
  valid_from date,
  unit_cost bigint not null,
  markup_pct numeric(6,3) default 0 not null,
  constraint disbursement_type_cost_disbursement_type_valid_from_key UNIQUE NULLS NOT DISTINCT (disbursement_type, valid_from),
  constraint disbursement_type_cost_disbursement_type_fkey FOREIGN KEY (disbursement_type) REFERENCES disbursement_type(id),
  constraint disbursement_type_cost_markup_pct_check CHECK (((markup_pct >= (0)::numeric) AND (markup_pct <= (999)::numeric))),
  constraint disbursement_type_cost_unit_cost_check CHECK ((unit_cost >= 0))
);

create table expense (
  id integer generated always as identity not null,
  user integer not null,
  date date not null,
  vendor text default ''::text not null,
  category integer,
  account_code text default ''::text not null,
  tax_type text default ''::text not null,
  gross bigint not null,
  tax bigint not null,
  net bigint generated always as ((gross - tax)) stored not null,
  paid_from text,
  job integer,
  task integer,
  is_billable boolean default false not null,
  markup_pct numeric(6,3) default 0 not null,
  as_agent boolean default false not null,
  charge bigint default 0 not null,
  note text default ''::text not null,
  approval text default 'DRAFT'::text not null,
  comment text default ''::text not null,
  reimbursement text default 'not applicable'::text not null,
  search text generated always as (norm(((vendor || ' '::text) || "left"(note, 1000)))) stored not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint expense_pkey PRIMARY KEY (id),
  constraint expense_category_fkey FOREIGN KEY (category) REFERENCES expense_category(id),
  constraint expense_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint expense_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint expense_task_fkey FOREIGN KEY (task) REFERENCES task(id),
  constraint expense_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint expense_user_fkey FOREIGN KEY ("user") REFERENCES app_user(id),
  constraint expense_approval_check CHECK ((approval = ANY (ARRAY['DRAFT'::text, 'SUBMITTED'::text, 'APPROVED'::text, 'REJECTED'::text]))),
  constraint expense_check CHECK ((abs(tax) <= abs(gross))),
  constraint expense_check1 CHECK (((NOT is_billable) OR (job IS NOT NULL))),
  constraint expense_check2 CHECK (((task IS NULL) OR (job IS NOT NULL))),
  constraint expense_check3 CHECK ((is_billable OR (charge = 0))),
  constraint expense_check4 CHECK (((reimbursement <> 'reimbursed'::text) OR ((approval = 'APPROVED'::text) AND (paid_from IS NULL)))),
  constraint expense_gross_check CHECK ((gross <> 0)),
  constraint expense_markup_pct_check CHECK (((markup_pct >= (0)::numeric) AND (markup_pct <= (999)::numeric))),
  constraint expense_paid_from_check CHECK ((paid_from <> ''::text)),
  constraint expense_reimbursement_check CHECK ((reimbursement = ANY (ARRAY['not applicable'::text, 'owed'::text, 'reimbursed'::text])))
);

create table expense_category (
  id integer generated always as identity not null,
  name text not null,
  account_code text default ''::text not null,
  tax_type text default ''::text not null,
  disbursement_type integer,
  position integer default 0 not null,
  is_active boolean default true not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint expense_category_pkey PRIMARY KEY (id),
  constraint expense_category_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint expense_category_disbursement_type_fkey FOREIGN KEY (disbursement_type) REFERENCES disbursement_type(id),
  constraint expense_category_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint expense_category_name_check CHECK ((name <> ''::text))
);

create table expense_receipt (
  expense integer not null,
  file integer not null,
  position integer not null,
  constraint expense_receipt_pkey PRIMARY KEY (expense, file),
  constraint expense_receipt_expense_fkey FOREIGN KEY (expense) REFERENCES expense(id) ON DELETE CASCADE,
  constraint expense_receipt_file_fkey FOREIGN KEY (file) REFERENCES file(id)
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
  search text generated always as (norm(((((((((COALESCE(name, ''::text) || ' '::text) || job_num) || ' '::text) || COALESCE(short_description, ''::text)) || ' '::text) || COALESCE(note, ''::text)) || ' '::text) || translate(job_num, '-._'::text, ''::text)))) stored not null,
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

create table file_check (
  sha256 text not null,
  checked_on timestamp with time zone not null,
  finding text,
  constraint file_check_pkey PRIMARY KEY (sha256),
  constraint file_check_finding_check CHECK ((finding = ANY (ARRAY['missing'::text, 'damaged'::text]))),
  constraint file_check_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
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

create table historical_control_point (
  historical_file integer not null,
  control_point integer not null,
  constraint historical_control_point_pkey PRIMARY KEY (historical_file, control_point),
  constraint historical_control_point_control_point_fkey FOREIGN KEY (control_point) REFERENCES control_point(id),
  constraint historical_control_point_historical_file_fkey FOREIGN KEY (historical_file) REFERENCES historical_file(id) ON DELETE CASCADE
);

create table historical_file (
  id integer generated always as identity not null,
  company text default ''::text not null,
  file_number text default ''::text not null,
  client_name text default ''::text not null,
  description text default ''::text not null,
  legal_description text default ''::text not null,
  pid text default ''::text not null,
  plan_number text default ''::text not null,
  surveyed_on date,
  category text,
  location integer,
  job integer,
  note text default ''::text not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  number_key text generated always as (norm(file_number)) stored not null,
  search text generated always as (norm(((((((((((((((company || ' '::text) || file_number) || ' '::text) || client_name) || ' '::text) || description) || ' '::text) || legal_description) || ' '::text) || pid) || ' '::text) || plan_number) || ' '::text) || note))) stored not null,
  sub_category text,
  is_draft boolean default false not null,
  constraint historical_file_pkey PRIMARY KEY (id),
  constraint historical_file_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint historical_file_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint historical_file_location_fkey FOREIGN KEY (location) REFERENCES location(id),
  constraint historical_file_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id)
);

create table historical_scan (
  id integer generated always as identity not null,
  historical_file integer not null,
  file integer not null,
  position integer default 0 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  state text default 'waiting'::text not null,
  pages integer default 0 not null,
  pages_done integer default 0 not null,
  problem text default ''::text not null,
  read_on timestamp with time zone,
  constraint historical_scan_id_historical_file_key UNIQUE (id, historical_file),
  constraint historical_scan_pkey PRIMARY KEY (id),
  constraint historical_scan_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint historical_scan_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint historical_scan_historical_file_fkey FOREIGN KEY (historical_file) REFERENCES historical_file(id) ON DELETE CASCADE,
  constraint historical_scan_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'reading'::text, 'ready'::text, 'failed'::text])))
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

create table history_count (
  rows bigint not null
);

create table idempotency (
  user_id integer not null,
  key text not null,
  route text not null,
  body_hash text not null,
  response jsonb,
  at timestamp with time zone not null,
  constraint idempotency_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint idempotency_key_check CHECK (((length(key) >= 8) AND (length(key) <= 128)))
);

create table identity (
  id integer generated always as identity not null,
  identity_provider integer not null,
  subject text not null,
  user_id integer not null,
  created_on timestamp with time zone not null,
  created_by integer,
  constraint identity_identity_provider_subject_key UNIQUE (identity_provider, subject),
  constraint identity_pkey PRIMARY KEY (id),
  constraint identity_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint identity_identity_provider_fkey FOREIGN KEY (identity_provider) REFERENCES identity_provider(id) ON DELETE CASCADE,
  constraint identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);

create table identity_provider (
  id integer generated always as identity not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret text,
  scopes text default 'openid profile email'::text not null,
  is_active boolean default true not null,
  creates_accounts boolean default false not null,
  trusts_addresses boolean default false not null,
  is_second_factor boolean default false not null,
  groups_claim text default 'groups'::text not null,
  group_roles jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint identity_provider_pkey PRIMARY KEY (id),
  constraint identity_provider_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint identity_provider_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id)
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

create table inbound_mail (
  id integer generated always as identity not null,
  message_id text not null,
  source text not null,
  from_address text not null,
  from_name text default ''::text not null,
  recipients text[] default '{}'::text[] not null,
  subject text default ''::text not null,
  words text default ''::text not null,
  eml integer not null,
  state text not null,
  reason text default ''::text not null,
  memo integer,
  suggested_job integer,
  suggested_quote integer,
  received_on timestamp with time zone not null,
  settled_on timestamp with time zone,
  settled_by integer,
  version integer default 1 not null,
  search text generated always as (norm(((((from_address || ' '::text) || from_name) || ' '::text) || subject))) stored not null,
  constraint inbound_mail_message_id_key UNIQUE (message_id),
  constraint inbound_mail_pkey PRIMARY KEY (id),
  constraint inbound_mail_eml_fkey FOREIGN KEY (eml) REFERENCES file(id),
  constraint inbound_mail_memo_fkey FOREIGN KEY (memo) REFERENCES memo(id),
  constraint inbound_mail_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES app_user(id),
  constraint inbound_mail_suggested_job_fkey FOREIGN KEY (suggested_job) REFERENCES job(id),
  constraint inbound_mail_suggested_quote_fkey FOREIGN KEY (suggested_quote) REFERENCES quote(id),
  constraint inbound_mail_source_check CHECK ((source = ANY (ARRAY['imap'::text, 'smtp'::text, 'upload'::text]))),
  constraint inbound_mail_state_check CHECK ((state = ANY (ARRAY['filed'::text, 'triage'::text, 'ignored'::text, 'bounce'::text, 'discarded'::text])))
);

create table invoice (
  id integer generated always as identity not null,
  state text default 'DRAFT'::text not null,
  num text,
  client integer not null,
  date date not null,
  terms_days integer not null,
  due_date date generated always as ((date + terms_days)) stored not null,
  language text not null,
  reference text default ''::text not null,
  billing_name text default ''::text not null,
  billing_address text default ''::text not null,
  note text default ''::text not null,
  tax_province text not null,
  is_tax_exempt boolean default false not null,
  tax_exempt_reason text default ''::text not null,
  roll_up text default 'task'::text not null,
  has_annex boolean default false not null,
  subtotal bigint default 0 not null,
  tax bigint default 0 not null,
  total bigint default 0 not null,
  revision integer default 0 not null,
  issued_total bigint default 0 not null,
  allocated bigint default 0 not null,
  written_off bigint default 0 not null,
  balance bigint generated always as (((issued_total - allocated) - written_off)) stored not null,
  editor integer,
  edited_from text,
  restored integer default 0 not null,
  reason text default ''::text not null,
  approved_on timestamp with time zone,
  approved_by integer,
  approval_comment text default ''::text not null,
  search text generated always as (norm(((((((COALESCE(num, ''::text) || ' '::text) || billing_name) || ' '::text) || reference) || ' '::text) || "left"(note, 500)))) stored not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint invoice_num_key UNIQUE (num),
  constraint invoice_pkey PRIMARY KEY (id),
  constraint invoice_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES app_user(id),
  constraint invoice_client_fkey FOREIGN KEY (client) REFERENCES client(id),
  constraint invoice_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint invoice_editor_fkey FOREIGN KEY (editor) REFERENCES app_user(id),
  constraint invoice_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint invoice_check CHECK ((((issued_total - allocated) - written_off) >= 0)),
  constraint invoice_check1 CHECK (((state = 'EDITING'::text) = ((editor IS NOT NULL) AND (edited_from IS NOT NULL)))),
  constraint invoice_check2 CHECK (((state <> ALL (ARRAY['SUBMITTED'::text, 'EDITING'::text, 'WRITTEN_OFF'::text, 'RESTORED'::text])) OR (num IS NOT NULL))),
  constraint invoice_check3 CHECK ((total = (subtotal + tax))),
  constraint invoice_edited_from_check CHECK ((edited_from = ANY (ARRAY['SUBMITTED'::text, 'RESTORED'::text]))),
  constraint invoice_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text]))),
  constraint invoice_roll_up_check CHECK ((roll_up = ANY (ARRAY['task'::text, 'role'::text, 'person'::text, 'date'::text]))),
  constraint invoice_state_check CHECK ((state = ANY (ARRAY['DRAFT'::text, 'SUBMITTED'::text, 'EDITING'::text, 'WRITTEN_OFF'::text, 'RESTORED'::text, 'DELETED'::text]))),
  constraint invoice_terms_days_check CHECK (((terms_days >= 0) AND (terms_days <= 365)))
);

create table invoice_credit (
  id integer generated always as identity not null,
  date date not null,
  reverses integer,
  invoice integer not null,
  amount bigint not null,
  reason text default ''::text not null,
  created_on timestamp with time zone not null,
  created_by integer,
  constraint invoice_credit_reverses_key UNIQUE (reverses),
  constraint invoice_credit_pkey PRIMARY KEY (id),
  constraint invoice_credit_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint invoice_credit_invoice_fkey FOREIGN KEY (invoice) REFERENCES invoice(id),
  constraint invoice_credit_reverses_fkey FOREIGN KEY (reverses) REFERENCES invoice_credit(id),
  constraint invoice_credit_amount_check CHECK ((amount <> 0)),
  constraint invoice_credit_check CHECK (((amount > 0) OR (reverses IS NOT NULL)))
);

create table invoice_entry (
  item text not null,
  line integer not null,
  invoice integer not null,
  amount bigint not null,
  rest_amount bigint default 0 not null,
  rest_act text,
  rest_reason text default ''::text not null,
  constraint invoice_entry_pkey PRIMARY KEY (item),
  constraint invoice_entry_check CHECK (((rest_amount = 0) = (rest_act IS NULL))),
  constraint invoice_entry_rest_act_check CHECK ((rest_act = ANY (ARRAY['hold'::text, 'write off'::text])))
);

create table invoice_line (
  id integer generated always as identity not null,
  invoice integer not null,
  position integer not null,
  kind text not null,
  job integer,
  task integer,
  description text not null,
  quantity numeric(12,4) default 1 not null,
  unit text default ''::text not null,
  unit_price bigint,
  amount bigint not null,
  tax bigint default 0 not null,
  account_code text default ''::text not null,
  tax_type text default ''::text not null,
  division text default ''::text not null,
  activity text default ''::text not null,
  percent numeric(6,3),
  fee bigint,
  constraint invoice_line_invoice_position_key UNIQUE (invoice, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint invoice_line_pkey PRIMARY KEY (id),
  constraint invoice_line_invoice_fkey FOREIGN KEY (invoice) REFERENCES invoice(id),
  constraint invoice_line_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint invoice_line_task_fkey FOREIGN KEY (task) REFERENCES task(id),
  constraint invoice_line_description_check CHECK ((description <> ''::text)),
  constraint invoice_line_kind_check CHECK ((kind = ANY (ARRAY['time'::text, 'disbursement'::text, 'fixed fee'::text, 'progress'::text, 'retainer'::text, 'discount'::text, 'text'::text])))
);

create table invoice_mail (
  revision integer not null,
  mail integer not null,
  constraint invoice_mail_mail_key UNIQUE (mail),
  constraint invoice_mail_pkey PRIMARY KEY (revision, mail),
  constraint invoice_mail_mail_fkey FOREIGN KEY (mail) REFERENCES mail(id),
  constraint invoice_mail_revision_fkey FOREIGN KEY (revision) REFERENCES invoice_revision(id)
);

create table invoice_pdf (
  revision integer not null,
  file integer not null,
  sha256 text not null,
  made_on timestamp with time zone not null,
  constraint invoice_pdf_pkey PRIMARY KEY (revision),
  constraint invoice_pdf_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint invoice_pdf_revision_fkey FOREIGN KEY (revision) REFERENCES invoice_revision(id)
);

create table invoice_revision (
  id integer generated always as identity not null,
  date date not null,
  reverses integer,
  invoice integer not null,
  revision integer not null,
  subtotal bigint not null,
  tax bigint not null,
  total bigint not null,
  document jsonb not null,
  created_on timestamp with time zone not null,
  created_by integer,
  constraint invoice_revision_reverses_key UNIQUE (reverses),
  constraint invoice_revision_pkey PRIMARY KEY (id),
  constraint invoice_revision_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint invoice_revision_invoice_fkey FOREIGN KEY (invoice) REFERENCES invoice(id),
  constraint invoice_revision_reverses_fkey FOREIGN KEY (reverses) REFERENCES invoice_revision(id)
);

create table job (
  id integer generated always as identity not null,
  state text default 'IN PROGRESS'::text not null,
  project_manager integer,
  num_key text generated always as (norm(num)) stored not null,
  num text not null,
  desc text not null,
  long_desc text default ''::text not null,
  client integer,
  client_name text default ''::text not null,
  discipline text[] default '{}'::text[] not null,
  job_types text[] default '{}'::text[] not null,
  client_contact integer,
  billing_contact integer,
  project_leads integer[] default '{}'::integer[] not null,
  quote integer,
  po_number text default ''::text not null,
  billing_type text default 'hourly'::text not null,
  fee_cap bigint,
  location integer,
  inbox_token text not null,
  folder_url text default ''::text not null,
  on_hold_until date,
  state_reason text default ''::text not null,
  state_changed_on timestamp with time zone,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  search text generated always as (norm(((((((((num || ' '::text) || "desc") || ' '::text) || client_name) || ' '::text) || "left"(long_desc, 2000)) || ' '::text) || translate(num, '-._'::text, ''::text)))) stored not null,
  constraint job_inbox_token_key UNIQUE (inbox_token),
  constraint job_num_key UNIQUE (num),
  constraint job_quote_key UNIQUE (quote),
  constraint job_pkey PRIMARY KEY (id),
  constraint job_billing_contact_fkey FOREIGN KEY (billing_contact) REFERENCES contact(id),
  constraint job_client_contact_fkey FOREIGN KEY (client_contact) REFERENCES contact(id),
  constraint job_client_fkey FOREIGN KEY (client) REFERENCES client(id),
  constraint job_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint job_location_fkey FOREIGN KEY (location) REFERENCES location(id),
  constraint job_project_manager_fkey FOREIGN KEY (project_manager) REFERENCES app_user(id),
  constraint job_quote_fkey FOREIGN KEY (quote) REFERENCES quote(id),
  constraint job_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint job_billing_type_check CHECK ((billing_type = ANY (ARRAY['hourly'::text, 'hourly with cap'::text, 'fixed fee'::text]))),
  constraint job_desc_check CHECK (("desc" <> ''::text)),
  constraint job_fee_cap_check CHECK ((fee_cap >= 0)),
  constraint job_state_check CHECK ((state = ANY (ARRAY['IN PROGRESS'::text, 'CLOSED'::text, 'CANCELLED'::text])))
);

create table job_role (
  id integer generated always as identity not null,
  name text not null,
  position integer default 0 not null,
  is_active boolean default true not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  name_fr text default ''::text not null,
  constraint job_role_pkey PRIMARY KEY (id),
  constraint job_role_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint job_role_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint job_role_name_check CHECK ((name <> ''::text))
);

create table job_role_rate (
  job_role integer not null,
  valid_from date not null,
  charge_rate integer not null,
  cost_rate integer not null,
  constraint job_role_rate_pkey PRIMARY KEY (job_role, valid_from),
  constraint job_role_rate_job_role_fkey FOREIGN KEY (job_role) REFERENCES job_role(id),
  constraint job_role_rate_charge_rate_check CHECK ((charge_rate >= 0)),
  constraint job_role_rate_cost_rate_check CHECK ((cost_rate >= 0))
);

create table job_wip (
  job integer not null,
  wip_cost bigint default 0 not null,
  ready bigint default 0 not null,
  on_draft bigint default 0 not null,
  hold bigint default 0 not null,
  billed bigint default 0 not null,
  written_off bigint default 0 not null,
  weight bigint default 0 not null,
  weighted_days numeric(30,0) default 0 not null,
  last_time_entry_date date,
  constraint job_wip_pkey PRIMARY KEY (job),
  constraint job_wip_job_fkey FOREIGN KEY (job) REFERENCES job(id)
);

create table journal (
  id integer generated always as identity not null,
  posting integer not null,
  date date not null,
  reverses integer,
  account text not null,
  code text default ''::text not null,
  client integer,
  invoice integer,
  says text not null,
  act text not null,
  amount bigint not null,
  created_on timestamp with time zone not null,
  created_by integer,
  payment integer,
  deposit integer,
  constraint journal_reverses_key UNIQUE (reverses),
  constraint journal_pkey PRIMARY KEY (id),
  constraint journal_client_fkey FOREIGN KEY (client) REFERENCES client(id),
  constraint journal_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint journal_deposit_fkey FOREIGN KEY (deposit) REFERENCES deposit(id),
  constraint journal_invoice_fkey FOREIGN KEY (invoice) REFERENCES invoice(id),
  constraint journal_payment_fkey FOREIGN KEY (payment) REFERENCES payment(id),
  constraint journal_reverses_fkey FOREIGN KEY (reverses) REFERENCES journal(id),
  constraint journal_account_check CHECK ((account = ANY (ARRAY['receivable'::text, 'undeposited'::text, 'bank'::text, 'tax'::text, 'retainer'::text, 'revenue'::text, 'write-off'::text, 'bank charges'::text]))),
  constraint journal_act_check CHECK ((act = ANY (ARRAY['invoice'::text, 'write-off'::text, 'credit'::text, 'payment'::text, 'deposit'::text, 'return'::text, 'refund'::text]))),
  constraint journal_amount_check CHECK ((amount <> 0))
);

create table known_place (
  id integer generated always as identity not null,
  kind text not null,
  label text not null,
  lon double precision not null,
  lat double precision not null,
  source text default ''::text not null,
  search text generated always as (norm(label)) stored not null,
  geometry jsonb,
  min_lon double precision,
  min_lat double precision,
  max_lon double precision,
  max_lat double precision,
  constraint known_place_pkey PRIMARY KEY (id),
  constraint known_place_kind_check CHECK ((kind = ANY (ARRAY['address'::text, 'parcel'::text])))
);

create table known_place_import (
  id integer generated always as identity not null,
  source text not null,
  kind text not null,
  file integer not null,
  state text default 'waiting'::text not null,
  done integer default 0 not null,
  problem text default ''::text not null,
  problems text[] default '{}'::text[] not null,
  created_on timestamp with time zone not null,
  created_by integer,
  ended_on timestamp with time zone,
  constraint known_place_import_pkey PRIMARY KEY (id),
  constraint known_place_import_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint known_place_import_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint known_place_import_kind_check CHECK ((kind = ANY (ARRAY['address'::text, 'parcel'::text]))),
  constraint known_place_import_source_check CHECK ((source <> ''::text)),
  constraint known_place_import_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'reading'::text, 'ready'::text, 'failed'::text])))
);

create table location (
  id integer generated always as identity not null,
  geometry jsonb,
  address text default ''::text not null,
  legal_description text default ''::text not null,
  pid text default ''::text not null,
  min_lon double precision,
  min_lat double precision,
  max_lon double precision,
  max_lat double precision,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  search text generated always as (norm(((((address || ' '::text) || legal_description) || ' '::text) || pid))) stored not null,
  constraint location_pkey PRIMARY KEY (id),
  constraint location_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint location_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id)
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
  sealed_link text,
  constraint mail_message_id_key UNIQUE (message_id),
  constraint mail_pkey PRIMARY KEY (id),
  constraint mail_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint mail_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'kept'::text, 'refused'::text, 'failed'::text, 'bounced'::text])))
);

create table mail_attachment (
  mail integer not null,
  file integer not null,
  constraint mail_attachment_pkey PRIMARY KEY (mail, file),
  constraint mail_attachment_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint mail_attachment_mail_fkey FOREIGN KEY (mail) REFERENCES mail(id)
);

create table mailbox_cursor (
  mailbox text not null,
  uid_validity bigint not null,
  last_uid bigint not null,
  constraint mailbox_cursor_pkey PRIMARY KEY (mailbox)
);

create table memo (
  id integer generated always as identity not null,
  job integer,
  quote integer,
  task integer,
  title text not null,
  text jsonb not null,
  words text default ''::text not null,
  is_issue boolean default false not null,
  is_resolved boolean default false not null,
  resolved_by integer,
  resolved_on timestamp with time zone,
  resolved_note text default ''::text not null,
  sender text default ''::text not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  search text generated always as (norm(((title || ' '::text) || "left"(words, 4000)))) stored not null,
  constraint memo_pkey PRIMARY KEY (id),
  constraint memo_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint memo_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint memo_quote_fkey FOREIGN KEY (quote) REFERENCES quote(id),
  constraint memo_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES app_user(id),
  constraint memo_task_fkey FOREIGN KEY (task) REFERENCES task(id) ON DELETE SET NULL,
  constraint memo_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint memo_check CHECK ((num_nonnulls(job, quote) = 1)),
  constraint memo_title_check CHECK ((title <> ''::text))
);

create table memo_attachment (
  memo integer not null,
  file integer not null,
  position integer default 0 not null,
  constraint memo_attachment_pkey PRIMARY KEY (memo, file),
  constraint memo_attachment_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint memo_attachment_memo_fkey FOREIGN KEY (memo) REFERENCES memo(id)
);

create table memo_recipient (
  memo integer not null,
  mail integer not null,
  person integer,
  constraint memo_recipient_mail_key UNIQUE (mail),
  constraint memo_recipient_pkey PRIMARY KEY (memo, mail),
  constraint memo_recipient_mail_fkey FOREIGN KEY (mail) REFERENCES mail(id),
  constraint memo_recipient_memo_fkey FOREIGN KEY (memo) REFERENCES memo(id),
  constraint memo_recipient_person_fkey FOREIGN KEY (person) REFERENCES app_user(id)
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

create table milestone (
  id integer generated always as identity not null,
  is_blocked boolean default true not null,
  state text default 'open'::text not null,
  due_date date,
  assigned_user integer,
  job integer,
  quote integer,
  task integer not null,
  name text not null,
  template integer,
  is_parallel boolean default false not null,
  depends_on integer[],
  order text not null,
  done_on timestamp with time zone,
  done_by integer,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint milestone_pkey PRIMARY KEY (id),
  constraint milestone_assigned_user_fkey FOREIGN KEY (assigned_user) REFERENCES app_user(id),
  constraint milestone_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint milestone_done_by_fkey FOREIGN KEY (done_by) REFERENCES app_user(id),
  constraint milestone_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint milestone_quote_fkey FOREIGN KEY (quote) REFERENCES quote(id),
  constraint milestone_task_fkey FOREIGN KEY (task) REFERENCES task(id),
  constraint milestone_template_fkey FOREIGN KEY (template) REFERENCES milestone_template(id),
  constraint milestone_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint milestone_check CHECK ((num_nonnulls(job, quote) = 1)),
  constraint milestone_name_check CHECK ((name <> ''::text)),
  constraint milestone_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'skipped'::text])))
);

create table milestone_template (
  id integer generated always as identity not null,
  name text not null,
  is_active boolean default true not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint milestone_template_pkey PRIMARY KEY (id),
  constraint milestone_template_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint milestone_template_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint milestone_template_name_check CHECK ((name <> ''::text))
);

create table number_sequence (
  kind text not null,
  year integer not null,
  last integer not null,
  constraint number_sequence_pkey PRIMARY KEY (kind, year),
  constraint number_sequence_kind_check CHECK ((kind = ANY (ARRAY['job'::text, 'quote'::text])))
);

create table overhead_code (
  id integer generated always as identity not null,
  name text not null,
  code text default ''::text not null,
  position integer default 0 not null,
  is_active boolean default true not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint overhead_code_pkey PRIMARY KEY (id),
  constraint overhead_code_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint overhead_code_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint overhead_code_name_check CHECK ((name <> ''::text))
);

create table passkey (
  id integer generated always as identity not null,
  user_id integer not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] default '{}'::text[] not null,
  name text not null,
  created_on timestamp with time zone not null,
  last_used_on timestamp with time zone,
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);

create table password_link (
  id integer generated always as identity not null,
  token_hash bytea not null,
  user_id integer not null,
  purpose text not null,
  created_on timestamp with time zone not null,
  expires_on timestamp with time zone not null,
  used_on timestamp with time zone,
  constraint password_link_token_hash_key UNIQUE (token_hash),
  constraint password_link_pkey PRIMARY KEY (id),
  constraint password_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint password_link_purpose_check CHECK ((purpose = ANY (ARRAY['invitation'::text, 'reset'::text])))
);

create table payment (
  id integer generated always as identity not null,
  client integer not null,
  received_on date not null,
  method text not null,
  reference text default ''::text not null,
  note text default ''::text not null,
  amount bigint not null,
  allocated bigint default 0 not null,
  refunded bigint default 0 not null,
  deposit integer,
  reversal text,
  reversed_on date,
  reason text default ''::text not null,
  fee bigint default 0 not null,
  unapplied bigint generated always as (
CASE
    WHEN (reversal IS NULL) THEN ((amount - allocated) - refunded)
    ELSE (0)::bigint
END) stored not null,
  search text generated always as (norm(((reference || ' '::text) || "left"(note, 500)))) stored not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint payment_pkey PRIMARY KEY (id),
  constraint payment_client_fkey FOREIGN KEY (client) REFERENCES client(id),
  constraint payment_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint payment_deposit_fkey FOREIGN KEY (deposit) REFERENCES deposit(id),
  constraint payment_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint payment_allocated_check CHECK ((allocated >= 0)),
  constraint payment_amount_check CHECK ((amount > 0)),
  constraint payment_check CHECK ((
CASE
    WHEN (reversal IS NULL) THEN ((amount - allocated) - refunded)
    ELSE ((- allocated) - refunded)
END >= 0)),
  constraint payment_check1 CHECK (((reversal IS NULL) = (reversed_on IS NULL))),
  constraint payment_check2 CHECK (((reversal IS DISTINCT FROM 'delete'::text) OR (deposit IS NULL))),
  constraint payment_check3 CHECK (((reversal IS DISTINCT FROM 'return'::text) OR (deposit IS NOT NULL))),
  constraint payment_fee_check CHECK ((fee >= 0)),
  constraint payment_method_check CHECK ((method = ANY (ARRAY['Cash'::text, 'Check'::text, 'Credit'::text, 'Debit'::text, 'E-Transfer'::text, 'Unknown'::text]))),
  constraint payment_refunded_check CHECK ((refunded >= 0)),
  constraint payment_reversal_check CHECK ((reversal = ANY (ARRAY['delete'::text, 'return'::text])))
);

create table payment_allocation (
  id integer generated always as identity not null,
  date date not null,
  reverses integer,
  payment integer not null,
  invoice integer not null,
  amount bigint not null,
  created_on timestamp with time zone not null,
  created_by integer,
  constraint payment_allocation_reverses_key UNIQUE (reverses),
  constraint payment_allocation_pkey PRIMARY KEY (id),
  constraint payment_allocation_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint payment_allocation_invoice_fkey FOREIGN KEY (invoice) REFERENCES invoice(id),
  constraint payment_allocation_payment_fkey FOREIGN KEY (payment) REFERENCES payment(id),
  constraint payment_allocation_reverses_fkey FOREIGN KEY (reverses) REFERENCES payment_allocation(id),
  constraint payment_allocation_amount_check CHECK ((amount <> 0)),
  constraint payment_allocation_check CHECK (((amount > 0) OR (reverses IS NOT NULL)))
);

create table payment_refund (
  id integer generated always as identity not null,
  date date not null,
  reverses integer,
  payment integer not null,
  account_code text not null,
  reference text default ''::text not null,
  amount bigint not null,
  created_on timestamp with time zone not null,
  created_by integer,
  constraint payment_refund_reverses_key UNIQUE (reverses),
  constraint payment_refund_pkey PRIMARY KEY (id),
  constraint payment_refund_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint payment_refund_payment_fkey FOREIGN KEY (payment) REFERENCES payment(id),
  constraint payment_refund_reverses_fkey FOREIGN KEY (reverses) REFERENCES payment_refund(id),
  constraint payment_refund_amount_check CHECK ((amount <> 0)),
  constraint payment_refund_check CHECK (((amount > 0) OR (reverses IS NOT NULL)))
);

create table payroll_export (
  id integer generated always as identity not null,
  from date not null,
  to date not null,
  created_on timestamp with time zone not null,
  created_by integer,
  constraint payroll_export_pkey PRIMARY KEY (id),
  constraint payroll_export_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint payroll_export_check CHECK (("to" >= "from"))
);

create table payroll_export_line (
  export integer not null,
  entry integer not null,
  user integer not null,
  date date not null,
  minutes integer not null,
  overhead_code integer,
  job integer,
  note text not null,
  constraint payroll_export_line_pkey PRIMARY KEY (export, entry),
  constraint payroll_export_line_export_fkey FOREIGN KEY (export) REFERENCES payroll_export(id),
  constraint payroll_export_line_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint payroll_export_line_overhead_code_fkey FOREIGN KEY (overhead_code) REFERENCES overhead_code(id),
  constraint payroll_export_line_user_fkey FOREIGN KEY ("user") REFERENCES app_user(id)
);

create table period_lock (
  ledger text not null,
  locked_through date,
  version integer default 1 not null,
  updated_on timestamp with time zone default now() not null,
  updated_by integer,
  constraint period_lock_pkey PRIMARY KEY (ledger),
  constraint period_lock_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint period_lock_ledger_check CHECK ((ledger = ANY (ARRAY['time'::text, 'accounting'::text])))
);

create table petty_cash_box (
  id integer default 1 not null,
  float bigint default 0 not null,
  balance bigint default 0 not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint petty_cash_box_pkey PRIMARY KEY (id),
  constraint petty_cash_box_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint petty_cash_box_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint petty_cash_box_balance_check CHECK ((balance >= 0)),
  constraint petty_cash_box_float_check CHECK (("float" >= 0)),
  constraint petty_cash_box_id_check CHECK ((id = 1))
);

create table petty_cash_row (
  id integer generated always as identity not null,
  kind text not null,
  date date not null,
  amount bigint not null,
  balance bigint not null,
  note text default ''::text not null,
  expense integer,
  reverses integer,
  created_on timestamp with time zone not null,
  created_by integer,
  constraint petty_cash_row_reverses_key UNIQUE (reverses),
  constraint petty_cash_row_pkey PRIMARY KEY (id),
  constraint petty_cash_row_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint petty_cash_row_expense_fkey FOREIGN KEY (expense) REFERENCES expense(id),
  constraint petty_cash_row_reverses_fkey FOREIGN KEY (reverses) REFERENCES petty_cash_row(id),
  constraint petty_cash_row_balance_check CHECK ((balance >= 0)),
  constraint petty_cash_row_check CHECK (((amount <> 0) OR (kind = 'count'::text))),
  constraint petty_cash_row_kind_check CHECK ((kind = ANY (ARRAY['top-up'::text, 'expense'::text, 'count'::text])))
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
  captured_at_device timestamp with time zone,
  constraint pipe_pkey PRIMARY KEY (id),
  constraint pipe_captured_by_fkey FOREIGN KEY (captured_by) REFERENCES app_user(id),
  constraint pipe_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint pipe_field_run_fkey FOREIGN KEY (field_run) REFERENCES field_run(id),
  constraint pipe_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id)
);

create table posting_number (
  series text not null,
  last bigint not null,
  constraint posting_number_pkey PRIMARY KEY (series),
  constraint posting_number_last_check CHECK ((last > 0))
);

create table processed_point (
  attempt integer not null,
  name text not null,
  field_run uuid not null,
  code text not null,
  description text not null,
  easting double precision not null,
  northing double precision not null,
  elevation double precision,
  shot uuid,
  constraint processed_point_pkey PRIMARY KEY (attempt, name),
  constraint processed_point_attempt_fkey FOREIGN KEY (attempt) REFERENCES processing_attempt(id),
  constraint processed_point_field_run_fkey FOREIGN KEY (field_run) REFERENCES field_run(id)
);

create table processing_attempt (
  id integer generated always as identity not null,
  field_run uuid not null,
  number integer not null,
  state text default 'open'::text not null,
  revision integer default 1 not null,
  started_on timestamp with time zone not null,
  started_by integer,
  ended_on timestamp with time zone,
  ended_by integer,
  reason text default ''::text not null,
  lease_by integer,
  lease_until timestamp with time zone,
  frozen jsonb,
  package integer,
  constraint processing_attempt_field_run_number_key UNIQUE (field_run, number),
  constraint processing_attempt_pkey PRIMARY KEY (id),
  constraint processing_attempt_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES app_user(id),
  constraint processing_attempt_field_run_fkey FOREIGN KEY (field_run) REFERENCES field_run(id),
  constraint processing_attempt_lease_by_fkey FOREIGN KEY (lease_by) REFERENCES app_user(id),
  constraint processing_attempt_package_fkey FOREIGN KEY (package) REFERENCES file(id),
  constraint processing_attempt_started_by_fkey FOREIGN KEY (started_by) REFERENCES app_user(id),
  constraint processing_attempt_check CHECK (((state = 'open'::text) = (ended_on IS NULL))),
  constraint processing_attempt_check1 CHECK (((lease_by IS NULL) = (lease_until IS NULL))),
  constraint processing_attempt_number_check CHECK ((number > 0)),
  constraint processing_attempt_state_check CHECK ((state = ANY (ARRAY['open'::text, 'archived'::text, 'finished'::text])))
);

create table processing_decision (
  id integer generated always as identity not null,
  attempt integer not null,
  decision jsonb not null,
  why text,
  at timestamp with time zone not null,
  by integer,
  undone_on timestamp with time zone,
  undone_by integer,
  constraint processing_decision_pkey PRIMARY KEY (id),
  constraint processing_decision_attempt_fkey FOREIGN KEY (attempt) REFERENCES processing_attempt(id),
  constraint processing_decision_by_fkey FOREIGN KEY (by) REFERENCES app_user(id),
  constraint processing_decision_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES app_user(id)
);

create table processing_file (
  id integer generated always as identity not null,
  attempt integer not null,
  part text not null,
  file integer not null,
  name text not null,
  summary jsonb not null,
  imported_on timestamp with time zone not null,
  imported_by integer,
  removed_on timestamp with time zone,
  removed_by integer,
  constraint processing_file_pkey PRIMARY KEY (id),
  constraint processing_file_attempt_fkey FOREIGN KEY (attempt) REFERENCES processing_attempt(id),
  constraint processing_file_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint processing_file_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES app_user(id),
  constraint processing_file_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES app_user(id),
  constraint processing_file_name_check CHECK ((name <> ''::text)),
  constraint processing_file_part_check CHECK ((part = ANY (ARRAY['raw_file'::text, 'points_file'::text, 'sum_file'::text, 'ref_file'::text, 'loc_file'::text])))
);

create table quote (
  id integer generated always as identity not null,
  state text default 'AWAITING QUOTE'::text not null,
  project_manager integer,
  updated_on timestamp with time zone not null,
  num_key text generated always as (norm(num)) stored not null,
  num text not null,
  desc text not null,
  long_desc text default ''::text not null,
  client integer,
  client_name text default ''::text not null,
  discipline text[] default '{}'::text[] not null,
  job_types text[] default '{}'::text[] not null,
  client_contact integer,
  billing_contact integer,
  project_leads integer[] default '{}'::integer[] not null,
  billing_type text default 'hourly'::text not null,
  fee_cap bigint,
  location integer,
  inbox_token text not null,
  folder_url text default ''::text not null,
  submitted_on timestamp with time zone,
  valid_until date,
  decided_on timestamp with time zone,
  lost_reason text default ''::text not null,
  lost_note text default ''::text not null,
  revision integer default 0 not null,
  is_promoted boolean default false not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_by integer,
  search text generated always as (norm(((((((((num || ' '::text) || "desc") || ' '::text) || client_name) || ' '::text) || "left"(long_desc, 2000)) || ' '::text) || translate(num, '-._'::text, ''::text)))) stored not null,
  constraint quote_inbox_token_key UNIQUE (inbox_token),
  constraint quote_num_key UNIQUE (num),
  constraint quote_pkey PRIMARY KEY (id),
  constraint quote_billing_contact_fkey FOREIGN KEY (billing_contact) REFERENCES contact(id),
  constraint quote_client_contact_fkey FOREIGN KEY (client_contact) REFERENCES contact(id),
  constraint quote_client_fkey FOREIGN KEY (client) REFERENCES client(id),
  constraint quote_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint quote_location_fkey FOREIGN KEY (location) REFERENCES location(id),
  constraint quote_project_manager_fkey FOREIGN KEY (project_manager) REFERENCES app_user(id),
  constraint quote_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint quote_billing_type_check CHECK ((billing_type = ANY (ARRAY['hourly'::text, 'hourly with cap'::text, 'fixed fee'::text]))),
  constraint quote_desc_check CHECK (("desc" <> ''::text)),
  constraint quote_fee_cap_check CHECK ((fee_cap >= 0)),
  constraint quote_state_check CHECK ((state = ANY (ARRAY['AWAITING QUOTE'::text, 'QUOTE SUBMITTED'::text, 'ACCEPTED'::text, 'REJECTED'::text])))
);

create table quote_mail (
  revision integer not null,
  mail integer not null,
  constraint quote_mail_mail_key UNIQUE (mail),
  constraint quote_mail_pkey PRIMARY KEY (revision, mail),
  constraint quote_mail_mail_fkey FOREIGN KEY (mail) REFERENCES mail(id),
  constraint quote_mail_revision_fkey FOREIGN KEY (revision) REFERENCES quote_revision(id)
);

create table quote_revision (
  id integer generated always as identity not null,
  quote integer not null,
  number integer not null,
  total bigint not null,
  valid_until date not null,
  budget jsonb not null,
  pdf integer not null,
  created_on timestamp with time zone not null,
  created_by integer,
  document jsonb,
  constraint quote_revision_quote_number_key UNIQUE (quote, number),
  constraint quote_revision_pkey PRIMARY KEY (id),
  constraint quote_revision_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint quote_revision_pdf_fkey FOREIGN KEY (pdf) REFERENCES file(id),
  constraint quote_revision_quote_fkey FOREIGN KEY (quote) REFERENCES quote(id)
);

create table recovery_code (
  user_id integer not null,
  code_hash bytea not null,
  used_on timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);

create table reimbursement_line (
  run integer not null,
  expense integer not null,
  user integer not null,
  gross bigint not null,
  constraint reimbursement_line_pkey PRIMARY KEY (run, expense),
  constraint reimbursement_line_expense_fkey FOREIGN KEY (expense) REFERENCES expense(id),
  constraint reimbursement_line_run_fkey FOREIGN KEY (run) REFERENCES reimbursement_run(id),
  constraint reimbursement_line_user_fkey FOREIGN KEY ("user") REFERENCES app_user(id)
);

create table reimbursement_run (
  id integer generated always as identity not null,
  number integer not null,
  date date not null,
  total bigint not null,
  note text default ''::text not null,
  reverses integer,
  created_on timestamp with time zone not null,
  created_by integer,
  constraint reimbursement_run_number_key UNIQUE (number),
  constraint reimbursement_run_reverses_key UNIQUE (reverses),
  constraint reimbursement_run_pkey PRIMARY KEY (id),
  constraint reimbursement_run_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint reimbursement_run_reverses_fkey FOREIGN KEY (reverses) REFERENCES reimbursement_run(id)
);

create table report_view (
  id integer generated always as identity not null,
  report text not null,
  name text not null,
  search text default ''::text not null,
  is_shared boolean default false not null,
  created_on timestamp with time zone not null,
  created_by integer not null,
  constraint report_view_pkey PRIMARY KEY (id),
  constraint report_view_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint report_view_name_check CHECK ((name <> ''::text)),
  constraint report_view_report_check CHECK ((report <> ''::text))
);

create table scan_page (
  scan integer not null,
  page integer not null,
  width integer not null,
  height integer not null,
  tiles integer not null,
  thumbnail integer,
  text_source text not null,
  text text default ''::text not null,
  words jsonb default '[]'::jsonb not null,
  search tsvector generated always as (to_tsvector('simple'::regconfig, regexp_replace(norm("left"(text, 200000)), '[^[:alnum:]]+'::text, ' '::text, 'g'::text))) stored not null,
  historical_file integer not null,
  constraint scan_page_pkey PRIMARY KEY (scan, page),
  constraint scan_page_scan_historical_file_fkey FOREIGN KEY (scan, historical_file) REFERENCES historical_scan(id, historical_file) ON DELETE CASCADE,
  constraint scan_page_thumbnail_fkey FOREIGN KEY (thumbnail) REFERENCES file(id),
  constraint scan_page_tiles_fkey FOREIGN KEY (tiles) REFERENCES file(id),
  constraint scan_page_height_check CHECK ((height > 0)),
  constraint scan_page_page_check CHECK ((page > 0)),
  constraint scan_page_text_source_check CHECK ((text_source = ANY (ARRAY['file'::text, 'picture'::text, 'none'::text, 'unreadable'::text]))),
  constraint scan_page_width_check CHECK ((width > 0))
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
  confirmed_on timestamp with time zone,
  has_second_factor boolean default false not null,
  identity_provider integer,
  provider_session text,
  constraint session_token_hash_key UNIQUE (token_hash),
  constraint session_pkey PRIMARY KEY (id),
  constraint session_identity_provider_fkey FOREIGN KEY (identity_provider) REFERENCES identity_provider(id) ON DELETE SET NULL,
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
  position_age double precision,
  captured_at_device timestamp with time zone,
  constraint shot_pkey PRIMARY KEY (id),
  constraint shot_captured_by_fkey FOREIGN KEY (captured_by) REFERENCES app_user(id),
  constraint shot_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint shot_field_run_fkey FOREIGN KEY (field_run) REFERENCES field_run(id),
  constraint shot_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint shot_check CHECK (((lon IS NULL) = (lat IS NULL))),
  constraint shot_position_age_check CHECK ((position_age >= (0)::double precision))
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
  captured_at_device timestamp with time zone,
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

create table spent_ticket (
  ticket text not null,
  expires_on timestamp with time zone not null,
  constraint spent_ticket_pkey PRIMARY KEY (ticket)
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

create table task (
  id integer generated always as identity not null,
  task_group integer not null,
  job integer,
  quote integer,
  name text not null,
  description text default ''::text not null,
  template integer,
  account_code text default ''::text not null,
  order text not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint task_pkey PRIMARY KEY (id),
  constraint task_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint task_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint task_quote_fkey FOREIGN KEY (quote) REFERENCES quote(id),
  constraint task_task_group_fkey FOREIGN KEY (task_group) REFERENCES task_group(id),
  constraint task_template_fkey FOREIGN KEY (template) REFERENCES task_template(id),
  constraint task_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint task_check CHECK ((num_nonnulls(job, quote) = 1)),
  constraint task_name_check CHECK ((name <> ''::text))
);

create table task_group (
  id integer generated always as identity not null,
  job integer,
  quote integer,
  name text not null,
  order text not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint task_group_pkey PRIMARY KEY (id),
  constraint task_group_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint task_group_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint task_group_quote_fkey FOREIGN KEY (quote) REFERENCES quote(id),
  constraint task_group_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint task_group_check CHECK ((num_nonnulls(job, quote) = 1)),
  constraint task_group_name_check CHECK ((name <> ''::text))
);

create table task_template (
  id integer generated always as identity not null,
  name text not null,
  description text default ''::text not null,
  account_code text default ''::text not null,
  milestones jsonb default '[]'::jsonb not null,
  is_active boolean default true not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint task_template_pkey PRIMARY KEY (id),
  constraint task_template_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint task_template_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint task_template_name_check CHECK ((name <> ''::text))
);

create table tax_rule (
  id integer generated always as identity not null,
  province text not null,
  code text not null,
  name text not null,
  rate numeric(9,6) not null,
  base_fraction numeric(9,6) default 1 not null,
  valid_from date not null,
  valid_to date,
  is_active boolean default true not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint tax_rule_pkey PRIMARY KEY (id),
  constraint tax_rule_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint tax_rule_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint tax_rule_base_fraction_check CHECK (((base_fraction >= (0)::numeric) AND (base_fraction <= (1)::numeric))),
  constraint tax_rule_check CHECK ((valid_to >= valid_from)),
  constraint tax_rule_code_check CHECK ((code <> ''::text)),
  constraint tax_rule_name_check CHECK ((name <> ''::text)),
  constraint tax_rule_province_check CHECK ((province ~ '^[A-Z]{2}$'::text)),
  constraint tax_rule_rate_check CHECK (((rate >= (0)::numeric) AND (rate <= (100)::numeric)))
);

create table time_batch (
  id integer generated always as identity not null,
  user integer not null,
  first_day date not null,
  last_day date generated always as ((first_day + 6)) stored not null,
  number integer not null,
  state text default 'OPEN'::text not null,
  comment text default ''::text not null,
  submitted_on timestamp with time zone,
  decided_on timestamp with time zone,
  decided_by integer,
  is_exported boolean default false not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint time_batch_user_first_day_number_key UNIQUE ("user", first_day, number),
  constraint time_batch_pkey PRIMARY KEY (id),
  constraint time_batch_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint time_batch_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint time_batch_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint time_batch_user_fkey FOREIGN KEY ("user") REFERENCES app_user(id),
  constraint time_batch_number_check CHECK ((number > 0)),
  constraint time_batch_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'SUBMITTED'::text, 'APPROVED'::text, 'LOCKED'::text])))
);

create table time_entry (
  id integer generated always as identity not null,
  user integer not null,
  date date not null,
  batch integer not null,
  job integer,
  task integer,
  milestone integer,
  overhead_code integer,
  minutes integer not null,
  is_billable boolean not null,
  job_role integer,
  rate integer,
  rate_rule text,
  rate_valid_from date,
  cost_rate integer,
  amount bigint default 0 not null,
  cost bigint,
  start timestamp with time zone,
  end timestamp with time zone,
  field_run uuid,
  note text default ''::text not null,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  constraint time_entry_pkey PRIMARY KEY (id),
  constraint time_entry_batch_fkey FOREIGN KEY (batch) REFERENCES time_batch(id),
  constraint time_entry_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint time_entry_field_run_fkey FOREIGN KEY (field_run) REFERENCES field_run(id),
  constraint time_entry_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint time_entry_job_role_fkey FOREIGN KEY (job_role) REFERENCES job_role(id),
  constraint time_entry_milestone_fkey FOREIGN KEY (milestone) REFERENCES milestone(id),
  constraint time_entry_overhead_code_fkey FOREIGN KEY (overhead_code) REFERENCES overhead_code(id),
  constraint time_entry_task_fkey FOREIGN KEY (task) REFERENCES task(id),
  constraint time_entry_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint time_entry_user_fkey FOREIGN KEY ("user") REFERENCES app_user(id),
  constraint time_entry_check CHECK (((job IS NULL) <> (overhead_code IS NULL))),
  constraint time_entry_check1 CHECK (((job IS NULL) = (task IS NULL))),
  constraint time_entry_check2 CHECK (((job IS NOT NULL) OR ((milestone IS NULL) AND (NOT is_billable)))),
  constraint time_entry_check3 CHECK (((start IS NULL) = ("end" IS NULL))),
  constraint time_entry_cost_rate_check CHECK ((cost_rate >= 0)),
  constraint time_entry_minutes_check CHECK (((minutes >= 1) AND (minutes <= 1440))),
  constraint time_entry_rate_check CHECK ((rate >= 0)),
  constraint time_entry_rate_rule_check CHECK ((rate_rule = ANY (ARRAY['job'::text, 'client'::text, 'role'::text])))
);

create table time_favourite (
  id integer generated always as identity not null,
  user integer not null,
  job integer,
  task integer,
  milestone integer,
  overhead_code integer,
  is_billable boolean not null,
  constraint time_favourite_pkey PRIMARY KEY (id),
  constraint time_favourite_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint time_favourite_milestone_fkey FOREIGN KEY (milestone) REFERENCES milestone(id) ON DELETE CASCADE,
  constraint time_favourite_overhead_code_fkey FOREIGN KEY (overhead_code) REFERENCES overhead_code(id),
  constraint time_favourite_task_fkey FOREIGN KEY (task) REFERENCES task(id) ON DELETE CASCADE,
  constraint time_favourite_user_fkey FOREIGN KEY ("user") REFERENCES app_user(id),
  constraint time_favourite_check CHECK (((job IS NULL) <> (overhead_code IS NULL)))
);

create table time_reminder (
  user integer not null,
  first_day date not null,
  mail integer,
  created_on timestamp with time zone not null,
  created_by integer,
  constraint time_reminder_pkey PRIMARY KEY ("user", first_day),
  constraint time_reminder_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint time_reminder_mail_fkey FOREIGN KEY (mail) REFERENCES mail(id),
  constraint time_reminder_user_fkey FOREIGN KEY ("user") REFERENCES app_user(id)
);

create table time_timer (
  user integer not null,
  started_on timestamp with time zone not null,
  job integer,
  task integer,
  milestone integer,
  overhead_code integer,
  is_billable boolean default true not null,
  note text default ''::text not null,
  constraint time_timer_pkey PRIMARY KEY ("user"),
  constraint time_timer_job_fkey FOREIGN KEY (job) REFERENCES job(id),
  constraint time_timer_milestone_fkey FOREIGN KEY (milestone) REFERENCES milestone(id) ON DELETE SET NULL,
  constraint time_timer_overhead_code_fkey FOREIGN KEY (overhead_code) REFERENCES overhead_code(id),
  constraint time_timer_task_fkey FOREIGN KEY (task) REFERENCES task(id) ON DELETE SET NULL,
  constraint time_timer_user_fkey FOREIGN KEY ("user") REFERENCES app_user(id)
);

create table totp (
  user_id integer not null,
  secret text not null,
  last_step bigint not null,
  created_on timestamp with time zone not null,
  constraint totp_pkey PRIMARY KEY (user_id),
  constraint totp_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
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

create table wip_item (
  item text not null,
  job integer not null,
  task integer,
  state text not null,
  amount bigint not null,
  work_date date not null,
  hold_until date,
  turn integer not null,
  constraint wip_item_pkey PRIMARY KEY (item)
);

create table wip_line (
  id bigint generated always as identity not null,
  item text not null,
  turn integer not null,
  sign smallint not null,
  act text not null,
  job integer not null,
  task integer,
  state text not null,
  amount bigint not null,
  work_date date not null,
  hold_until date,
  date date not null,
  reason text,
  reverses bigint,
  created_on timestamp with time zone not null,
  created_by integer,
  constraint wip_line_pkey PRIMARY KEY (id),
  constraint wip_line_act_check CHECK ((act = ANY (ARRAY['enter'::text, 'change'::text, 'reprice'::text, 'remove'::text, 'hold'::text, 'release'::text, 'write off'::text, 'restore'::text, 'move'::text, 'claim'::text, 'unclaim'::text, 'bill'::text, 'unbill'::text]))),
  constraint wip_line_sign_check CHECK ((sign = ANY (ARRAY['-1'::integer, 1]))),
  constraint wip_line_state_check CHECK ((state = ANY (ARRAY['UNBILLED'::text, 'CLAIMED'::text, 'BILLED'::text, 'HOLD'::text, 'WRITTEN_OFF'::text]))),
  constraint wip_line_turn_check CHECK ((turn > 0))
);

CREATE INDEX accounting_document_invoice ON public.accounting_document USING btree (invoice, kind) WHERE (invoice IS NOT NULL);
CREATE UNIQUE INDEX accounting_document_number ON public.accounting_document USING btree (kind, number);
CREATE INDEX accounting_document_payment ON public.accounting_document USING btree (payment) WHERE (payment IS NOT NULL);
CREATE INDEX accounting_document_remote ON public.accounting_document USING btree (remote_id) WHERE (remote_id IS NOT NULL);
CREATE INDEX accounting_document_unattached ON public.accounting_document USING btree (id) WHERE ((kind = 'invoice'::text) AND (attached_revision < sent_revision));
CREATE INDEX accounting_proposal_open ON public.accounting_proposal USING btree (id) WHERE (state = 'open'::text);
CREATE INDEX accounting_upload_document ON public.accounting_upload USING btree (document);
CREATE INDEX accounting_upload_due ON public.accounting_upload USING btree (id) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX accounting_upload_waiting ON public.accounting_upload USING btree (document) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX agreed_rate_client ON public.agreed_rate USING btree (client, job_role) WHERE (client IS NOT NULL);
CREATE UNIQUE INDEX agreed_rate_job ON public.agreed_rate USING btree (job, job_role) WHERE (job IS NOT NULL);
CREATE UNIQUE INDEX agreed_rate_quote ON public.agreed_rate USING btree (quote, job_role) WHERE (quote IS NOT NULL);
CREATE UNIQUE INDEX app_user_email ON public.app_user USING btree (lower(email));
CREATE INDEX app_user_search ON public.app_user USING gin (search gin_trgm_ops);
CREATE INDEX applied_op_at ON public.applied_op USING btree (at);
CREATE INDEX applied_op_item ON public.applied_op USING btree (item, device_id, rev);
CREATE UNIQUE INDEX base_map_default ON public.base_map USING btree (is_default) WHERE is_default;
CREATE INDEX base_map_file ON public.base_map USING btree (file) WHERE (file IS NOT NULL);
CREATE UNIQUE INDEX base_map_name ON public.base_map USING btree (norm(name));
CREATE INDEX base_map_part_sha256 ON public.base_map_part USING btree (sha256);
CREATE INDEX billing_progress_job ON public.billing_progress USING btree (job, id DESC);
CREATE INDEX budget_entry_disbursement ON public.budget_entry USING btree (disbursement_type) WHERE (disbursement_type IS NOT NULL);
CREATE INDEX budget_entry_job ON public.budget_entry USING btree (job) WHERE (job IS NOT NULL);
CREATE INDEX budget_entry_job_role ON public.budget_entry USING btree (job_role) WHERE (job_role IS NOT NULL);
CREATE INDEX budget_entry_milestone ON public.budget_entry USING btree (milestone);
CREATE INDEX budget_entry_quote ON public.budget_entry USING btree (quote) WHERE (quote IS NOT NULL);
CREATE UNIQUE INDEX budget_entry_role ON public.budget_entry USING btree (milestone, job_role) WHERE (job_role IS NOT NULL);
CREATE UNIQUE INDEX budget_entry_type ON public.budget_entry USING btree (milestone, disbursement_type) WHERE (disbursement_type IS NOT NULL);
CREATE INDEX budget_snapshot_job ON public.budget_snapshot USING btree (job, id) WHERE (job IS NOT NULL);
CREATE INDEX budget_snapshot_quote ON public.budget_snapshot USING btree (quote, id) WHERE (quote IS NOT NULL);
CREATE INDEX client_classification ON public.client USING btree (classification, id) INCLUDE (merged_into);
CREATE INDEX client_classification_down ON public.client USING btree (classification DESC NULLS LAST, id DESC) INCLUDE (merged_into);
CREATE INDEX client_created ON public.client USING btree (created_on, id) INCLUDE (merged_into);
CREATE INDEX client_living ON public.client USING btree (id) WHERE (merged_into IS NULL);
CREATE INDEX client_merged ON public.client USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX client_name ON public.client USING btree (name_key, id) INCLUDE (merged_into);
CREATE INDEX client_pairs ON public.client USING gin (pairs(search));
CREATE INDEX client_phone ON public.client USING gin (phone_digits gin_trgm_ops);
CREATE INDEX client_risk_level ON public.client USING btree (risk_level, id) INCLUDE (merged_into);
CREATE INDEX client_risk_level_down ON public.client USING btree (risk_level DESC NULLS LAST, id DESC) INCLUDE (merged_into);
CREATE INDEX client_search ON public.client USING gin (search gin_trgm_ops);
CREATE INDEX client_updated ON public.client USING btree (updated_on, id) INCLUDE (merged_into);
CREATE INDEX client_contact_contact ON public.client_contact USING btree (contact);
CREATE INDEX contact_created ON public.contact USING btree (created_on, id) INCLUDE (merged_into);
CREATE INDEX contact_living ON public.contact USING btree (id) WHERE (merged_into IS NULL);
CREATE INDEX contact_merged ON public.contact USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX contact_name ON public.contact USING btree (name_key, id) INCLUDE (merged_into);
CREATE INDEX contact_pairs ON public.contact USING gin (pairs(search));
CREATE INDEX contact_phone ON public.contact USING gin (phone_digits gin_trgm_ops);
CREATE INDEX contact_search ON public.contact USING gin (search gin_trgm_ops);
CREATE INDEX contact_updated ON public.contact USING btree (updated_on, id) INCLUDE (merged_into);
CREATE INDEX control_check_attempt ON public.control_check USING btree (attempt) WHERE (attempt IS NOT NULL);
CREATE INDEX control_check_point ON public.control_check USING btree (control_point, measured_on DESC);
CREATE INDEX control_check_run ON public.control_check USING btree (field_run) WHERE (field_run IS NOT NULL);
CREATE INDEX control_import_row_record ON public.control_import_row USING btree (record_id);
CREATE INDEX control_point_created ON public.control_point USING btree (created_on, id) INCLUDE (is_hpn, control_destroyed);
CREATE INDEX control_point_destroyed ON public.control_point USING btree (control_destroyed, name_key, id);
CREATE INDEX control_point_easting ON public.control_point USING btree (easting, id) INCLUDE (is_hpn, control_destroyed);
CREATE INDEX control_point_elevation ON public.control_point USING btree (elevation, id) INCLUDE (is_hpn, control_destroyed);
CREATE INDEX control_point_elevation_down ON public.control_point USING btree (elevation DESC NULLS LAST, id DESC) INCLUDE (is_hpn, control_destroyed);
CREATE INDEX control_point_hpn ON public.control_point USING btree (name_key, id) WHERE is_hpn;
CREATE INDEX control_point_is_destroyed ON public.control_point USING btree (control_destroyed, id) INCLUDE (is_hpn);
CREATE INDEX control_point_is_hpn ON public.control_point USING btree (is_hpn, id) INCLUDE (control_destroyed);
CREATE INDEX control_point_name ON public.control_point USING btree (name_key, id) INCLUDE (is_hpn, control_destroyed);
CREATE INDEX control_point_northing ON public.control_point USING btree (northing, id) INCLUDE (is_hpn, control_destroyed);
CREATE INDEX control_point_note ON public.control_point USING btree (note_key, id) INCLUDE (is_hpn, control_destroyed);
CREATE INDEX control_point_pairs ON public.control_point USING gin (pairs(search));
CREATE INDEX control_point_place ON public.control_point USING btree (easting, northing);
CREATE INDEX control_point_search ON public.control_point USING gin (search gin_trgm_ops);
CREATE INDEX control_point_sketch ON public.control_point USING btree (sketch) WHERE (sketch IS NOT NULL);
CREATE INDEX control_point_updated ON public.control_point USING btree (updated_on, id) INCLUDE (is_hpn, control_destroyed);
CREATE INDEX deposit_date ON public.deposit USING btree (date, id);
CREATE INDEX disbursement_item_job ON public.disbursement_item USING btree (job, date);
CREATE INDEX disbursement_item_task ON public.disbursement_item USING btree (task) WHERE (task IS NOT NULL);
CREATE INDEX disbursement_item_type ON public.disbursement_item USING btree (disbursement_type);
CREATE INDEX disbursement_item_user ON public.disbursement_item USING btree ("user");
CREATE UNIQUE INDEX disbursement_type_name ON public.disbursement_type USING btree (norm(name));
CREATE INDEX expense_category_used ON public.expense USING btree (category) WHERE (category IS NOT NULL);
CREATE INDEX expense_date ON public.expense USING btree (date, id);
CREATE INDEX expense_job ON public.expense USING btree (job, date) WHERE (job IS NOT NULL);
CREATE INDEX expense_owed ON public.expense USING btree ("user") WHERE (reimbursement = 'owed'::text);
CREATE INDEX expense_same ON public.expense USING btree (date, gross);
CREATE INDEX expense_search ON public.expense USING gin (search gin_trgm_ops);
CREATE INDEX expense_submitted ON public.expense USING btree ("user") WHERE (approval = 'SUBMITTED'::text);
CREATE INDEX expense_task ON public.expense USING btree (task) WHERE (task IS NOT NULL);
CREATE INDEX expense_user ON public.expense USING btree ("user", date DESC, id DESC);
CREATE UNIQUE INDEX expense_category_name ON public.expense_category USING btree (norm(name));
CREATE INDEX expense_category_type ON public.expense_category USING btree (disbursement_type) WHERE (disbursement_type IS NOT NULL);
CREATE INDEX expense_receipt_file ON public.expense_receipt USING btree (file);
CREATE INDEX field_history_run ON public.field_history USING btree (field_run, id);
CREATE INDEX field_move_item ON public.field_move USING btree (item);
CREATE INDEX field_quarantine_file ON public.field_quarantine USING btree (file) WHERE (file IS NOT NULL);
CREATE INDEX field_quarantine_item ON public.field_quarantine USING btree (item);
CREATE INDEX field_quarantine_state ON public.field_quarantine USING btree (state, id);
CREATE INDEX field_run_created ON public.field_run USING btree (created_on, id);
CREATE INDEX field_run_job ON public.field_run USING btree (job) WHERE (job IS NOT NULL);
CREATE INDEX field_run_job_num ON public.field_run USING btree (norm(btrim(job_num))) WHERE ((job IS NULL) AND (job_num <> ''::text));
CREATE INDEX field_run_name ON public.field_run USING btree (name_key, id);
CREATE INDEX field_run_raw ON public.field_run USING btree (raw) WHERE (raw IS NOT NULL);
CREATE INDEX field_run_search ON public.field_run USING gin (search gin_trgm_ops);
CREATE INDEX field_run_started ON public.field_run USING btree (started_on) WHERE (started_on IS NOT NULL);
CREATE INDEX field_run_state ON public.field_run USING btree (state, updated_on DESC);
CREATE INDEX field_run_updated ON public.field_run USING btree (updated_on, id);
CREATE INDEX field_upload_file ON public.field_upload USING btree (file) WHERE (file IS NOT NULL);
CREATE INDEX field_upload_updated ON public.field_upload USING btree (updated_on);
CREATE INDEX file_sha256 ON public.file USING btree (sha256);
CREATE INDEX file_thumbnail ON public.file USING btree (thumbnail_sha256) WHERE (thumbnail_sha256 IS NOT NULL);
CREATE INDEX file_check_finding ON public.file_check USING btree (checked_on) WHERE (finding IS NOT NULL);
CREATE INDEX geoid_grid_file ON public.geoid_grid USING btree (file);
CREATE INDEX historical_control_point_of ON public.historical_control_point USING btree (control_point);
CREATE INDEX historical_file_company ON public.historical_file USING btree (company, number_key, id);
CREATE INDEX historical_file_draft ON public.historical_file USING btree (id) WHERE is_draft;
CREATE INDEX historical_file_job ON public.historical_file USING btree (job) WHERE (job IS NOT NULL);
CREATE INDEX historical_file_location ON public.historical_file USING btree (location) WHERE (location IS NOT NULL);
CREATE INDEX historical_file_number ON public.historical_file USING btree (number_key, id);
CREATE INDEX historical_file_search ON public.historical_file USING gin (search gin_trgm_ops);
CREATE INDEX historical_scan_file ON public.historical_scan USING btree (file);
CREATE INDEX historical_scan_of ON public.historical_scan USING btree (historical_file, "position", id);
CREATE INDEX history_at ON public.history USING btree (at);
CREATE INDEX history_by ON public.history USING btree (by, id);
CREATE INDEX history_noun ON public.history USING btree (noun, id);
CREATE INDEX history_record ON public.history USING btree (noun, record_id, id);
CREATE INDEX history_search ON public.history USING gin (search gin_trgm_ops);
CREATE INDEX idempotency_at ON public.idempotency USING btree (at);
CREATE INDEX identity_created_by ON public.identity USING btree (created_by);
CREATE INDEX identity_of_user ON public.identity USING btree (user_id);
CREATE INDEX identity_provider_created_by ON public.identity_provider USING btree (created_by);
CREATE UNIQUE INDEX identity_provider_name ON public.identity_provider USING btree (lower(name));
CREATE INDEX identity_provider_updated_by ON public.identity_provider USING btree (updated_by);
CREATE INDEX inbound_mail_eml ON public.inbound_mail USING btree (eml);
CREATE INDEX inbound_mail_memo ON public.inbound_mail USING btree (memo) WHERE (memo IS NOT NULL);
CREATE INDEX inbound_mail_state ON public.inbound_mail USING btree (state, id DESC);
CREATE INDEX invoice_client ON public.invoice USING btree (client, date);
CREATE INDEX invoice_date ON public.invoice USING btree (date, id);
CREATE INDEX invoice_owed ON public.invoice USING btree (due_date, id) WHERE (balance > 0);
CREATE INDEX invoice_search ON public.invoice USING gin (search gin_trgm_ops);
CREATE INDEX invoice_credit_invoice ON public.invoice_credit USING btree (invoice);
CREATE INDEX invoice_entry_invoice ON public.invoice_entry USING btree (invoice);
CREATE INDEX invoice_entry_line ON public.invoice_entry USING btree (line);
CREATE INDEX invoice_line_job ON public.invoice_line USING btree (job) WHERE (job IS NOT NULL);
CREATE INDEX invoice_line_task ON public.invoice_line USING btree (task) WHERE (task IS NOT NULL);
CREATE INDEX invoice_revision_invoice ON public.invoice_revision USING btree (invoice);
CREATE INDEX invoice_revision_logo ON public.invoice_revision USING btree ((((document -> 'firm'::text) -> 'logo_horizontal'::text)));
CREATE UNIQUE INDEX invoice_revision_number ON public.invoice_revision USING btree (invoice, revision) WHERE (reverses IS NULL);
CREATE INDEX job_billing_contact ON public.job USING btree (billing_contact) WHERE (billing_contact IS NOT NULL);
CREATE INDEX job_client ON public.job USING btree (client);
CREATE INDEX job_client_contact ON public.job USING btree (client_contact) WHERE (client_contact IS NOT NULL);
CREATE INDEX job_client_name ON public.job USING btree (lower(client_name), id) INCLUDE (client_name);
CREATE INDEX job_created ON public.job USING btree (created_on, id);
CREATE INDEX job_discipline ON public.job USING gin (discipline);
CREATE INDEX job_location ON public.job USING btree (location) WHERE (location IS NOT NULL);
CREATE INDEX job_manager ON public.job USING btree (project_manager, state, num_key DESC);
CREATE INDEX job_manager_id ON public.job USING btree (project_manager, id);
CREATE INDEX job_num ON public.job USING btree (num_key, id);
CREATE INDEX job_search ON public.job USING gin (search gin_trgm_ops);
CREATE INDEX job_state ON public.job USING btree (state, num_key DESC, id DESC);
CREATE INDEX job_state_id ON public.job USING btree (state, id);
CREATE INDEX job_title ON public.job USING btree (lower("desc"), id) INCLUDE ("desc");
CREATE INDEX job_types ON public.job USING gin (job_types);
CREATE INDEX job_updated ON public.job USING btree (updated_on DESC, id DESC);
CREATE UNIQUE INDEX job_role_name ON public.job_role USING btree (norm(name));
CREATE INDEX job_wip_cost ON public.job_wip USING btree (wip_cost, job);
CREATE INDEX job_wip_last ON public.job_wip USING btree (last_time_entry_date, job);
CREATE INDEX journal_client ON public.journal USING btree (client, account) INCLUDE (amount);
CREATE INDEX journal_date ON public.journal USING btree (date, id);
CREATE INDEX journal_deposit ON public.journal USING btree (deposit) WHERE (deposit IS NOT NULL);
CREATE INDEX journal_invoice ON public.journal USING btree (invoice) WHERE (invoice IS NOT NULL);
CREATE INDEX journal_payment ON public.journal USING btree (payment) WHERE (payment IS NOT NULL);
CREATE INDEX journal_posting_of ON public.journal USING btree (posting);
CREATE INDEX journal_receivable ON public.journal USING btree (client, invoice) INCLUDE (date, amount) WHERE ((account = 'receivable'::text) AND (invoice IS NOT NULL));
CREATE INDEX known_place_box ON public.known_place USING btree (min_lat, min_lon) WHERE (min_lat IS NOT NULL);
CREATE INDEX known_place_height ON public.known_place USING btree (((max_lat - min_lat)));
CREATE INDEX known_place_kind ON public.known_place USING btree (kind);
CREATE INDEX known_place_search ON public.known_place USING gin (search gin_trgm_ops);
CREATE INDEX known_place_import_file ON public.known_place_import USING btree (file);
CREATE UNIQUE INDEX known_place_import_running ON public.known_place_import USING btree (source, kind) WHERE (state = ANY (ARRAY['waiting'::text, 'reading'::text]));
CREATE INDEX location_box ON public.location USING btree (min_lat, min_lon) WHERE (min_lat IS NOT NULL);
CREATE INDEX location_height ON public.location USING btree (((max_lat - min_lat)));
CREATE INDEX location_search ON public.location USING gin (search gin_trgm_ops);
CREATE INDEX mail_created ON public.mail USING btree (created_on);
CREATE INDEX mail_attachment_file ON public.mail_attachment USING btree (file);
CREATE INDEX memo_created ON public.memo USING btree (created_on, id);
CREATE INDEX memo_job ON public.memo USING btree (job, id DESC) WHERE (job IS NOT NULL);
CREATE INDEX memo_open_issue ON public.memo USING btree (job) WHERE (is_issue AND (NOT is_resolved));
CREATE INDEX memo_open_quote_issue ON public.memo USING btree (quote) WHERE (is_issue AND (NOT is_resolved));
CREATE INDEX memo_quote ON public.memo USING btree (quote, id DESC) WHERE (quote IS NOT NULL);
CREATE INDEX memo_search ON public.memo USING gin (search gin_trgm_ops);
CREATE INDEX memo_task ON public.memo USING btree (task) WHERE (task IS NOT NULL);
CREATE INDEX memo_attachment_file ON public.memo_attachment USING btree (file);
CREATE INDEX milestone_assigned ON public.milestone USING btree (assigned_user, due_date, id) WHERE (job IS NOT NULL);
CREATE INDEX milestone_done ON public.milestone USING btree (done_by, done_on) WHERE (done_by IS NOT NULL);
CREATE INDEX milestone_due ON public.milestone USING btree (due_date, id) WHERE (job IS NOT NULL);
CREATE INDEX milestone_due_down ON public.milestone USING btree (due_date DESC NULLS LAST, id DESC) WHERE (job IS NOT NULL);
CREATE INDEX milestone_job ON public.milestone USING btree (job) WHERE (job IS NOT NULL);
CREATE INDEX milestone_mine ON public.milestone USING btree (assigned_user, due_date, id) WHERE (NOT is_blocked);
CREATE INDEX milestone_name ON public.milestone USING btree (name, id) WHERE (job IS NOT NULL);
CREATE INDEX milestone_of_task ON public.milestone USING btree (task, "order", id);
CREATE INDEX milestone_quote ON public.milestone USING btree (quote) WHERE (quote IS NOT NULL);
CREATE INDEX milestone_ready ON public.milestone USING btree (due_date, id) WHERE (NOT is_blocked);
CREATE INDEX milestone_ready_job ON public.milestone USING btree (job, due_date, id) WHERE (NOT is_blocked);
CREATE INDEX milestone_ready_name ON public.milestone USING btree (name, due_date, id) WHERE (NOT is_blocked);
CREATE INDEX milestone_template_used ON public.milestone USING btree (template) WHERE (template IS NOT NULL);
CREATE UNIQUE INDEX milestone_template_name ON public.milestone_template USING btree (norm(name));
CREATE UNIQUE INDEX overhead_code_name ON public.overhead_code USING btree (norm(name));
CREATE INDEX passkey_of_user ON public.passkey USING btree (user_id);
CREATE INDEX password_link_of_user ON public.password_link USING btree (user_id, created_on);
CREATE INDEX payment_client ON public.payment USING btree (client, received_on);
CREATE INDEX payment_credit ON public.payment USING btree (client) WHERE (unapplied > 0);
CREATE INDEX payment_deposit ON public.payment USING btree (deposit) WHERE (deposit IS NOT NULL);
CREATE INDEX payment_received ON public.payment USING btree (received_on, id);
CREATE INDEX payment_search ON public.payment USING gin (search gin_trgm_ops);
CREATE INDEX payment_undeposited ON public.payment USING btree (received_on, id) WHERE ((deposit IS NULL) AND (reversal IS NULL));
CREATE INDEX payment_allocation_invoice ON public.payment_allocation USING btree (invoice);
CREATE INDEX payment_allocation_payment ON public.payment_allocation USING btree (payment);
CREATE INDEX payment_refund_payment ON public.payment_refund USING btree (payment);
CREATE INDEX payroll_export_period ON public.payroll_export USING btree ("from", "to");
CREATE INDEX payroll_export_line_entry ON public.payroll_export_line USING btree (entry);
CREATE INDEX petty_cash_row_expense ON public.petty_cash_row USING btree (expense) WHERE (expense IS NOT NULL);
CREATE INDEX pipe_conflict ON public.pipe USING btree (field_run) WHERE (conflict <> '[]'::jsonb);
CREATE INDEX pipe_end ON public.pipe USING btree (end_structure) WHERE (end_structure IS NOT NULL);
CREATE INDEX pipe_feed ON public.pipe USING btree (field_run, seq);
CREATE INDEX pipe_late ON public.pipe USING btree (field_run) WHERE late;
CREATE INDEX pipe_start ON public.pipe USING btree (start_structure) WHERE (start_structure IS NOT NULL);
CREATE INDEX processed_point_place ON public.processed_point USING btree (easting, northing);
CREATE INDEX processed_point_run ON public.processed_point USING btree (field_run);
CREATE INDEX processed_point_shot ON public.processed_point USING btree (shot) WHERE (shot IS NOT NULL);
CREATE INDEX processing_attempt_package ON public.processing_attempt USING btree (package) WHERE (package IS NOT NULL);
CREATE UNIQUE INDEX processing_attempt_present ON public.processing_attempt USING btree (field_run) WHERE (state <> 'archived'::text);
CREATE INDEX processing_decision_attempt ON public.processing_decision USING btree (attempt, id);
CREATE INDEX processing_file_attempt ON public.processing_file USING btree (attempt, id);
CREATE INDEX processing_file_file ON public.processing_file USING btree (file);
CREATE UNIQUE INDEX processing_file_name ON public.processing_file USING btree (attempt, part, name) WHERE (removed_on IS NULL);
CREATE INDEX quote_billing_contact ON public.quote USING btree (billing_contact) WHERE (billing_contact IS NOT NULL);
CREATE INDEX quote_client ON public.quote USING btree (client);
CREATE INDEX quote_client_contact ON public.quote USING btree (client_contact) WHERE (client_contact IS NOT NULL);
CREATE INDEX quote_client_name ON public.quote USING btree (lower(client_name), id) INCLUDE (client_name);
CREATE INDEX quote_created ON public.quote USING btree (created_on, id);
CREATE INDEX quote_location ON public.quote USING btree (location) WHERE (location IS NOT NULL);
CREATE INDEX quote_manager ON public.quote USING btree (project_manager, state, updated_on DESC);
CREATE INDEX quote_manager_id ON public.quote USING btree (project_manager, id);
CREATE INDEX quote_num ON public.quote USING btree (num_key, id);
CREATE INDEX quote_search ON public.quote USING gin (search gin_trgm_ops);
CREATE INDEX quote_state ON public.quote USING btree (state, updated_on DESC, id DESC);
CREATE INDEX quote_state_id ON public.quote USING btree (state, id);
CREATE INDEX quote_title ON public.quote USING btree (lower("desc"), id) INCLUDE ("desc");
CREATE INDEX quote_types ON public.quote USING gin (job_types);
CREATE INDEX quote_updated ON public.quote USING btree (updated_on DESC, id DESC);
CREATE INDEX quote_revision_pdf ON public.quote_revision USING btree (pdf);
CREATE INDEX reimbursement_line_expense ON public.reimbursement_line USING btree (expense);
CREATE INDEX report_view_owner ON public.report_view USING btree (created_by, name, id);
CREATE INDEX report_view_shared ON public.report_view USING btree (name, id) WHERE is_shared;
CREATE INDEX scan_page_search ON public.scan_page USING gin (search);
CREATE INDEX scan_page_thumbnail ON public.scan_page USING btree (thumbnail) WHERE (thumbnail IS NOT NULL);
CREATE INDEX scan_page_tiles ON public.scan_page USING btree (tiles);
CREATE INDEX session_of_user ON public.session USING btree (user_id);
CREATE INDEX session_provider ON public.session USING btree (identity_provider, provider_session) WHERE (identity_provider IS NOT NULL);
CREATE INDEX shot_conflict ON public.shot USING btree (field_run) WHERE (conflict <> '[]'::jsonb);
CREATE INDEX shot_control ON public.shot USING btree (control_point) WHERE (control_point IS NOT NULL);
CREATE INDEX shot_feed ON public.shot USING btree (field_run, seq);
CREATE INDEX shot_late ON public.shot USING btree (field_run) WHERE late;
CREATE INDEX shot_name ON public.shot USING btree (field_run, name);
CREATE INDEX shot_place ON public.shot USING btree (lat, lon) WHERE ((lat IS NOT NULL) AND (NOT is_deleted));
CREATE INDEX shot_image_conflict ON public.shot_image USING btree (field_run) WHERE (conflict <> '[]'::jsonb);
CREATE INDEX shot_image_control ON public.shot_image USING btree (control_point) WHERE (control_point IS NOT NULL);
CREATE INDEX shot_image_feed ON public.shot_image USING btree (field_run, seq);
CREATE INDEX shot_image_file ON public.shot_image USING btree (file);
CREATE INDEX shot_image_late ON public.shot_image USING btree (field_run) WHERE late;
CREATE INDEX shot_image_shot ON public.shot_image USING btree (fieldrun_shot) WHERE (fieldrun_shot IS NOT NULL);
CREATE INDEX shot_image_bytes_file ON public.shot_image_bytes USING btree (file);
CREATE INDEX sign_in_attempt_account ON public.sign_in_attempt USING btree (account, address, at);
CREATE INDEX sign_in_attempt_address ON public.sign_in_attempt USING btree (address, at);
CREATE INDEX spent_ticket_expires ON public.spent_ticket USING btree (expires_on);
CREATE INDEX static_layer_file ON public.static_layer USING btree (file);
CREATE INDEX static_layer_run ON public.static_layer USING btree (field_run, id);
CREATE INDEX static_layer_shown ON public.static_layer USING btree (shown);
CREATE INDEX supervision_employee ON public.supervision USING btree (employee);
CREATE INDEX task_job ON public.task USING btree (job) WHERE (job IS NOT NULL);
CREATE INDEX task_name ON public.task USING btree (name, id);
CREATE INDEX task_of_group ON public.task USING btree (task_group, "order", id);
CREATE INDEX task_quote ON public.task USING btree (quote) WHERE (quote IS NOT NULL);
CREATE INDEX task_template_used ON public.task USING btree (template) WHERE (template IS NOT NULL);
CREATE INDEX task_group_job ON public.task_group USING btree (job, "order", id) WHERE (job IS NOT NULL);
CREATE INDEX task_group_quote ON public.task_group USING btree (quote, "order", id) WHERE (quote IS NOT NULL);
CREATE UNIQUE INDEX task_template_name ON public.task_template USING btree (norm(name));
CREATE INDEX tax_rule_province ON public.tax_rule USING btree (province, valid_from);
CREATE INDEX time_batch_week ON public.time_batch USING btree (first_day, state);
CREATE INDEX time_entry_batch ON public.time_entry USING btree (batch);
CREATE INDEX time_entry_date ON public.time_entry USING btree (date, id);
CREATE INDEX time_entry_job ON public.time_entry USING btree (job, date) INCLUDE (minutes, cost) WHERE (job IS NOT NULL);
CREATE INDEX time_entry_milestone ON public.time_entry USING btree (milestone) WHERE (milestone IS NOT NULL);
CREATE INDEX time_entry_person ON public.time_entry USING btree ("user", date);
CREATE INDEX time_entry_run ON public.time_entry USING btree (field_run) WHERE (field_run IS NOT NULL);
CREATE INDEX time_entry_task ON public.time_entry USING btree (task) INCLUDE (minutes) WHERE (task IS NOT NULL);
CREATE UNIQUE INDEX time_favourite_once ON public.time_favourite USING btree ("user", COALESCE(job, 0), COALESCE(task, 0), COALESCE(milestone, 0), COALESCE(overhead_code, 0), is_billable);
CREATE INDEX upload_part_sha256 ON public.upload_part USING btree (sha256);
CREATE INDEX wip_item_job ON public.wip_item USING btree (job, state) INCLUDE (amount, work_date, task);
CREATE INDEX wip_item_parts ON public.wip_item USING btree ((((split_part(item, '/'::text, 1) || '/'::text) || split_part(item, '/'::text, 2)))) WHERE (split_part(item, '/'::text, 3) <> ''::text);
CREATE INDEX wip_item_release ON public.wip_item USING btree (hold_until) WHERE ((state = 'HOLD'::text) AND (hold_until IS NOT NULL));
CREATE INDEX wip_line_date ON public.wip_line USING btree (date) INCLUDE (job, state, amount, sign, work_date);
CREATE INDEX wip_line_job ON public.wip_line USING btree (job, date);
CREATE UNIQUE INDEX wip_line_reverses_key ON public.wip_line USING btree (reverses) WHERE (reverses IS NOT NULL);
CREATE UNIQUE INDEX wip_line_turn ON public.wip_line USING btree (item, turn, sign);

CREATE OR REPLACE FUNCTION public.check_entry_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from (select distinct line, invoice from changed) entry
    where not exists (select from invoice_line l where l.id = entry.line and l.invoice = entry.invoice for key share)) then
    raise exception 'An entry is on a line of its invoice.' using errcode = 'foreign_key_violation', table = 'invoice_entry', column = 'line';
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.check_invoice_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  named int;
  found record;
begin
  if tg_table_name = 'invoice' then named := new.id;
  elsif tg_op = 'DELETE' then named := old.invoice;
  else named := new.invoice;
  end if;
  select i.subtotal, i.tax, coalesce(sum(l.amount), 0) as lines, coalesce(sum(l.tax), 0) as taxes,
    count(*) filter (where l.unit_price is not null and l.amount <> round(l.quantity * l.unit_price)) as wrong
  into found from invoice i left join invoice_line l on l.invoice = i.id where i.id = named group by i.id;
  if found.lines is distinct from found.subtotal or found.taxes is distinct from found.tax or found.wrong > 0 then
    raise exception 'Invoice % is not the sum of its lines.', named using errcode = 'DM004';
  end if;
  if exists (
    select from invoice_line l join (select line, sum(amount) as amount from invoice_entry where invoice = named group by line) e on e.line = l.id
    where l.kind in ('time', 'disbursement') and l.amount <> e.amount
  ) then
    raise exception 'A line of invoice % is not the sum of its entries.', named using errcode = 'DM004';
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.check_journal_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select sum(amount) from journal where posting = new.posting) <> 0 then
    raise exception 'Debits and credits of posting % differ.', new.posting using errcode = 'DM004';
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.check_payment_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.client, new.received_on, new.amount) is distinct from (old.client, old.received_on, old.amount) then
    raise exception 'Client, date and amount of a payment are not changed.' using errcode = 'DM001';
  end if;
  if old.reversal is not null and (new.reversal, new.reversed_on, new.fee) is distinct from (old.reversal, old.reversed_on, old.fee) then
    raise exception 'A payment is reversed once.' using errcode = 'DM001';
  end if;
  if new.deposit is distinct from old.deposit
    and exists (select from deposit where id in (old.deposit, new.deposit) and state = 'DEPOSITED') then
    raise exception 'What was deposited stays in its deposit.' using errcode = 'DM001';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.check_postings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  through date;
  is_wrong boolean;
begin
  -- Shared with other postings; whoever closes the period waits until these have ended.
  select locked_through into through from period_lock where ledger = tg_argv[0] for share;
  if exists (select from added where date <= through) then
    raise exception 'The period is closed through %.', through using errcode = 'DM002', detail = through::text;
  end if;
  if exists (select from (select distinct created_by as id from added) person where id is not null
    and not exists (select from app_user u where u.id = person.id)) then
    raise exception 'Who wrote this is not there.' using errcode = 'foreign_key_violation', table = tg_table_name, column = 'created_by';
  end if;
  if not exists (select from added where reverses is not null) then
    return null;
  end if;
  execute format('select exists (select from added left join %s posted on posted.id = added.reverses
    where added.reverses is not null and (posted.id is null or posted.reverses is not null))', tg_relid::regclass) into is_wrong;
  if is_wrong then
    raise exception 'Only a posted row that is no reversal itself is reversed.' using errcode = 'DM003';
  end if;
  execute format('select exists (select from added join %s posted on posted.id = added.reverses where %s)', tg_relid::regclass,
    (select string_agg(format('added.%1$I is distinct from -posted.%1$I', amount), ' or ') from unnest(tg_argv[1:]) amount)) into is_wrong;
  if is_wrong then
    raise exception 'A reversal has the amounts of what it reverses, with the other sign.' using errcode = 'DM003';
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.check_upload_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.upload_status = 'VOIDED' and new.upload_status <> 'VOIDED' or old.upload_status in ('UPLOADED', 'UPDATE_FAILED') and new.upload_status in ('NOT_UPLOADED', 'UPLOAD_FAILED') then
    raise exception 'A document does not go from % to %.', old.upload_status, new.upload_status using errcode = 'DM001';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.clients_summary_of(who integer)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN COALESCE((SELECT string_agg(c.name, ', '::text ORDER BY c.name_key, c.id) AS string_agg FROM (client_contact l JOIN client c ON ((c.id = l.client))) WHERE (l.contact = clients_summary_of.who)), ''::text)
;
CREATE OR REPLACE FUNCTION public.count_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into history_count select count(*) from written;
  return null;
end $function$
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
CREATE OR REPLACE FUNCTION public.job_state_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_blocked(array[new.id]);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.join_text(list text[], separator text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN array_to_string(list, separator)
;
CREATE OR REPLACE FUNCTION public.keep_allocated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.reverses is null and not exists (
    select from payment p join invoice i on i.client = p.client
    where p.id = new.payment and i.id = new.invoice and i.state in ('SUBMITTED', 'EDITING', 'RESTORED')
  ) then
    raise exception 'A payment goes on invoices of its own client that are in force.' using errcode = 'DM004';
  end if;
  update payment set allocated = allocated + new.amount where id = new.payment;
  update invoice set allocated = allocated + new.amount where id = new.invoice;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_client_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into client_account (client) select distinct client from added where client is not null order by client on conflict do nothing;
  update client_account kept set receivable = kept.receivable + sums.receivable, retainer = kept.retainer + sums.retainer
  from (
    select client, coalesce(sum(amount) filter (where account = 'receivable'), 0) as receivable,
      coalesce(-sum(amount) filter (where account = 'retainer'), 0) as retainer
    from added group by client
  ) sums where sums.client = kept.client;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_clients_summary()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update contact set clients_summary = told.words
  from (select id, clients_summary_of(id) as words from (select distinct contact as id from touched) as contacts) as told
  where contact.id = told.id and contact.clients_summary is distinct from told.words;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_credited()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from invoice where id = new.invoice and state in ('SUBMITTED', 'EDITING', 'RESTORED')) then
    raise exception 'Credit goes on invoices that are in force.' using errcode = 'DM004';
  end if;
  update invoice set written_off = written_off + new.amount where id = new.invoice;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_issued_total()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update invoice set issued_total = issued_total + new.total,
    revision = greatest(revision, new.revision) where id = new.invoice;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_last_time_entry(jobs integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into job_wip as kept (job, last_time_entry_date)
  select job, (select max(date) from time_entry e where e.job = named.job) from (select distinct unnest(jobs) as job) named
  where job is not null order by job
  on conflict (job) do update set last_time_entry_date = excluded.last_time_entry_date
    where kept.last_time_entry_date is distinct from excluded.last_time_entry_date
$function$
;
CREATE OR REPLACE FUNCTION public.keep_referred()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'Others name this row of %: it stays what it is.', tg_table_name using errcode = 'foreign_key_violation', table = tg_table_name;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_refunded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update payment set refunded = refunded + new.amount where id = new.payment;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_wip()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from wip_item where item = any(array(select item from added where sign = -1));
  insert into wip_item (item, job, task, state, amount, work_date, hold_until, turn)
  select item, job, task, state, amount, work_date, hold_until, turn from added where sign = 1;

  insert into job_wip as kept (job, wip_cost, ready, on_draft, hold, billed, written_off, weight, weighted_days)
  select job,
    coalesce(sum(amount) filter (where state in ('UNBILLED', 'CLAIMED', 'HOLD')), 0),
    coalesce(sum(amount) filter (where state = 'UNBILLED'), 0),
    coalesce(sum(amount) filter (where state = 'CLAIMED'), 0),
    coalesce(sum(amount) filter (where state = 'HOLD'), 0),
    coalesce(sum(amount) filter (where state = 'BILLED'), 0),
    coalesce(sum(amount) filter (where state = 'WRITTEN_OFF'), 0),
    coalesce(sum(sign * abs(amount)) filter (where state in ('UNBILLED', 'CLAIMED', 'HOLD')), 0),
    coalesce(sum(sign * abs(amount) * (work_date - date '2000-01-01')) filter (where state in ('UNBILLED', 'CLAIMED', 'HOLD')), 0)
  from added group by job order by job
  on conflict (job) do update set
    wip_cost = kept.wip_cost + excluded.wip_cost,
    ready = kept.ready + excluded.ready,
    on_draft = kept.on_draft + excluded.on_draft,
    hold = kept.hold + excluded.hold,
    billed = kept.billed + excluded.billed,
    written_off = kept.written_off + excluded.written_off,
    weight = kept.weight + excluded.weight,
    weighted_days = kept.weighted_days + excluded.weighted_days;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.last_time_entry_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_last_time_entry((select array_agg(job) from added));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.last_time_entry_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_last_time_entry((select array_agg(job) from (select job from added union select job from removed) touched));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.last_time_entry_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_last_time_entry((select array_agg(job) from removed));
  return null;
end $function$
;
CREATE OR REPLACE PROCEDURE public.make_posted(IN target regclass, IN ledger text, IN amounts text[])
 LANGUAGE plpgsql
AS $procedure$
declare
  arguments text := (select string_agg(quote_literal(name), ', ' order by place) from unnest(ledger || amounts) with ordinality as given (name, place));
begin
  execute format('alter table %s add constraint %I unique (reverses)', target, target::text || '_reverses_key');
  execute format('create trigger posted_row before update or delete on %s for each row execute function refuse_posted_change()', target);
  execute format('create trigger posted_table before truncate on %s for each statement execute function refuse_posted_change()', target);
  execute format('create trigger posting after insert on %s referencing new table as added for each statement execute function check_postings(%s)',
    target, arguments);
  execute format('grant select, insert on %s to dmse_app', target);
end $procedure$
;
CREATE OR REPLACE FUNCTION public.map_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  told text;
  mine text;
begin
  if tg_op = 'UPDATE' then
    select string_agg(format('o.%1$I is distinct from n.%1$I', name), ' or ') into mine from unnest(tg_argv[1:]) name;
    execute format('select string_agg(id::text, '','') from (select n.id from new_rows n join old_rows o using (id) where %s limit 101) changed', mine)
      into told;
  elsif tg_op = 'INSERT' then
    select string_agg(id::text, ',') into told from (select id from new_rows limit 101) changed;
  else
    select string_agg(id::text, ',') into told from (select id from old_rows limit 101) changed;
  end if;
  if told is not null then
    if length(told) - length(replace(told, ',', '')) < 100 then
      perform pg_notify('map_changed', tg_argv[0] || ':' || told);
    elsif tg_argv[0] in ('shot', 'pipe') then
      if tg_op = 'DELETE' then
        select string_agg(field_run::text, ',') into told from (select distinct field_run from old_rows limit 101) changed;
      else
        select string_agg(field_run::text, ',') into told from (select distinct field_run from new_rows limit 101) changed;
      end if;
      if length(told) - length(replace(told, ',', '')) >= 100 then
        perform pg_notify('map_changed', tg_argv[0] || ':*');
      else
        perform pg_notify('map_changed', 'run:' || told);
      end if;
    else
      perform pg_notify('map_changed', tg_argv[0] || ':*');
    end if;
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.map_points_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('map_changed', 'point:' || attempt) from (select distinct attempt from new_rows) changed;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.map_setting_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.section = 'coordinates' then perform pg_notify('map_changed', 'all:*'); end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.mark_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform mark_for_accounting('payment', id) from payment where deposit = new.id order by id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.mark_for_accounting(about text, which integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into accounting_mark (noun, record) values (about, which) on conflict (noun, record) do update set made_on = now()
$function$
;
CREATE OR REPLACE FUNCTION public.mark_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform mark_for_accounting('invoice', new.id);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.mark_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform mark_for_accounting('payment', new.id);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.memo_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' or new.is_issue then
    perform refresh_blocked(array(select id from job where id = new.job or quote = new.quote));
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.milestones_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() = 1 then
    perform refresh_blocked(array(select distinct job from changed where job is not null));
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.norm(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(CASE WHEN (octet_length(value) = length(value)) THEN value WHEN (value IS NFC NORMALIZED) THEN unaccent('unaccent'::regdictionary, value) ELSE unaccent('unaccent'::regdictionary, NORMALIZE(value, NFC)) END)
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
CREATE OR REPLACE FUNCTION public.pairs(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT DISTINCT (couples.first || couples.second) FROM (SELECT letters.letter AS first, lead(letters.letter) OVER (ORDER BY letters.place) AS second FROM string_to_table(pairs.words, NULL::text) WITH ORDINALITY letters(letter, place)) couples WHERE ((couples.first <> ' '::text) AND (couples.second <> ' '::text)))
;
CREATE OR REPLACE FUNCTION public.refresh_blocked(jobs integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  -- Two changes at once (an issue resolved, a milestone done) each see only their own: the later one waits here and then sees both.
  select from job where id = any (jobs) order by id for no key update;
  with chained as (
    select m.id, m.job, m.task, m.state, m.is_blocked,
      coalesce(m.depends_on, case when m.is_parallel or before.id is null then '{}'::int[] else array[before.id] end) as needs
    from milestone m
    left join lateral (
      select p.id from milestone p
      where p.task = m.task and (p."order", p.id) < (m."order", m.id)
      order by p."order" desc, p.id desc limit 1
    ) before on true
    where m.job = any (jobs)
  ), judged as (
    select c.id, c.is_blocked as was,
      c.state <> 'open'
      or exists (select from job where job.id = c.job and job.state <> 'IN PROGRESS')
      or exists (select from milestone d where d.id = any (c.needs) and d.state = 'open')
      or exists (select from memo i where i.job = c.job and i.is_issue and not i.is_resolved and (i.task is null or i.task = c.task))
      or exists (select from job join memo i on i.quote = job.quote where job.id = c.job and i.is_issue and not i.is_resolved) as now
    from chained c
  )
  update milestone set is_blocked = judged.now from judged where milestone.id = judged.id and judged.was <> judged.now;
$function$
;
CREATE OR REPLACE FUNCTION public.refuse_posted_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'Posted rows of % are not changed or deleted.', tg_table_name using errcode = 'DM001';
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_sent_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.num is not null and new.num is distinct from old.num then
    raise exception 'Invoice % keeps its number.', old.num using errcode = 'DM001';
  end if;
  if old.state in ('SUBMITTED', 'RESTORED', 'WRITTEN_OFF') and (
    (old.date, old.terms_days, old.language, old.reference, old.billing_name, old.billing_address, old.note, old.tax_province, old.is_tax_exempt,
      old.tax_exempt_reason, old.roll_up, old.has_annex, old.subtotal, old.tax, old.total)
    is distinct from
    (new.date, new.terms_days, new.language, new.reference, new.billing_name, new.billing_address, new.note, new.tax_province, new.is_tax_exempt,
      new.tax_exempt_reason, new.roll_up, new.has_annex, new.subtotal, new.tax, new.total)
  ) then
    raise exception 'Invoice % was sent: it is changed only while it is edited.', old.num using errcode = 'DM001';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_sent_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sent text;
begin
  select i.num into sent from changed c join invoice i on i.id = c.invoice where i.state in ('SUBMITTED', 'RESTORED', 'WRITTEN_OFF') limit 1;
  if found then
    raise exception 'The lines of invoice % were sent: they are changed only while it is edited.', sent using errcode = 'DM001';
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_tax_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not new.is_active then return new; end if;
  perform pg_advisory_xact_lock(712004412);
  if exists (
    select from tax_rule other
    where other.id <> new.id and other.is_active and other.province = new.province and upper(other.code) = upper(new.code)
      and daterange(other.valid_from, other.valid_to, '[]') && daterange(new.valid_from, new.valid_to, '[]')
  ) then
    raise exception 'Two tax rules of % for % share a day.', new.code, new.province
      using errcode = 'exclusion_violation', constraint = 'tax_rule_periods', table = 'tax_rule';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.remove_line_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from invoice_entry where line = any(array(select id from removed));
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
CREATE OR REPLACE FUNCTION public.spread_client_name_to_work()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update job set client_name = new.name where client = new.id;
  update quote set client_name = new.name where client = new.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.take_client_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.client_name := coalesce((select name from client where id = new.client), '');
  return new;
end $function$
;

CREATE CONSTRAINT TRIGGER invoice_line_sums AFTER INSERT OR DELETE OR UPDATE ON public.invoice_line DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_invoice_sums();
CREATE CONSTRAINT TRIGGER invoice_sums AFTER INSERT OR UPDATE ON public.invoice DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_invoice_sums();
CREATE CONSTRAINT TRIGGER journal_balance AFTER INSERT ON public.journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_journal_balance();
CREATE TRIGGER accounting_mark_changed AFTER UPDATE ON public.deposit FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION mark_deposit();
CREATE TRIGGER accounting_mark_changed AFTER UPDATE ON public.invoice FOR EACH ROW WHEN (((new.num IS NOT NULL) AND (((((old.num IS DISTINCT FROM new.num) OR (old.state IS DISTINCT FROM new.state)) OR (old.revision IS DISTINCT FROM new.revision)) OR (old.restored IS DISTINCT FROM new.restored)) OR (old.written_off IS DISTINCT FROM new.written_off)))) EXECUTE FUNCTION mark_invoice();
CREATE TRIGGER accounting_mark_changed AFTER UPDATE ON public.payment FOR EACH ROW WHEN (((COALESCE(old.deposit, new.deposit) IS NOT NULL) AND ((((old.deposit IS DISTINCT FROM new.deposit) OR (old.reversal IS DISTINCT FROM new.reversal)) OR (old.allocated IS DISTINCT FROM new.allocated)) OR (old.refunded IS DISTINCT FROM new.refunded)))) EXECUTE FUNCTION mark_payment();
CREATE TRIGGER accounting_mark_new AFTER INSERT ON public.invoice FOR EACH ROW WHEN ((new.num IS NOT NULL)) EXECUTE FUNCTION mark_invoice();
CREATE TRIGGER allocated AFTER INSERT ON public.payment_allocation FOR EACH ROW EXECUTE FUNCTION keep_allocated();
CREATE TRIGGER client_account_kept AFTER INSERT ON public.journal REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_client_account();
CREATE TRIGGER client_contact_linked AFTER INSERT ON public.client_contact REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_clients_summary();
CREATE TRIGGER client_contact_moved_from AFTER UPDATE ON public.client_contact REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_clients_summary();
CREATE TRIGGER client_contact_moved_to AFTER UPDATE ON public.client_contact REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_clients_summary();
CREATE TRIGGER client_contact_unlinked AFTER DELETE ON public.client_contact REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_clients_summary();
CREATE TRIGGER client_name_spread AFTER UPDATE OF name ON public.client FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION spread_client_name();
CREATE TRIGGER client_name_to_work AFTER UPDATE OF name ON public.client FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION spread_client_name_to_work();
CREATE TRIGGER credited AFTER INSERT ON public.invoice_credit FOR EACH ROW EXECUTE FUNCTION keep_credited();
CREATE TRIGGER entries_added AFTER INSERT ON public.invoice_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION check_entry_lines();
CREATE TRIGGER entries_changed AFTER UPDATE ON public.invoice_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION check_entry_lines();
CREATE TRIGGER history_counted AFTER INSERT ON public.history REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_history();
CREATE TRIGGER issued_total AFTER INSERT ON public.invoice_revision FOR EACH ROW EXECUTE FUNCTION keep_issued_total();
CREATE TRIGGER job_client_name BEFORE INSERT OR UPDATE OF client ON public.job FOR EACH ROW EXECUTE FUNCTION take_client_name();
CREATE TRIGGER job_state_blocks AFTER UPDATE OF state ON public.job FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION job_state_changed();
CREATE TRIGGER last_added AFTER INSERT ON public.time_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION last_time_entry_added();
CREATE TRIGGER last_changed AFTER UPDATE ON public.time_entry REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION last_time_entry_changed();
CREATE TRIGGER last_removed AFTER DELETE ON public.time_entry REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION last_time_entry_removed();
CREATE TRIGGER line_entries_removed AFTER DELETE ON public.invoice_line REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_line_entries();
CREATE TRIGGER lines_kept BEFORE UPDATE OF id, invoice ON public.invoice_line FOR EACH ROW WHEN (((old.id <> new.id) OR (old.invoice <> new.invoice))) EXECUTE FUNCTION keep_referred();
CREATE TRIGGER map_delete AFTER DELETE ON public.app_user REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('person');
CREATE TRIGGER map_delete AFTER DELETE ON public.control_point REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('control');
CREATE TRIGGER map_delete AFTER DELETE ON public.field_run REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('run');
CREATE TRIGGER map_delete AFTER DELETE ON public.historical_file REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('historical');
CREATE TRIGGER map_delete AFTER DELETE ON public.job REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('job');
CREATE TRIGGER map_delete AFTER DELETE ON public.known_place REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('parcel');
CREATE TRIGGER map_delete AFTER DELETE ON public.location REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('location');
CREATE TRIGGER map_delete AFTER DELETE ON public.pipe REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('pipe');
CREATE TRIGGER map_delete AFTER DELETE ON public.quote REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('quote');
CREATE TRIGGER map_delete AFTER DELETE ON public.shot REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('shot');
CREATE TRIGGER map_delete AFTER DELETE ON public.static_layer REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('layer');
CREATE TRIGGER map_insert AFTER INSERT ON public.app_user REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('person');
CREATE TRIGGER map_insert AFTER INSERT ON public.control_point REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('control');
CREATE TRIGGER map_insert AFTER INSERT ON public.field_run REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('run');
CREATE TRIGGER map_insert AFTER INSERT ON public.historical_file REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('historical');
CREATE TRIGGER map_insert AFTER INSERT ON public.job REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('job');
CREATE TRIGGER map_insert AFTER INSERT ON public.known_place REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('parcel');
CREATE TRIGGER map_insert AFTER INSERT ON public.location REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('location');
CREATE TRIGGER map_insert AFTER INSERT ON public.pipe REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('pipe');
CREATE TRIGGER map_insert AFTER INSERT ON public.processed_point REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_points_changed();
CREATE TRIGGER map_insert AFTER INSERT ON public.quote REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('quote');
CREATE TRIGGER map_insert AFTER INSERT ON public.shot REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('shot');
CREATE TRIGGER map_insert AFTER INSERT ON public.static_layer REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('layer');
CREATE TRIGGER map_setting AFTER UPDATE ON public.setting FOR EACH ROW EXECUTE FUNCTION map_setting_changed();
CREATE TRIGGER map_update AFTER UPDATE ON public.app_user REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('person', 'full_name');
CREATE TRIGGER map_update AFTER UPDATE ON public.control_point REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('control', 'name', 'easting', 'northing', 'control_destroyed', 'is_hpn');
CREATE TRIGGER map_update AFTER UPDATE ON public.field_run REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('run', 'name', 'job_num', 'state', 'job', 'is_deleted', 'started_on');
CREATE TRIGGER map_update AFTER UPDATE ON public.historical_file REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('historical', 'file_number', 'plan_number', 'company', 'category', 'surveyed_on', 'location');
CREATE TRIGGER map_update AFTER UPDATE ON public.job REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('job', 'num', 'state', 'location', 'project_manager', 'job_types');
CREATE TRIGGER map_update AFTER UPDATE ON public.known_place REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('parcel', 'label', 'lon', 'lat', 'geometry');
CREATE TRIGGER map_update AFTER UPDATE ON public.location REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('location', 'min_lon', 'min_lat', 'max_lon', 'max_lat', 'geometry');
CREATE TRIGGER map_update AFTER UPDATE ON public.pipe REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('pipe', 'name', 'system', 'start_structure', 'end_structure', 'vertices', 'is_deleted');
CREATE TRIGGER map_update AFTER UPDATE ON public.quote REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('quote', 'num', 'state', 'location', 'project_manager', 'job_types', 'is_promoted');
CREATE TRIGGER map_update AFTER UPDATE ON public.shot REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('shot', 'name', 'category', 'captured_at', 'field_run', 'lon', 'lat', 'easting', 'northing', 'is_deleted');
CREATE TRIGGER map_update AFTER UPDATE ON public.static_layer REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION map_changed('layer', 'name', 'bounds');
CREATE TRIGGER memo_blocks AFTER INSERT OR UPDATE OF is_issue, is_resolved, task ON public.memo FOR EACH ROW EXECUTE FUNCTION memo_changed();
CREATE TRIGGER meta_epoch AFTER INSERT OR UPDATE OF value ON public.meta FOR EACH ROW WHEN ((new.key = 'dataset_epoch'::text)) EXECUTE FUNCTION note_epoch();
CREATE TRIGGER milestone_deleted AFTER DELETE ON public.milestone REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION milestones_changed();
CREATE TRIGGER milestone_inserted AFTER INSERT ON public.milestone REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION milestones_changed();
CREATE TRIGGER milestone_updated AFTER UPDATE ON public.milestone REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION milestones_changed();
CREATE TRIGGER payment_facts BEFORE UPDATE ON public.payment FOR EACH ROW EXECUTE FUNCTION check_payment_facts();
CREATE TRIGGER people_kept BEFORE DELETE OR UPDATE OF id ON public.app_user FOR EACH ROW EXECUTE FUNCTION keep_referred();
CREATE TRIGGER posted_row BEFORE DELETE OR UPDATE ON public.invoice_credit FOR EACH ROW EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_row BEFORE DELETE OR UPDATE ON public.invoice_revision FOR EACH ROW EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_row BEFORE DELETE OR UPDATE ON public.journal FOR EACH ROW EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_row BEFORE DELETE OR UPDATE ON public.payment_allocation FOR EACH ROW EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_row BEFORE DELETE OR UPDATE ON public.payment_refund FOR EACH ROW EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_row BEFORE DELETE OR UPDATE ON public.petty_cash_row FOR EACH ROW EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_row BEFORE DELETE OR UPDATE ON public.reimbursement_run FOR EACH ROW EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_row BEFORE DELETE OR UPDATE ON public.wip_line FOR EACH ROW EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_table BEFORE TRUNCATE ON public.invoice_credit FOR EACH STATEMENT EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_table BEFORE TRUNCATE ON public.invoice_revision FOR EACH STATEMENT EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_table BEFORE TRUNCATE ON public.journal FOR EACH STATEMENT EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_table BEFORE TRUNCATE ON public.payment_allocation FOR EACH STATEMENT EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_table BEFORE TRUNCATE ON public.payment_refund FOR EACH STATEMENT EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_table BEFORE TRUNCATE ON public.petty_cash_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_table BEFORE TRUNCATE ON public.reimbursement_run FOR EACH STATEMENT EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_table BEFORE TRUNCATE ON public.wip_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posting AFTER INSERT ON public.invoice_credit REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_postings('accounting', 'amount');
CREATE TRIGGER posting AFTER INSERT ON public.invoice_revision REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_postings('accounting', 'subtotal', 'tax', 'total');
CREATE TRIGGER posting AFTER INSERT ON public.journal REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_postings('accounting', 'amount');
CREATE TRIGGER posting AFTER INSERT ON public.payment_allocation REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_postings('accounting', 'amount');
CREATE TRIGGER posting AFTER INSERT ON public.payment_refund REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_postings('accounting', 'amount');
CREATE TRIGGER posting AFTER INSERT ON public.petty_cash_row REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_postings('accounting', 'amount');
CREATE TRIGGER posting AFTER INSERT ON public.reimbursement_run REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_postings('accounting', 'total');
CREATE TRIGGER posting AFTER INSERT ON public.wip_line REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_postings('accounting', 'amount');
CREATE TRIGGER quote_client_name BEFORE INSERT OR UPDATE OF client ON public.quote FOR EACH ROW EXECUTE FUNCTION take_client_name();
CREATE TRIGGER refunded AFTER INSERT ON public.payment_refund FOR EACH ROW EXECUTE FUNCTION keep_refunded();
CREATE TRIGGER sent_invoice BEFORE UPDATE ON public.invoice FOR EACH ROW EXECUTE FUNCTION refuse_sent_change();
CREATE TRIGGER sent_lines_added AFTER INSERT ON public.invoice_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_sent_lines();
CREATE TRIGGER sent_lines_changed AFTER UPDATE ON public.invoice_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_sent_lines();
CREATE TRIGGER sent_lines_removed AFTER DELETE ON public.invoice_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_sent_lines();
CREATE TRIGGER tax_rule_periods BEFORE INSERT OR UPDATE ON public.tax_rule FOR EACH ROW EXECUTE FUNCTION refuse_tax_overlap();
CREATE TRIGGER upload_status BEFORE UPDATE ON public.accounting_document FOR EACH ROW EXECUTE FUNCTION check_upload_status();
CREATE TRIGGER wip_kept AFTER INSERT ON public.wip_line REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_wip();

grant delete, insert, select, update on accounting_contact to dmse_app;
grant insert, select, update on accounting_document to dmse_app;
grant delete, insert, select, update on accounting_event to dmse_app;
grant select, update on accounting_link to dmse_app;
grant delete, insert, select, update on accounting_mark to dmse_app;
grant insert, select, update on accounting_proposal to dmse_app;
grant insert, select, update on accounting_upload to dmse_app;
grant delete, insert, select, update on agreed_rate to dmse_app;
grant insert, select, update on app_user to dmse_app;
grant delete, insert, select on applied_op to dmse_app;
grant delete, insert, select, update on base_map to dmse_app;
grant delete, insert, select on base_map_part to dmse_app;
grant insert, select on billing_progress to dmse_app;
grant delete, insert, select, update on budget_entry to dmse_app;
grant insert, select, update on budget_snapshot to dmse_app;
grant delete, insert, select, update on client to dmse_app;
grant insert, select, update on client_account to dmse_app;
grant delete, insert, select, update on client_contact to dmse_app;
grant delete, insert, select, update on contact to dmse_app;
grant insert, select on control_check to dmse_app;
grant insert, select, update on control_import to dmse_app;
grant insert, select on control_import_row to dmse_app;
grant delete, insert, select, update on control_point to dmse_app;
grant select on dataset_epoch to dmse_app;
grant delete, insert, select, update on deposit to dmse_app;
grant insert, select, update on device to dmse_app;
grant delete, insert, select, update on disbursement_item to dmse_app;
grant insert, select, update on disbursement_type to dmse_app;
grant delete, insert, select, update on disbursement_type_cost to dmse_app;
grant delete, insert, select, update on expense to dmse_app;
grant insert, select, update on expense_category to dmse_app;
grant delete, insert, select on expense_receipt to dmse_app;
grant insert, select on field_history to dmse_app;
grant insert, select on field_move to dmse_app;
grant insert, select, update on field_quarantine to dmse_app;
grant insert, select, update on field_run to dmse_app;
grant insert, select on field_run_device to dmse_app;
grant delete, insert, select, update on field_upload to dmse_app;
grant delete, insert, select, update on file to dmse_app;
grant delete, insert, select, update on file_check to dmse_app;
grant delete, insert, select, update on geoid_grid to dmse_app;
grant delete, insert, select on historical_control_point to dmse_app;
grant delete, insert, select, update on historical_file to dmse_app;
grant delete, insert, select on historical_scan to dmse_app;
grant insert, select on history to dmse_app;
grant insert, select on history_chain to dmse_app;
grant delete, insert, select on history_count to dmse_app;
grant delete, insert, select, update on idempotency to dmse_app;
grant delete, insert, select, update on identity to dmse_app;
grant delete, insert, select, update on identity_provider to dmse_app;
grant insert, select, update on import_batch to dmse_app;
grant insert, select on import_row to dmse_app;
grant insert, select, update on inbound_mail to dmse_app;
grant insert, select, update on invoice to dmse_app;
grant insert, select on invoice_credit to dmse_app;
grant delete, insert, select, update on invoice_entry to dmse_app;
grant delete, insert, select, update on invoice_line to dmse_app;
grant insert, select on invoice_mail to dmse_app;
grant insert, select on invoice_pdf to dmse_app;
grant insert, select on invoice_revision to dmse_app;
grant insert, select, update on job to dmse_app;
grant insert, select, update on job_role to dmse_app;
grant delete, insert, select, update on job_role_rate to dmse_app;
grant insert, select, update on job_wip to dmse_app;
grant insert, select on journal to dmse_app;
grant delete, insert, select on known_place to dmse_app;
grant delete, insert, select, update on known_place_import to dmse_app;
grant delete, insert, select, update on location to dmse_app;
grant insert, select, update on mail to dmse_app;
grant insert, select on mail_attachment to dmse_app;
grant insert, select, update on mailbox_cursor to dmse_app;
grant insert, select, update on memo to dmse_app;
grant delete, insert, select on memo_attachment to dmse_app;
grant insert, select on memo_recipient to dmse_app;
grant select on meta to dmse_app;
grant delete, insert, select, update on milestone to dmse_app;
grant insert, select, update on milestone_template to dmse_app;
grant insert, select, update on number_sequence to dmse_app;
grant insert, select, update on overhead_code to dmse_app;
grant delete, insert, select, update on passkey to dmse_app;
grant delete, insert, select, update on password_link to dmse_app;
grant insert, select, update on payment to dmse_app;
grant insert, select on payment_allocation to dmse_app;
grant insert, select on payment_refund to dmse_app;
grant insert, select on payroll_export to dmse_app;
grant insert, select on payroll_export_line to dmse_app;
grant select, update on period_lock to dmse_app;
grant select, update on petty_cash_box to dmse_app;
grant insert, select on petty_cash_row to dmse_app;
grant insert, select, update on pipe to dmse_app;
grant insert, select, update on posting_number to dmse_app;
grant insert, select on processed_point to dmse_app;
grant insert, select, update on processing_attempt to dmse_app;
grant insert, select on processing_decision to dmse_app;
grant insert, select on processing_file to dmse_app;
grant insert, select, update on quote to dmse_app;
grant insert, select on quote_mail to dmse_app;
grant insert, select on quote_revision to dmse_app;
grant delete, insert, select, update on recovery_code to dmse_app;
grant insert, select on reimbursement_line to dmse_app;
grant insert, select on reimbursement_run to dmse_app;
grant delete, insert, select on report_view to dmse_app;
grant delete, insert, select, update on scan_page to dmse_app;
grant delete, insert, select, update on session to dmse_app;
grant insert, select, update on setting to dmse_app;
grant insert, select, update on shot to dmse_app;
grant insert, select, update on shot_image to dmse_app;
grant insert, select on shot_image_bytes to dmse_app;
grant delete, insert, select on sign_in_attempt to dmse_app;
grant delete, insert, select on spent_ticket to dmse_app;
grant delete, insert, select on static_layer to dmse_app;
grant delete, insert, select on supervision to dmse_app;
grant delete, insert, select, update on task to dmse_app;
grant delete, insert, select, update on task_group to dmse_app;
grant insert, select, update on task_template to dmse_app;
grant insert, select, update on tax_rule to dmse_app;
grant delete, insert, select, update on time_batch to dmse_app;
grant delete, insert, select, update on time_entry to dmse_app;
grant delete, insert, select on time_favourite to dmse_app;
grant insert, select on time_reminder to dmse_app;
grant delete, insert, select, update on time_timer to dmse_app;
grant delete, insert, select, update on totp to dmse_app;
grant delete, insert, select on upload_part to dmse_app;
grant delete, insert, select, update on wip_item to dmse_app;
grant insert, select on wip_line to dmse_app;
