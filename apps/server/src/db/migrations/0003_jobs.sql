-- Jobs and quotes, the work in them (groups, tasks, milestones, budget), memos with the mail that becomes them, historical files and
-- places. Frozen revisions and what arrived by mail are never deleted: the server's role has no DELETE on them.

-- The last number given per kind and year. Gaps are allowed: a transaction that fails takes its number with it, or leaves a hole.
create table number_sequence (
  kind text not null check (kind in ('job', 'quote')),
  year int not null,
  last int not null,
  primary key (kind, year)
);
grant select, insert, update on number_sequence to dmse_app;

create table job_role (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  position int not null default 0,
  is_active boolean not null default true,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user
);
create unique index job_role_name on job_role (norm(name));
grant select, insert, update on job_role to dmse_app;

-- Cents per hour, each from a day on.
create table job_role_rate (
  job_role int not null references job_role,
  valid_from date not null,
  charge_rate int not null check (charge_rate >= 0),
  cost_rate int not null check (cost_rate >= 0),
  primary key (job_role, valid_from)
);
grant select, insert, update, delete on job_role_rate to dmse_app;

create table disbursement_type (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  unit text not null default 'each',
  unit_cost bigint not null default 0 check (unit_cost >= 0),
  markup_pct numeric(6, 3) not null default 0 check (markup_pct between 0 and 999),
  account_code text not null default '',
  position int not null default 0,
  is_active boolean not null default true,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user
);
create unique index disbursement_type_name on disbursement_type (norm(name));
grant select, insert, update on disbursement_type to dmse_app;

create table milestone_template (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user
);
create unique index milestone_template_name on milestone_template (norm(name));
grant select, insert, update on milestone_template to dmse_app;

-- `milestones`: [{milestone_template, is_parallel, budget: [{job_role, minutes} | {disbursement_type, quantity}]}], copied when used.
create table task_template (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  description text not null default '',
  account_code text not null default '',
  milestones jsonb not null default '[]',
  is_active boolean not null default true,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user
);
create unique index task_template_name on task_template (norm(name));
grant select, insert, update on task_template to dmse_app;

-- A place on earth: a point or a polygon in lon/lat, with its box in plain columns so that any PostgreSQL finds what is near.
create table location (
  id int generated always as identity primary key,
  geometry jsonb,
  address text not null default '',
  legal_description text not null default '',
  pid text not null default '',
  min_lon double precision,
  min_lat double precision,
  max_lon double precision,
  max_lat double precision,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  search text not null generated always as (norm(address || ' ' || legal_description || ' ' || pid)) stored
);
create index location_box on location (min_lat, min_lon) where min_lat is not null;
create index location_search on location using gin (search gin_trgm_ops);
grant select, insert, update, delete on location to dmse_app;

create table quote (
  id int generated always as identity primary key,
  state text not null default 'AWAITING QUOTE' check (state in ('AWAITING QUOTE', 'QUOTE SUBMITTED', 'ACCEPTED', 'REJECTED')),
  project_manager int references app_user,
  updated_on timestamptz not null,
  search text not null generated always as (norm(num || ' ' || "desc" || ' ' || client_name || ' ' || left(long_desc, 2000))) stored,
  num_key text not null generated always as (norm(num)) stored,
  num text not null unique,
  "desc" text not null check ("desc" <> ''),
  long_desc text not null default '',
  client int references client,
  client_name text not null default '',
  discipline text[] not null default '{}',
  job_types text[] not null default '{}',
  client_contact int references contact,
  billing_contact int references contact,
  project_leads int[] not null default '{}',
  billing_type text not null default 'hourly' check (billing_type in ('hourly', 'hourly with cap', 'fixed fee')),
  fee_cap bigint check (fee_cap >= 0),
  location int references location,
  inbox_token text not null unique,
  folder_url text not null default '',
  submitted_on timestamptz,
  valid_until date,
  decided_on timestamptz,
  lost_reason text not null default '',
  lost_note text not null default '',
  revision int not null default 0,
  is_promoted boolean not null default false,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_by int references app_user
);
create index quote_state on quote (state, updated_on desc, id desc);
create index quote_manager on quote (project_manager, state, updated_on desc);
create index quote_updated on quote (updated_on desc, id desc);
create index quote_num on quote (num_key);
create index quote_client on quote (client);
create index quote_types on quote using gin (job_types);
create index quote_search on quote using gin (search gin_trgm_ops);
create index quote_location on quote (location) where location is not null;
create index quote_client_contact on quote (client_contact) where client_contact is not null;
create index quote_billing_contact on quote (billing_contact) where billing_contact is not null;
grant select, insert, update on quote to dmse_app;

