-- What filters the control points stands in the index of every order, so that the rows before a page are passed over without being read.
drop index control_point_name;
drop index control_point_note;
drop index control_point_easting;
drop index control_point_northing;
drop index control_point_elevation;
drop index control_point_elevation_down;
drop index control_point_is_destroyed;
drop index control_point_is_hpn;
drop index control_point_created;
drop index control_point_updated;
create index control_point_name on control_point (name_key, id) include (is_hpn, control_destroyed);
create index control_point_note on control_point (note_key, id) include (is_hpn, control_destroyed);
create index control_point_easting on control_point (easting, id) include (is_hpn, control_destroyed);
create index control_point_northing on control_point (northing, id) include (is_hpn, control_destroyed);
create index control_point_elevation on control_point (elevation, id) include (is_hpn, control_destroyed);
create index control_point_elevation_down on control_point (elevation desc nulls last, id desc) include (is_hpn, control_destroyed);
create index control_point_is_destroyed on control_point (control_destroyed, id) include (is_hpn);
create index control_point_is_hpn on control_point (is_hpn, id) include (control_destroyed);
create index control_point_created on control_point (created_on, id) include (is_hpn, control_destroyed);
create index control_point_updated on control_point (updated_on, id) include (is_hpn, control_destroyed);

-- The memos of all jobs and quotes, the newest first.
create index memo_created on memo (created_on, id);

-- Milestones in the order of their tasks' names are read task by task.
create index task_name on task (name, id);
