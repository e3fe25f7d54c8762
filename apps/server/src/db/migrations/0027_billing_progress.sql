-- How much of a job's fee is earned, as whoever runs it has said: what was proposed, what was accepted, and why it differs. Never changed.
create table billing_progress (
  id int generated always as identity primary key,
  job int not null references job,
  proposed numeric(6, 3) not null check (proposed between 0 and 100),
  accepted numeric(6, 3) not null check (accepted between 0 and 100),
  reason text not null default '',
  created_on timestamptz not null,
  created_by int not null references app_user,
  check (accepted = proposed or reason <> '')
);
create index billing_progress_job on billing_progress (job, id desc);
grant select, insert on billing_progress to dmse_app;

-- Runs that name their job by its number only.
create index field_run_job_num on field_run (norm(btrim(job_num))) where job is null and job_num <> '';