-- What was sent to the client, for ever.
create table quote_revision (
  id int generated always as identity primary key,
  quote int not null references quote,
  number int not null,
  total bigint not null,
  valid_until date not null,
  budget jsonb not null,
  pdf int not null references file,
  created_on timestamptz not null,
  created_by int references app_user,
  unique (quote, number)
);
create index quote_revision_pdf on quote_revision (pdf);
grant select, insert on quote_revision to dmse_app;

create table job (
  id int generated always as identity primary key,
  state text not null default 'IN PROGRESS' check (state in ('IN PROGRESS', 'CLOSED', 'CANCELLED')),
  project_manager int references app_user,
  search text not null generated always as (norm(num || ' ' || "desc" || ' ' || client_name || ' ' || left(long_desc, 2000))) stored,
  num_key text not null generated always as (norm(num)) stored,
  num text not null unique,
  "desc" text not null check ("desc" <> ''),
  long_desc text not null default '',
  client int references client,
  client_name text not null default '',
  discipline text[] not null default '{}',
  job_types text[] not null default '{}',
  client_contact int references contact,
  billing_contact int references contact,
  project_leads int[] not null default '{}',
  -- Two people may promote a quote at once: one of them finds the other's job.
  quote int unique references quote,
  po_number text not null default '',
  billing_type text not null default 'hourly' check (billing_type in ('hourly', 'hourly with cap', 'fixed fee')),
  fee_cap bigint check (fee_cap >= 0),
  location int references location,
  inbox_token text not null unique,
  folder_url text not null default '',
  on_hold_until date,
  state_reason text not null default '',
  state_changed_on timestamptz,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user
);
create index job_state on job (state, num_key desc, id desc);
create index job_manager on job (project_manager, state, num_key desc);
create index job_num on job (num_key);
create index job_updated on job (updated_on desc, id desc);
create index job_client on job (client);
create index job_types on job using gin (job_types);
create index job_discipline on job using gin (discipline);
create index job_title on job (lower("desc"), id);
create index job_client_name on job (lower(client_name), id);
create index job_search on job using gin (search gin_trgm_ops);
create index job_location on job (location) where location is not null;
create index job_client_contact on job (client_contact) where client_contact is not null;
create index job_billing_contact on job (billing_contact) where billing_contact is not null;
grant select, insert, update on job to dmse_app;

-- The client's name stands in the row so that one table answers a search; these keep it true.
create function take_client_name() returns trigger language plpgsql as $$
begin
  new.client_name := coalesce((select name from client where id = new.client), '');
  return new;
end $$;
create trigger quote_client_name before insert or update of client on quote for each row execute function take_client_name();
create trigger job_client_name before insert or update of client on job for each row execute function take_client_name();

create function spread_client_name_to_work() returns trigger language plpgsql as $$
begin
  update job set client_name = new.name where client = new.id;
  update quote set client_name = new.name where client = new.id;
  return null;
end $$;
create trigger client_name_to_work after update of name on client
  for each row when (old.name is distinct from new.name) execute function spread_client_name_to_work();

-- Cents per hour agreed with a client or for a job; they go before the role's own.
create table agreed_rate (
  id int generated always as identity primary key,
  job int references job,
  quote int references quote,
  client int references client,
  job_role int not null references job_role,
  charge_rate int not null check (charge_rate >= 0),
  check (num_nonnulls(job, quote, client) = 1)
);
create unique index agreed_rate_job on agreed_rate (job, job_role) where job is not null;
create unique index agreed_rate_quote on agreed_rate (quote, job_role) where quote is not null;
create unique index agreed_rate_client on agreed_rate (client, job_role) where client is not null;
grant select, insert, update, delete on agreed_rate to dmse_app;

