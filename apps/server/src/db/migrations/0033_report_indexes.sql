-- Reports over years read these indexes and not the tables: what changed after a day, the hours and costs of jobs, what is owed on invoices.
create index wip_line_date on wip_line (date) include (job, state, amount);
drop index time_entry_job;
create index time_entry_job on time_entry (job, date) include (minutes, cost) where job is not null;
create index journal_receivable on journal (client, invoice) include (date, amount) where account = 'receivable' and invoice is not null;
