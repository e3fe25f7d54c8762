-- The processing of field runs. What was measured lies in the files and never changes; what people decided lies beside it, one row each, in
-- their order. Coordinates, conflicts and reports follow from the two and are worked out when they are asked for.

create table processing_attempt (
  id int generated always as identity primary key,
  field_run uuid not null references field_run,
  number int not null check (number > 0),
  state text not null default 'open' check (state in ('open', 'archived', 'finished')),
  -- Raised with every file and decision.
  revision int not null default 1,
  started_on timestamptz not null,
  started_by int references app_user,
  ended_on timestamptz,
  ended_by int references app_user,
  reason text not null default '',
  -- Whoever works on it, and until when it is held for them.
  lease_by int references app_user,
  lease_until timestamptz,
  -- The office's settings, control points and field-app shots as they were when the run was finished: the same figures for ever.
  frozen jsonb,
  -- The signed package of that moment.
  package int references file,
  unique (field_run, number),
  check ((state = 'open') = (ended_on is null)),
  check ((lease_by is null) = (lease_until is null))
);
create unique index processing_attempt_present on processing_attempt (field_run) where state <> 'archived';
create index processing_attempt_package on processing_attempt (package) where package is not null;
grant select, insert, update on processing_attempt to dmse_app;

create table processing_file (
  id int generated always as identity primary key,
  attempt int not null references processing_attempt,
  part text not null check (part in ('raw_file', 'points_file', 'sum_file', 'ref_file', 'loc_file')),
  file int not null references file,
  name text not null check (name <> ''),
  -- What was recognised in it, in words.
  summary jsonb not null,
  imported_on timestamptz not null,
  imported_by int references app_user,
  removed_on timestamptz,
  removed_by int references app_user
);
create index processing_file_attempt on processing_file (attempt, id);
create index processing_file_file on processing_file (file);
create unique index processing_file_name on processing_file (attempt, part, name) where removed_on is null;
-- A file that was imported stays what it was; it can only be taken out.
grant select, insert, update (removed_on, removed_by) on processing_file to dmse_app;

create table processing_decision (
  id int generated always as identity primary key,
  attempt int not null references processing_attempt,
  decision jsonb not null,
  why text,
  at timestamptz not null,
  by int references app_user,
  undone_on timestamptz,
  undone_by int references app_user
);
create index processing_decision_attempt on processing_decision (attempt, id);
-- What was decided stays written; it can only be taken back.
grant select, insert, update (undone_on, undone_by) on processing_decision to dmse_app;

-- The final points of a finished attempt.
create table processed_point (
  attempt int not null references processing_attempt,
  name text not null,
  field_run uuid not null references field_run,
  code text not null,
  description text not null,
  easting double precision not null,
  northing double precision not null,
  elevation double precision,
  -- The shot of the field app that it belongs to.
  shot uuid,
  primary key (attempt, name)
);
create index processed_point_run on processed_point (field_run);
create index processed_point_place on processed_point (easting, northing);
create index processed_point_shot on processed_point (shot) where shot is not null;
grant select, insert on processed_point to dmse_app;

-- A check that a finished run gave is of that attempt; one that was made again after reopening takes its place.
alter table control_check add column attempt int references processing_attempt;
create index control_check_attempt on control_check (attempt) where attempt is not null;