-- Order is a key between its neighbours' keys, compared byte by byte: whoever moves one row touches only that row.
create table task_group (
  id int generated always as identity primary key,
  job int references job,
  quote int references quote,
  name text not null check (name <> ''),
  "order" text collate "C" not null,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  check (num_nonnulls(job, quote) = 1)
);
create index task_group_job on task_group (job, "order", id) where job is not null;
create index task_group_quote on task_group (quote, "order", id) where quote is not null;
grant select, insert, update, delete on task_group to dmse_app;

create table task (
  id int generated always as identity primary key,
  task_group int not null references task_group,
  job int references job,
  quote int references quote,
  name text not null check (name <> ''),
  description text not null default '',
  template int references task_template,
  account_code text not null default '',
  "order" text collate "C" not null,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  check (num_nonnulls(job, quote) = 1)
);
create index task_of_group on task (task_group, "order", id);
create index task_job on task (job) where job is not null;
create index task_quote on task (quote) where quote is not null;
create index task_template_used on task (template) where template is not null;
grant select, insert, update, delete on task to dmse_app;

-- `depends_on` null: on the one before it in its task, unless it runs in parallel. `is_blocked` is kept by refresh_blocked().
create table milestone (
  id int generated always as identity primary key,
  is_blocked boolean not null default true,
  state text not null default 'open' check (state in ('open', 'done', 'skipped')),
  due_date date,
  assigned_user int references app_user,
  job int references job,
  quote int references quote,
  task int not null references task,
  name text not null check (name <> ''),
  template int references milestone_template,
  is_parallel boolean not null default false,
  depends_on int[],
  "order" text collate "C" not null,
  done_on timestamptz,
  done_by int references app_user,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  check (num_nonnulls(job, quote) = 1)
);
create index milestone_of_task on milestone (task, "order", id);
create index milestone_job on milestone (job) where job is not null;
create index milestone_quote on milestone (quote) where quote is not null;
create index milestone_ready on milestone (due_date, id) where not is_blocked;
create index milestone_ready_job on milestone (job, due_date, id) where not is_blocked;
create index milestone_mine on milestone (assigned_user, due_date, id) where not is_blocked;
create index milestone_ready_name on milestone (name, due_date, id) where not is_blocked;
create index milestone_template_used on milestone (template) where template is not null;
grant select, insert, update, delete on milestone to dmse_app;

create table budget_entry (
  id int generated always as identity primary key,
  job int references job,
  quote int references quote,
  milestone int not null references milestone on delete cascade,
  job_role int references job_role,
  disbursement_type int references disbursement_type,
  minutes int check (minutes >= 0),
  rate int check (rate >= 0),
  rate_rule text not null default '',
  quantity numeric(12, 4) check (quantity >= 0),
  unit_cost bigint check (unit_cost >= 0),
  markup_pct numeric(6, 3) check (markup_pct between 0 and 999),
  amount bigint not null check (amount >= 0),
  is_scaled boolean not null default false,
  is_locked boolean not null default false,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  check (num_nonnulls(job, quote) = 1),
  check (num_nonnulls(job_role, disbursement_type) = 1),
  check (job_role is null or (minutes is not null and rate is not null)),
  check (disbursement_type is null or (quantity is not null and unit_cost is not null and markup_pct is not null))
);
create unique index budget_entry_role on budget_entry (milestone, job_role) where job_role is not null;
create unique index budget_entry_type on budget_entry (milestone, disbursement_type) where disbursement_type is not null;
create index budget_entry_job on budget_entry (job) where job is not null;
create index budget_entry_quote on budget_entry (quote) where quote is not null;
create index budget_entry_job_role on budget_entry (job_role) where job_role is not null;
create index budget_entry_disbursement on budget_entry (disbursement_type) where disbursement_type is not null;
grant select, insert, update, delete on budget_entry to dmse_app;

-- What a budget was before it was scaled, so that it can be taken back.
create table budget_snapshot (
  id int generated always as identity primary key,
  job int references job,
  quote int references quote,
  entries jsonb not null,
  created_on timestamptz not null,
  created_by int references app_user,
  undone_on timestamptz,
  check (num_nonnulls(job, quote) = 1)
);
create index budget_snapshot_job on budget_snapshot (job, id) where job is not null;
create index budget_snapshot_quote on budget_snapshot (quote, id) where quote is not null;
grant select, insert, update on budget_snapshot to dmse_app;

