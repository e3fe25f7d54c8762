-- The WIP of the whole firm as of a past day adds up every line since: all it asks of a line is in the index, so that no row is fetched.
drop index wip_line_date;
create index wip_line_date on wip_line (date) include (job, state, amount, sign, work_date);
