-- A task's budget is summed over its milestones.
create index budget_entry_milestone on budget_entry (milestone);

-- Every order a long list offers is read from an index, from its first page to its last. What decides whether a row is listed stands in
-- the index too, so that the rows before a page are passed over without being read.
drop index client_name;
drop index client_created;
create index client_name on client (name_key, id) include (merged_into);
create index client_created on client (created_on, id) include (merged_into);
-- Where a value may be missing it comes last, up and down, which takes an index for each. The moment of the last change has none: it would
-- make every change of a client a change of all its search indexes (0007).
create index client_classification on client (classification, id) include (merged_into);
create index client_classification_down on client (classification desc nulls last, id desc) include (merged_into);
create index client_risk_level on client (risk_level, id) include (merged_into);
create index client_risk_level_down on client (risk_level desc nulls last, id desc) include (merged_into);

drop index contact_name;
drop index contact_created;
create index contact_name on contact (name_key, id) include (merged_into);
create index contact_created on contact (created_on, id) include (merged_into);
create index contact_updated on contact (updated_on, id) include (merged_into);

drop index job_num;
drop index job_title;
drop index job_client_name;
create index job_num on job (num_key, id);
create index job_created on job (created_on, id);
create index job_title on job (lower("desc"), id) include ("desc");
create index job_client_name on job (lower(client_name), id) include (client_name);
create index job_manager_id on job (project_manager, id);
create index job_state_id on job (state, id);

drop index quote_num;
create index quote_num on quote (num_key, id);
create index quote_created on quote (created_on, id);
create index quote_title on quote (lower("desc"), id) include ("desc");
create index quote_client_name on quote (lower(client_name), id) include (client_name);
create index quote_manager_id on quote (project_manager, id);
create index quote_state_id on quote (state, id);

create index control_point_easting on control_point (easting, id);
create index control_point_northing on control_point (northing, id);
create index control_point_elevation on control_point (elevation, id);
create index control_point_elevation_down on control_point (elevation desc nulls last, id desc);
create index control_point_is_destroyed on control_point (control_destroyed, id);
create index control_point_is_hpn on control_point (is_hpn, id);
create index control_point_created on control_point (created_on, id);
create index control_point_updated on control_point (updated_on, id);
-- A word of two letters, as for clients and contacts (0005).
create index control_point_pairs on control_point using gin (pairs(search));

create index milestone_due on milestone (due_date, id) where job is not null;
create index milestone_due_down on milestone (due_date desc nulls last, id desc) where job is not null;
create index milestone_name on milestone (name, id) where job is not null;
create index milestone_assigned on milestone (assigned_user, due_date, id) where job is not null;

-- The newest entries of one noun, or of one person.
drop index history_by;
create index history_by on history (by, id);
create index history_noun on history (noun, id);


-- How many rows the history has, without reading them all: each statement that writes some adds its number here, in the same transaction.
-- The server puts the numbers together now and then.
create table history_count (rows bigint not null);
insert into history_count select count(*) from history;
create function count_history() returns trigger language plpgsql as $$
begin
  insert into history_count select count(*) from written;
  return null;
end $$;
create trigger history_counted after insert on history
  referencing new table as written for each statement execute function count_history();
grant select, insert, delete on history_count to dmse_app;

analyze client;
analyze control_point;