-- `text` is the editor's document; `words` is its plain text, for searching and for mails.
create table memo (
  id int generated always as identity primary key,
  job int references job,
  quote int references quote,
  task int references task on delete set null,
  title text not null check (title <> ''),
  text jsonb not null,
  words text not null default '',
  is_issue boolean not null default false,
  is_resolved boolean not null default false,
  resolved_by int references app_user,
  resolved_on timestamptz,
  resolved_note text not null default '',
  -- Who wrote it when it came by mail from somebody without an account.
  sender text not null default '',
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  search text not null generated always as (norm(title || ' ' || left(words, 4000))) stored,
  check (num_nonnulls(job, quote) = 1)
);
create index memo_job on memo (job, id desc) where job is not null;
create index memo_quote on memo (quote, id desc) where quote is not null;
create index memo_task on memo (task) where task is not null;
create index memo_open_issue on memo (job) where is_issue and not is_resolved;
create index memo_open_quote_issue on memo (quote) where is_issue and not is_resolved;
create index memo_search on memo using gin (search gin_trgm_ops);
grant select, insert, update on memo to dmse_app;

create table memo_attachment (
  memo int not null references memo,
  file int not null references file,
  position int not null default 0,
  primary key (memo, file)
);
create index memo_attachment_file on memo_attachment (file);
grant select, insert, delete on memo_attachment to dmse_app;

-- Whom a memo was mailed to. The mail's own row tells what became of it.
create table memo_recipient (
  memo int not null references memo,
  mail int not null unique references mail,
  person int references app_user,
  primary key (memo, mail)
);
grant select, insert on memo_recipient to dmse_app;

alter table mail drop constraint mail_state_check;
alter table mail add constraint mail_state_check check (state in ('queued', 'sent', 'kept', 'refused', 'failed', 'bounced'));

-- Everything that ever came in, and what became of it. Nothing of it is thrown away by the server.
create table inbound_mail (
  id int generated always as identity primary key,
  message_id text not null unique,
  source text not null check (source in ('imap', 'smtp', 'upload')),
  from_address text not null,
  from_name text not null default '',
  recipients text[] not null default '{}',
  subject text not null default '',
  words text not null default '',
  eml int not null references file,
  state text not null check (state in ('filed', 'triage', 'ignored', 'bounce', 'discarded')),
  reason text not null default '',
  memo int references memo,
  suggested_job int references job,
  suggested_quote int references quote,
  received_on timestamptz not null,
  settled_on timestamptz,
  settled_by int references app_user,
  version int not null default 1,
  search text not null generated always as (norm(from_address || ' ' || from_name || ' ' || subject)) stored
);
create index inbound_mail_state on inbound_mail (state, id desc);
create index inbound_mail_memo on inbound_mail (memo) where memo is not null;
create index inbound_mail_eml on inbound_mail (eml);
grant select, insert, update on inbound_mail to dmse_app;

-- How far a mailbox has been read.
create table mailbox_cursor (
  mailbox text primary key,
  uid_validity bigint not null,
  last_uid bigint not null
);
grant select, insert, update on mailbox_cursor to dmse_app;

-- A milestone is ready when it is open, its job is in progress, everything it depends on is done or skipped, and no issue stands in the
-- way, on the job, on its task, or on the quote the job was made from. Reckoned for whole jobs at once; a quote's milestones are never ready.
create function refresh_blocked(jobs int[]) returns void language sql as $$
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
$$;

create function milestones_changed() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 then
    perform refresh_blocked(array(select distinct job from changed where job is not null));
  end if;
  return null;
end $$;
create trigger milestone_inserted after insert on milestone
  referencing new table as changed for each statement execute function milestones_changed();
create trigger milestone_updated after update on milestone
  referencing new table as changed for each statement execute function milestones_changed();
create trigger milestone_deleted after delete on milestone
  referencing old table as changed for each statement execute function milestones_changed();

create function job_state_changed() returns trigger language plpgsql as $$
begin
  perform refresh_blocked(array[new.id]);
  return null;
end $$;
create trigger job_state_blocks after update of state on job
  for each row when (old.state is distinct from new.state) execute function job_state_changed();

create function memo_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or new.is_issue then
    perform refresh_blocked(array(select id from job where id = new.job or quote = new.quote));
  end if;
  return null;
end $$;
create trigger memo_blocks after insert or update of is_issue, is_resolved, task on memo
  for each row execute function memo_changed();

