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

create table client (
  id integer generated always as identity not null,
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
  merged_into integer,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  name_key text generated always as (norm(name)) stored not null,
  search text generated always as (norm(((((((((name || ' '::text) || billing_city) || ' '::text) || email) || ' '::text) || website) || ' '::text) || note))) stored not null,
  phone_digits text generated always as (regexp_replace(phone, '[^0-9]'::text, ''::text, 'g'::text)) stored not null,
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
  name text not null,
  position text default ''::text not null,
  phones text[] default '{}'::text[] not null,
  emails text[] default '{}'::text[] not null,
  note text default ''::text not null,
  clients_summary text default ''::text not null,
  merged_into integer,
  version integer default 1 not null,
  created_on timestamp with time zone not null,
  created_by integer,
  updated_on timestamp with time zone not null,
  updated_by integer,
  name_key text generated always as (norm(name)) stored not null,
  search text generated always as (norm(((((((name || ' '::text) || "position") || ' '::text) || join_text(emails, ' '::text)) || ' '::text) || clients_summary))) stored not null,
  phone_digits text generated always as (digits_of(phones)) stored not null,
  constraint contact_pkey PRIMARY KEY (id),
  constraint contact_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint contact_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES contact(id),
  constraint contact_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint contact_name_check CHECK ((name <> ''::text))
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

create table sign_in_attempt (
  id bigint generated always as identity not null,
  account text not null,
  address text not null,
  at timestamp with time zone not null,
  succeeded boolean not null,
  constraint sign_in_attempt_pkey PRIMARY KEY (id)
);

create table supervision (
  supervisor integer not null,
  employee integer not null,
  constraint supervision_pkey PRIMARY KEY (supervisor, employee),
  constraint supervision_employee_fkey FOREIGN KEY (employee) REFERENCES app_user(id),
  constraint supervision_supervisor_fkey FOREIGN KEY (supervisor) REFERENCES app_user(id),
  constraint supervision_check CHECK ((supervisor <> employee))
);

CREATE UNIQUE INDEX app_user_email ON public.app_user USING btree (lower(email));
CREATE INDEX app_user_search ON public.app_user USING gin (search gin_trgm_ops);
CREATE INDEX client_created ON public.client USING btree (created_on, id);
CREATE INDEX client_merged ON public.client USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX client_name ON public.client USING btree (name_key, id);
CREATE INDEX client_phone ON public.client USING gin (phone_digits gin_trgm_ops);
CREATE INDEX client_search ON public.client USING gin (search gin_trgm_ops);
CREATE INDEX client_contact_contact ON public.client_contact USING btree (contact);
CREATE INDEX contact_created ON public.contact USING btree (created_on, id);
CREATE INDEX contact_merged ON public.contact USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX contact_name ON public.contact USING btree (name_key, id);
CREATE INDEX contact_phone ON public.contact USING gin (phone_digits gin_trgm_ops);
CREATE INDEX contact_search ON public.contact USING gin (search gin_trgm_ops);
CREATE INDEX file_sha256 ON public.file USING btree (sha256);
CREATE INDEX history_at ON public.history USING btree (at);
CREATE INDEX history_by ON public.history USING btree (by);
CREATE INDEX history_record ON public.history USING btree (noun, record_id, id);
CREATE INDEX history_search ON public.history USING gin (search gin_trgm_ops);
CREATE INDEX mail_created ON public.mail USING btree (created_on);
CREATE INDEX session_of_user ON public.session USING btree (user_id);
CREATE INDEX sign_in_attempt_account ON public.sign_in_attempt USING btree (account, address, at);
CREATE INDEX sign_in_attempt_address ON public.sign_in_attempt USING btree (address, at);
CREATE INDEX supervision_employee ON public.supervision USING btree (employee);

CREATE OR REPLACE FUNCTION public.clients_summary_of(who integer)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN COALESCE((SELECT string_agg(c.name, ', '::text ORDER BY c.name_key, c.id) AS string_agg FROM (client_contact l JOIN client c ON ((c.id = l.client))) WHERE (l.contact = clients_summary_of.who)), ''::text)
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

grant insert, select, update on app_user to dmse_app;
grant delete, insert, select, update on client to dmse_app;
grant delete, insert, select, update on client_contact to dmse_app;
grant delete, insert, select, update on contact to dmse_app;
grant delete, insert, select, update on file to dmse_app;
grant insert, select on history to dmse_app;
grant insert, select on history_chain to dmse_app;
grant insert, select, update on import_batch to dmse_app;
grant insert, select on import_row to dmse_app;
grant insert, select, update on mail to dmse_app;
grant select on meta to dmse_app;
grant delete, insert, select, update on session to dmse_app;
grant insert, select, update on setting to dmse_app;
grant delete, insert, select on sign_in_attempt to dmse_app;
grant delete, insert, select on supervision to dmse_app;
