-- The frame every noun hangs on: people, sessions, history, settings, files, mail; and the first nouns, clients and contacts.
-- Run by the owner. The server itself uses the lesser role dmse_app, which is granted here only what it needs.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

do $$ begin
  if not exists (select from pg_roles where rolname = 'dmse_app') then
    create role dmse_app nologin;
    execute format('grant dmse_app to %I', current_user);
  end if;
end $$;
grant usage on schema public to dmse_app;

-- Lower case without accents. Immutable by our promise: the dictionary is part of the installation and does not change under us.
create function norm(value text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, nfc)));

create function join_text(list text[], separator text) returns text
  language sql immutable strict parallel safe
  return array_to_string(list, separator);

-- The digits of each phone, in whatever notation it was typed; a space between two, so that no match runs from one into the next.
create function digits_of(list text[]) returns text
  language sql immutable strict parallel safe
  return coalesce((select string_agg(regexp_replace(one, '[^0-9]', '', 'g'), ' ') from unnest(list) one), '');

create table meta (
  key text primary key,
  value text not null
);
grant select on meta to dmse_app;

create table app_user (
  id int generated always as identity primary key,
  username text not null unique check (username = lower(username)),
  email text not null,
  full_name text not null,
  initials text not null,
  phone text not null default '',
  is_active boolean not null default true,
  is_project_manager boolean not null default false,
  password_hash text not null,
  granted text[] not null default '{}',
  preferences jsonb not null default '{}',
  job_role text,
  weekly_minutes int not null default 2400 check (weekly_minutes between 0 and 10080),
  start_date date,
  end_date date,
  profile_picture int,
  last_sign_in timestamptz,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  search text not null generated always as (norm(full_name || ' ' || username || ' ' || email)) stored
);
create unique index app_user_email on app_user (lower(email));
create index app_user_search on app_user using gin (search gin_trgm_ops);
grant select, insert, update on app_user to dmse_app;

create table supervision (
  supervisor int not null references app_user,
  employee int not null references app_user,
  primary key (supervisor, employee),
  check (supervisor <> employee)
);
create index supervision_employee on supervision (employee);
grant select, insert, delete on supervision to dmse_app;

-- A session is found by the hash of what the cookie holds: whoever reads the table cannot use it.
create table session (
  id int generated always as identity primary key,
  token_hash bytea not null unique,
  user_id int not null references app_user,
  kind text not null check (kind in ('office', 'field')),
  created_on timestamptz not null,
  last_seen_on timestamptz not null,
  address text not null,
  device text not null
);
create index session_of_user on session (user_id);
grant select, insert, update, delete on session to dmse_app;

create table sign_in_attempt (
  id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  at timestamptz not null,
  succeeded boolean not null
);
create index sign_in_attempt_account on sign_in_attempt (account, address, at);
create index sign_in_attempt_address on sign_in_attempt (address, at);
grant select, insert, delete on sign_in_attempt to dmse_app;

-- Everything that was ever changed. Insert only: not even the server may rewrite what was done.
create table history (
  id bigint generated always as identity primary key,
  noun text not null,
  record_id text not null,
  record_name text not null,
  version int,
  action text not null,
  changes jsonb not null default '[]',
  at timestamptz not null,
  by int references app_user,
  request_id text,
  txid xid8 not null default pg_current_xact_id(),
  search text not null generated always as (norm(record_name || ' ' || changes::text)) stored
);
create index history_record on history (noun, record_id, id);
create index history_at on history (at);
create index history_by on history (by);
create index history_search on history using gin (search gin_trgm_ops);
grant select, insert on history to dmse_app;

-- The hash chain over history, laid afterwards by one worker so that writers never wait for each other.
create table history_chain (
  seq bigint generated always as identity primary key,
  history_id bigint not null unique references history,
  hash bytea not null
);
grant select, insert on history_chain to dmse_app;

create table setting (
  section text primary key,
  value jsonb not null,
  version int not null default 1,
  updated_on timestamptz not null,
  updated_by int references app_user
);
grant select, insert, update on setting to dmse_app;

-- A stored file. The bytes lie in the file store under their hash; two rows may share them.
create table file (
  id int generated always as identity primary key,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null,
  name text not null,
  mime_type text not null,
  width int,
  height int,
  thumbnail_sha256 text check (thumbnail_sha256 ~ '^[0-9a-f]{64}$'),
  created_on timestamptz not null,
  created_by int references app_user
);
create index file_sha256 on file (sha256);
create index file_thumbnail on file (thumbnail_sha256) where thumbnail_sha256 is not null;
grant select, insert, update, delete on file to dmse_app;
alter table app_user add foreign key (profile_picture) references file;

create table mail (
  id int generated always as identity primary key,
  message_id text not null unique,
  recipients text[] not null,
  reply_to text,
  subject text not null,
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'kept', 'refused', 'failed')),
  answer text not null default '',
  tries int not null default 0,
  created_on timestamptz not null,
  created_by int references app_user,
  sent_on timestamptz,
  search text not null generated always as (norm(subject || ' ' || join_text(recipients, ' '))) stored
);
create index mail_created on mail (created_on);
grant select, insert, update on mail to dmse_app;