create table historical_file (
  id int generated always as identity primary key,
  company text not null default '',
  file_number text not null default '',
  client_name text not null default '',
  description text not null default '',
  legal_description text not null default '',
  pid text not null default '',
  plan_number text not null default '',
  surveyed_on date,
  category text,
  location int references location,
  job int references job,
  note text not null default '',
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  number_key text not null generated always as (norm(file_number)) stored,
  search text not null generated always as (norm(company || ' ' || file_number || ' ' || client_name || ' ' || description || ' '
    || legal_description || ' ' || pid || ' ' || plan_number || ' ' || note)) stored
);
create index historical_file_number on historical_file (number_key, id);
create index historical_file_search on historical_file using gin (search gin_trgm_ops);
create index historical_file_job on historical_file (job) where job is not null;
create index historical_file_location on historical_file (location) where location is not null;
grant select, insert, update, delete on historical_file to dmse_app;

create table historical_scan (
  id int generated always as identity primary key,
  historical_file int not null references historical_file on delete cascade,
  file int not null references file,
  position int not null default 0,
  created_on timestamptz not null,
  created_by int references app_user
);
create index historical_scan_of on historical_scan (historical_file, position, id);
create index historical_scan_file on historical_scan (file);
grant select, insert, delete on historical_scan to dmse_app;

-- Civic addresses and parcels a firm has imported; the default geocoder answers from these and from what the firm has located itself.
create table known_place (
  id int generated always as identity primary key,
  kind text not null check (kind in ('address', 'parcel')),
  label text not null,
  lon double precision not null,
  lat double precision not null,
  source text not null default '',
  search text not null generated always as (norm(label)) stored
);
create index known_place_search on known_place using gin (search gin_trgm_ops);
create index known_place_kind on known_place (kind);
grant select, insert, delete on known_place to dmse_app;

-- What a firm begins with; all of it can be edited.
insert into setting (section, value, updated_on) values
  ('job_lists', '{
    "job_types": ["Legal survey", "Building location certificate", "Subdivision", "Topographic survey", "Construction layout", "As-built survey", "Control survey", "Monitoring", "Volume survey", "Site plan", "Stormwater design", "Road design", "Water and sewer design", "Environmental assessment", "Planning application"],
    "lost_reasons": ["Price", "Timing", "Went with another firm", "Project cancelled", "No answer", "Scope changed", "Other"],
    "historical_company_relevant_fields": {}
  }', now()),
  ('account_codes', '{"accounts": [
    {"code": "4000", "name": "Survey fees"}, {"code": "4010", "name": "Engineering fees"}, {"code": "4020", "name": "Planning fees"},
    {"code": "4030", "name": "Environmental fees"}, {"code": "4100", "name": "Disbursements recovered"}]}', now()),
  ('numbering', '{"job": "YY-NNNN", "quote": "QYY-NNNN"}', now()),
  ('quote_texts', '{
    "introduction": "Thank you for the opportunity to quote. We propose the following services.",
    "terms": "Fees are quoted in Canadian dollars and exclude tax. Work outside the scope described above is charged at our hourly rates after your approval. Invoices are issued monthly and are due within 30 days.",
    "acceptance": "To accept, please sign below and return a copy, or reply to this quote by e-mail.",
    "valid_days": 30, "detail": "by task"}', now()),
  ('memo_texts', '{"snippets": [
    {"name": "Waiting on client", "title": "Waiting on client", "text": "We are waiting for the client to confirm before going on."},
    {"name": "Field work done", "title": "Field work done", "text": "The crew has finished on site. Data is ready to be processed."}]}', now()),
  ('folder_template', '{"drive": "", "folders": ["01 Quote", "02 Correspondence", "03 Research", "04 Field data", "05 Calculations", "06 Drawings", "07 Deliverables", "08 Invoices"]}', now()),
  ('inbox', '{"domain": "", "imap_host": "", "imap_port": 993, "imap_user": "", "imap_folder": "INBOX", "smtp_listen_port": 0}', now()),
  ('geocoding', '{"address_url": "", "parcel_url": "", "style_url": ""}', now());

