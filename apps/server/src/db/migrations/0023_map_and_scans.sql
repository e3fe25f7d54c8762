-- The map, and the text of scans.

-- A scan is read on the queue: its pages become tiles to look at and text to search.
alter table historical_scan
  add column state text not null default 'waiting' check (state in ('waiting', 'reading', 'ready', 'failed')),
  add column pages int not null default 0,
  add column pages_done int not null default 0,
  -- Why it could not be read, in a sentence.
  add column problem text not null default '',
  add column read_on timestamptz;
grant update (state, pages, pages_done, problem, read_on) on historical_scan to dmse_app;

create table scan_page (
  scan int not null references historical_scan on delete cascade,
  page int not null check (page > 0),
  -- In pixels.
  width int not null check (width > 0),
  height int not null check (height > 0),
  -- All tiles of the page, one after the other.
  tiles int not null references file,
  thumbnail int references file,
  -- Where the text comes from: the file itself, or recognised in the picture; `unreadable` when nothing could be.
  text_source text not null check (text_source in ('file', 'picture', 'none', 'unreadable')),
  text text not null default '',
  -- [word, left, top, width, height] in pixels of the page.
  words jsonb not null default '[]',
  -- Only letters and digits: the parser of PostgreSQL would read 12-345 as 12 and minus 345.
  search tsvector not null generated always as
    (to_tsvector('simple'::regconfig, regexp_replace(norm(left(text, 200000)), '[^[:alnum:]]+', ' ', 'g'))) stored,
  primary key (scan, page)
) with (toast_tuple_target = 128);
-- Texts are kept beside the rows: a word that is on many pages is counted by reading few of them.
create index scan_page_search on scan_page using gin (search);
create index scan_page_tiles on scan_page (tiles);
create index scan_page_thumbnail on scan_page (thumbnail) where thumbnail is not null;
grant select, insert, update, delete on scan_page to dmse_app;

alter table historical_file
  add column sub_category text,
  -- Made from a scan that was dropped in; nobody has looked at it yet.
  add column is_draft boolean not null default false;
create index historical_file_draft on historical_file (id) where is_draft;
create index historical_file_company on historical_file (company, number_key, id);

create table historical_control_point (
  historical_file int not null references historical_file on delete cascade,
  control_point int not null references control_point,
  primary key (historical_file, control_point)
);
create index historical_control_point_of on historical_control_point (control_point);
grant select, insert, delete on historical_control_point to dmse_app;

-- A parcel may bring its outline; the box finds it.
alter table known_place
  add column geometry jsonb,
  add column min_lon double precision,
  add column min_lat double precision,
  add column max_lon double precision,
  add column max_lat double precision;
create index known_place_box on known_place (min_lat, min_lon) where min_lat is not null;
-- The few that are so high that they reach into a tile from far below it. Of all, so that the planner knows how few they are.
create index known_place_height on known_place ((max_lat - min_lat));
create index location_height on location ((max_lat - min_lat));

-- Where things are. The statement that changes a record says so to every server, with the ids of up to a hundred, otherwise with a star.
-- Arguments: the layer, then the columns that matter to a map; a change of others is not told. Many shots or pipes at once, as when a run is
-- finished, are told by their runs.
create function map_changed() returns trigger language plpgsql as $$
declare
  told text;
  mine text;
begin
  if tg_op = 'UPDATE' then
    select string_agg(format('o.%1$I is distinct from n.%1$I', name), ' or ') into mine from unnest(tg_argv[1:]) name;
    execute format('select string_agg(id::text, '','') from (select n.id from new_rows n join old_rows o using (id) where %s limit 101) changed', mine)
      into told;
  elsif tg_op = 'INSERT' then
    select string_agg(id::text, ',') into told from (select id from new_rows limit 101) changed;
  else
    select string_agg(id::text, ',') into told from (select id from old_rows limit 101) changed;
  end if;
  if told is not null then
    if length(told) - length(replace(told, ',', '')) < 100 then
      perform pg_notify('map_changed', tg_argv[0] || ':' || told);
    elsif tg_argv[0] in ('shot', 'pipe') then
      if tg_op = 'DELETE' then
        select string_agg(field_run::text, ',') into told from (select distinct field_run from old_rows limit 101) changed;
      else
        select string_agg(field_run::text, ',') into told from (select distinct field_run from new_rows limit 101) changed;
      end if;
      if length(told) - length(replace(told, ',', '')) >= 100 then
        perform pg_notify('map_changed', tg_argv[0] || ':*');
      else
        perform pg_notify('map_changed', 'run:' || told);
      end if;
    else
      perform pg_notify('map_changed', tg_argv[0] || ':*');
    end if;
  end if;
  return null;
end $$;

do $$
declare
  watched record;
begin
  for watched in
    select * from (values
      ('job', 'job', 'num,state,location,project_manager,job_types'),
      ('quote', 'quote', 'num,state,location,project_manager,job_types,is_promoted'),
      ('location', 'location', 'min_lon,min_lat,max_lon,max_lat,geometry'),
      ('control_point', 'control', 'name,easting,northing,control_destroyed,is_hpn'),
      ('field_run', 'run', 'name,job_num,state,job,is_deleted,started_on'),
      ('shot', 'shot', 'name,category,captured_at,field_run,lon,lat,easting,northing,is_deleted'),
      ('pipe', 'pipe', 'name,system,start_structure,end_structure,vertices,is_deleted'),
      ('historical_file', 'historical', 'file_number,plan_number,company,category,surveyed_on,location'),
      ('static_layer', 'layer', 'name,bounds'),
      ('known_place', 'parcel', 'label,lon,lat,geometry'),
      ('app_user', 'person', 'full_name')
    ) as it (source, layer, columns)
  loop
    execute format('create trigger map_insert after insert on %I referencing new table as new_rows for each statement execute function map_changed(%L)',
      watched.source, watched.layer);
    execute format('create trigger map_delete after delete on %I referencing old table as old_rows for each statement execute function map_changed(%L)',
      watched.source, watched.layer);
    execute format('create trigger map_update after update on %I referencing old table as old_rows new table as new_rows for each statement execute function map_changed(%L, %s)',
      watched.source, watched.layer, (select string_agg(quote_literal(name), ', ') from unnest(string_to_array(watched.columns, ',')) name));
  end loop;
end $$;

-- Points of a finished run are named by attempt and name: the run is told.
create function map_points_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('map_changed', 'point:' || attempt) from (select distinct attempt from new_rows) changed;
  return null;
end $$;
create trigger map_insert after insert on processed_point referencing new table as new_rows
  for each statement execute function map_points_changed();

-- A new coordinate system moves everything on the office grid.
create function map_setting_changed() returns trigger language plpgsql as $$
begin
  if new.section = 'coordinates' then perform pg_notify('map_changed', 'all:*'); end if;
  return null;
end $$;
create trigger map_setting after update on setting for each row execute function map_setting_changed();

create index shot_place on shot (lat, lon) where lat is not null and not is_deleted;

insert into setting (section, value, updated_on) values ('map', '{"near_metres": 500}', now());
