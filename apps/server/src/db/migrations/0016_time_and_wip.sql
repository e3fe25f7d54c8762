-- Time that people enter, the weeks it is approved in, and the ledger of work that is still to be billed.

-- What time is for when it is for no job: holidays, training, the office.
create table overhead_code (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  -- What payroll calls it.
  code text not null default '',
  position int not null default 0,
  is_active boolean not null default true,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user
);
create unique index overhead_code_name on overhead_code (norm(name));
grant select, insert, update on overhead_code to dmse_app;
insert into overhead_code (name, code, position, created_on, updated_on)
select name, code, place, now(), now() from unnest(
  array['Office and administration', 'Business development', 'Training', 'Equipment and vehicles', 'Vacation', 'Statutory holiday', 'Sick leave'],
  array['ADM', 'BD', 'TRN', 'EQP', 'VAC', 'STAT', 'SICK']
) with ordinality as codes (name, code, place);

insert into setting (section, value, updated_on) values
  ('timesheet', '{"entry_step": 15, "timer_rounding": "nearest", "payroll_columns": ["employee", "date", "hours", "overhead_code", "job", "note"]}', now());

-- A person's entries of a week that go to the supervisor together. Number 1 is the week itself, the others are supplementary.
create table time_batch (
  id int generated always as identity primary key,
  "user" int not null references app_user,
  first_day date not null,
  last_day date not null generated always as (first_day + 6) stored,
  number int not null check (number > 0),
  state text not null default 'OPEN' check (state in ('OPEN', 'SUBMITTED', 'APPROVED', 'LOCKED')),
  -- Why it was declined.
  comment text not null default '',
  submitted_on timestamptz,
  decided_on timestamptz,
  decided_by int references app_user,
  is_exported boolean not null default false,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  unique ("user", first_day, number)
);
create index time_batch_week on time_batch (first_day, state);
-- A batch is removed with its last entry.
grant select, insert, update, delete on time_batch to dmse_app;

create table time_entry (
  id int generated always as identity primary key,
  "user" int not null references app_user,
  date date not null,
  batch int not null references time_batch,
  job int references job,
  task int references task,
  milestone int references milestone,
  overhead_code int references overhead_code,
  minutes int not null check (minutes between 1 and 1440),
  is_billable boolean not null,
  job_role int references job_role,
  -- Frozen with the rule that chose them.
  rate int check (rate >= 0),
  rate_rule text check (rate_rule in ('job', 'client', 'role')),
  rate_valid_from date,
  cost_rate int check (cost_rate >= 0),
  amount bigint not null default 0,
  cost bigint,
  "start" timestamptz,
  "end" timestamptz,
  field_run uuid references field_run,
  note text not null default '',
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  check ((job is null) <> (overhead_code is null)),
  check ((job is null) = (task is null)),
  check (job is not null or (milestone is null and not is_billable)),
  check (("start" is null) = ("end" is null))
);
create index time_entry_person on time_entry ("user", date);
create index time_entry_batch on time_entry (batch);
create index time_entry_job on time_entry (job, date) where job is not null;
create index time_entry_task on time_entry (task) include (minutes) where task is not null;
create index time_entry_milestone on time_entry (milestone) where milestone is not null;
create index time_entry_date on time_entry (date, id);
create index time_entry_run on time_entry (field_run) where field_run is not null;
grant select, insert, update, delete on time_entry to dmse_app;

-- What somebody starts work on so often that it stands first.
create table time_favourite (
  id int generated always as identity primary key,
  "user" int not null references app_user,
  job int references job,
  task int references task on delete cascade,
  milestone int references milestone on delete cascade,
  overhead_code int references overhead_code,
  is_billable boolean not null,
  check ((job is null) <> (overhead_code is null))
);
create unique index time_favourite_once on time_favourite
  ("user", coalesce(job, 0), coalesce(task, 0), coalesce(milestone, 0), coalesce(overhead_code, 0), is_billable);
grant select, insert, delete on time_favourite to dmse_app;

-- One running timer per person.
create table time_timer (
  "user" int primary key references app_user,
  started_on timestamptz not null,
  job int references job,
  task int references task on delete set null,
  milestone int references milestone on delete set null,
  overhead_code int references overhead_code,
  is_billable boolean not null default true,
  note text not null default ''
);
grant select, insert, update, delete on time_timer to dmse_app;

-- Who was reminded of which week: once.
create table time_reminder (
  "user" int not null references app_user,
  first_day date not null,
  mail int references mail,
  created_on timestamptz not null,
  created_by int references app_user,
  primary key ("user", first_day)
);
grant select, insert on time_reminder to dmse_app;