insert into job_role (name, position, created_on, updated_on)
select name, place, now(), now() from unnest(array[
  'Principal', 'Project manager', 'Land surveyor', 'Engineer', 'Party chief', 'Survey technician', 'Data processor', 'CAD technician', 'Planner', 'Administration'
]) with ordinality as roles (name, place);
insert into job_role_rate (job_role, valid_from, charge_rate, cost_rate)
select id, date '2024-01-01', charge, cost from job_role join (values
  ('Principal', 21000, 9500), ('Project manager', 16500, 7500), ('Land surveyor', 17500, 7800), ('Engineer', 17000, 7600), ('Party chief', 12500, 5200),
  ('Survey technician', 9500, 3800), ('Data processor', 11000, 4600), ('CAD technician', 10500, 4300), ('Planner', 13500, 5800), ('Administration', 7500, 3200)
) as rates (name, charge, cost) using (name);
insert into disbursement_type (name, unit, unit_cost, markup_pct, account_code, position, created_on, updated_on)
select name, unit, unit_cost, markup, '4100', row_number() over (), now(), now() from (values
  ('Mileage', 'km', 68, 0), ('Monuments', 'each', 4500, 10), ('GNSS equipment', 'day', 22500, 0), ('Total station', 'day', 15000, 0),
  ('Registry searches', 'each', 1500, 10), ('Printing', 'sheet', 400, 10), ('Accommodation', 'night', 16500, 5), ('Subcontractor', 'each', 0, 10)
) as types (name, unit, unit_cost, markup);
insert into milestone_template (name, created_on, updated_on)
select name, now(), now() from unnest(array[
  'Research', 'Field work', 'Processing', 'Calculations', 'Drafting', 'Review', 'Design', 'Client approval', 'Submission', 'Delivery', 'Reporting', 'Site visit'
]) as names (name);
insert into task_template (name, description, account_code, milestones, created_on, updated_on)
select t.name, t.description, t.account_code,
  (select jsonb_agg(jsonb_build_object(
      'milestone_template', m.id, 'is_parallel', false,
      'budget', jsonb_build_array(jsonb_build_object('job_role', r.id, 'minutes', (s->>'minutes')::int))) order by place)
   from jsonb_array_elements(t.steps) with ordinality as steps (s, place)
   join milestone_template m on m.name = s->>'name' join job_role r on r.name = s->>'role'),
  now(), now()
from (values
  ('Boundary survey', 'Research, field survey, calculations and plan of survey.', '4000',
   '[{"name":"Research","role":"Land surveyor","minutes":240},{"name":"Field work","role":"Party chief","minutes":960},{"name":"Calculations","role":"Land surveyor","minutes":360},{"name":"Drafting","role":"CAD technician","minutes":480},{"name":"Review","role":"Land surveyor","minutes":120},{"name":"Submission","role":"Administration","minutes":60}]'::jsonb),
  ('Topographic survey', 'Field survey of existing conditions and a digital plan.', '4000',
   '[{"name":"Field work","role":"Party chief","minutes":960},{"name":"Processing","role":"Data processor","minutes":240},{"name":"Drafting","role":"CAD technician","minutes":480},{"name":"Review","role":"Project manager","minutes":120},{"name":"Delivery","role":"Administration","minutes":30}]'::jsonb),
  ('Construction layout', 'Layout of structures and grades on site.', '4000',
   '[{"name":"Calculations","role":"Survey technician","minutes":240},{"name":"Field work","role":"Party chief","minutes":480},{"name":"Reporting","role":"Survey technician","minutes":60}]'::jsonb),
  ('As-built survey', 'Survey of constructed works with a record drawing.', '4000',
   '[{"name":"Field work","role":"Party chief","minutes":480},{"name":"Processing","role":"Data processor","minutes":180},{"name":"Drafting","role":"CAD technician","minutes":240},{"name":"Delivery","role":"Administration","minutes":30}]'::jsonb),
  ('Site servicing design', 'Design of water, sanitary and storm services.', '4010',
   '[{"name":"Site visit","role":"Engineer","minutes":240},{"name":"Design","role":"Engineer","minutes":1800},{"name":"Drafting","role":"CAD technician","minutes":960},{"name":"Review","role":"Principal","minutes":180},{"name":"Client approval","role":"Project manager","minutes":60},{"name":"Submission","role":"Engineer","minutes":120}]'::jsonb)
) as t (name, description, account_code, steps);