create table client (
  id int generated always as identity primary key,
  -- What every search looks at stands first: a row is read from its beginning up to the column that is asked for.
  merged_into int references client,
  search text not null generated always as (norm(name || ' ' || billing_city || ' ' || email || ' ' || website || ' ' || note)) stored,
  name_key text not null generated always as (norm(name)) stored,
  phone_digits text not null generated always as (regexp_replace(phone, '[^0-9]', '', 'g')) stored,
  name text not null check (name <> ''),
  party_type text not null default 'Organization' check (party_type in ('Individual', 'Organization')),
  classification text check (classification in ('A', 'B', 'C')),
  risk_level text check (risk_level in ('A', 'B', 'C')),
  email text not null default '',
  phone text not null default '',
  website text not null default '',
  billing_street text not null default '',
  billing_city text not null default '',
  billing_province text not null default '',
  billing_postal_code text not null default '',
  billing_country text not null default '',
  payment_terms_days int not null default 30 check (payment_terms_days between 0 and 365),
  tax_province text,
  is_tax_exempt boolean not null default false,
  tax_exempt_reason text not null default '',
  note text not null default '',
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user
);
create index client_name on client (name_key, id);
create index client_created on client (created_on, id);
create index client_search on client using gin (search gin_trgm_ops);
create index client_phone on client using gin (phone_digits gin_trgm_ops);
create index client_merged on client (merged_into) where merged_into is not null;
create index client_living on client (id) where merged_into is null;
grant select, insert, update, delete on client to dmse_app;

create table contact (
  id int generated always as identity primary key,
  -- What every search looks at stands first: a row is read from its beginning up to the column that is asked for.
  merged_into int references contact,
  search text not null generated always as (norm(name || ' ' || position || ' ' || join_text(emails, ' ') || ' ' || clients_summary)) stored,
  name_key text not null generated always as (norm(name)) stored,
  phone_digits text not null generated always as (digits_of(phones)) stored,
  name text not null check (name <> ''),
  position text not null default '',
  phones text[] not null default '{}',
  emails text[] not null default '{}',
  note text not null default '',
  -- Names of the clients this person speaks for, kept by the triggers below so that one table answers the search.
  clients_summary text not null default '',
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user
);
create index contact_name on contact (name_key, id);
create index contact_created on contact (created_on, id);
create index contact_search on contact using gin (search gin_trgm_ops);
create index contact_phone on contact using gin (phone_digits gin_trgm_ops);
create index contact_merged on contact (merged_into) where merged_into is not null;
create index contact_living on contact (id) where merged_into is null;
grant select, insert, update, delete on contact to dmse_app;

create table client_contact (
  client int not null references client,
  contact int not null references contact,
  role text not null default '',
  is_billing boolean not null default false,
  primary key (client, contact)
);
create index client_contact_contact on client_contact (contact);
grant select, insert, update, delete on client_contact to dmse_app;

create function clients_summary_of(who int) returns text
  language sql stable
  return coalesce((
    select string_agg(c.name, ', ' order by c.name_key, c.id)
    from client_contact l join client c on c.id = l.client where l.contact = who), '');

create function keep_clients_summary() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update contact set clients_summary = clients_summary_of(old.contact) where id = old.contact;
  end if;
  if tg_op <> 'DELETE' then
    update contact set clients_summary = clients_summary_of(new.contact) where id = new.contact;
  end if;
  return null;
end $$;
create trigger client_contact_summary after insert or update or delete on client_contact
  for each row execute function keep_clients_summary();

create function spread_client_name() returns trigger language plpgsql as $$
begin
  update contact set clients_summary = clients_summary_of(contact.id)
  from client_contact l where l.client = new.id and l.contact = contact.id;
  return null;
end $$;
create trigger client_name_spread after update of name on client
  for each row when (old.name is distinct from new.name) execute function spread_client_name();

create table import_batch (
  id int generated always as identity primary key,
  noun text not null check (noun in ('clients', 'contacts')),
  file int not null references file,
  created int not null,
  skipped int not null,
  created_on timestamptz not null,
  created_by int references app_user,
  undone_on timestamptz,
  undone_by int references app_user
);
grant select, insert, update on import_batch to dmse_app;

-- What an import brought, so that all of it can be taken back as one. The version tells whether somebody worked on it since.
create table import_row (
  batch int not null references import_batch,
  line int not null,
  record_id int not null,
  version int not null,
  primary key (batch, line)
);
grant select, insert on import_row to dmse_app;

-- The firm's default settings; a firm elsewhere changes these, never the code.
insert into setting (section, value, updated_on) values
  ('firm', '{"firm_name": "DMSE", "legal_name": "", "address": "", "phone": "", "email": "", "website": "", "hst_number": "", "logo_horizontal": null}', now()),
  ('region', '{"time_zone": "America/Moncton", "locale": "en-CA", "currency": "CAD", "home_province": "NB", "week_starts_on": "Monday"}', now()),
  ('mail', '{"from_name": "", "from_address": "", "footer": ""}', now());

insert into meta (key, value) values ('dataset_epoch', gen_random_uuid()::text);