-- What payroll was given, line by line as it was then.
create table payroll_export (
  id int generated always as identity primary key,
  "from" date not null,
  "to" date not null check ("to" >= "from"),
  created_on timestamptz not null,
  created_by int references app_user
);
create index payroll_export_period on payroll_export ("from", "to");
grant select, insert on payroll_export to dmse_app;
create table payroll_export_line (
  export int not null references payroll_export,
  entry int not null,
  "user" int not null references app_user,
  date date not null,
  minutes int not null,
  overhead_code int references overhead_code,
  job int references job,
  note text not null,
  primary key (export, entry)
);
create index payroll_export_line_entry on payroll_export_line (entry);
grant select, insert on payroll_export_line to dmse_app;

-- The ledger of work that can be billed. An act takes an item out of where it was (-1) and puts it where it is now (+1); nothing in it is
-- changed. An item, a turn and a sign are there once, so of two people who act on the same position one is refused.
create table wip_line (
  id bigint generated always as identity primary key,
  -- "time/12", "expense/7", "item/3".
  item text not null,
  turn int not null check (turn > 0),
  sign smallint not null check (sign in (-1, 1)),
  act text not null check (act in (
    'enter', 'change', 'reprice', 'remove', 'hold', 'release', 'write off', 'restore', 'move', 'claim', 'unclaim', 'bill', 'unbill')),
  job int not null references job,
  task int,
  state text not null check (state in ('UNBILLED', 'CLAIMED', 'BILLED', 'HOLD', 'WRITTEN_OFF')),
  amount bigint not null,
  work_date date not null,
  hold_until date,
  -- The day the act counts from.
  date date not null,
  reason text,
  reverses bigint references wip_line,
  created_on timestamptz not null,
  created_by int references app_user
);
create unique index wip_line_turn on wip_line (item, turn, sign);
create index wip_line_job on wip_line (job, date);
call make_posted('wip_line', 'accounting', array['amount']);

-- Where each item is now.
create table wip_item (
  item text primary key,
  job int not null references job,
  task int,
  state text not null,
  amount bigint not null,
  work_date date not null,
  hold_until date,
  turn int not null
);
create index wip_item_job on wip_item (job, state) include (amount, work_date, task);
create index wip_item_task on wip_item (task) where task is not null;
create index wip_item_release on wip_item (hold_until) where state = 'HOLD' and hold_until is not null;
grant select, insert, update, delete on wip_item to dmse_app;

-- The figures of each job, kept by the triggers below in the transaction that changes them. The average age on a day follows from the
-- weight (the size of the amounts) and the same multiplied by the days of the work.
create table job_wip (
  job int primary key references job,
  wip_cost bigint not null default 0,
  ready bigint not null default 0,
  on_draft bigint not null default 0,
  hold bigint not null default 0,
  billed bigint not null default 0,
  written_off bigint not null default 0,
  weight bigint not null default 0,
  weighted_days numeric(30) not null default 0,
  last_time_entry_date date
);
create index job_wip_cost on job_wip (wip_cost, job);
create index job_wip_last on job_wip (last_time_entry_date, job);
grant select, insert, update on job_wip to dmse_app;

-- Of each item the newest line says where it is; the figures move by what the lines add and take. One statement holds all lines of a
-- request, and jobs are held in the order of their ids, so that two requests never wait for each other.
create function keep_wip() returns trigger language plpgsql as $$
begin
  delete from wip_item i using added a where i.item = a.item and a.sign = -1;
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
end $$;
create trigger wip_kept after insert on wip_line referencing new table as added for each statement execute function keep_wip();

-- The last day anybody worked on a job.
create function keep_last_time_entry(jobs int[]) returns void language sql as $$
  insert into job_wip as kept (job, last_time_entry_date)
  select job, (select max(date) from time_entry e where e.job = named.job) from (select distinct unnest(jobs) as job) named
  where job is not null order by job
  on conflict (job) do update set last_time_entry_date = excluded.last_time_entry_date
    where kept.last_time_entry_date is distinct from excluded.last_time_entry_date
$$;
create function last_time_entry_added() returns trigger language plpgsql as $$
begin
  perform keep_last_time_entry((select array_agg(job) from added));
  return null;
end $$;
create function last_time_entry_removed() returns trigger language plpgsql as $$
begin
  perform keep_last_time_entry((select array_agg(job) from removed));
  return null;
end $$;
create function last_time_entry_changed() returns trigger language plpgsql as $$
begin
  perform keep_last_time_entry((select array_agg(job) from (select job from added union select job from removed) touched));
  return null;
end $$;
create trigger last_added after insert on time_entry referencing new table as added
  for each statement execute function last_time_entry_added();
create trigger last_removed after delete on time_entry referencing old table as removed
  for each statement execute function last_time_entry_removed();
create trigger last_changed after update on time_entry referencing new table as added old table as removed
  for each statement execute function last_time_entry_changed();

-- What the system knows of a person's day: runs they crewed, milestones they finished.
create index milestone_done on milestone (done_by, done_on) where done_by is not null;
create index field_run_started on field_run (started_on) where started_on is not null;
