-- What lies under everything else on a map.
create table base_map (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  kind text not null check (kind in ('style', 'raster', 'wmts', 'pmtiles', 'file')),
  url text not null default '' check ((url = '') = (kind = 'file')),
  attribution text not null default '',
  min_zoom int not null default 0 check (min_zoom between 0 and 24),
  max_zoom int not null default 22 check (max_zoom between 0 and 24),
  position int not null default 0,
  is_default boolean not null default false,
  -- `ready`: can be shown. The others: nothing uploaded yet, coming in pieces, being read, not to be shown.
  state text not null default 'ready' check (state in ('ready', 'empty', 'uploading', 'reading', 'failed')),
  problem text not null default '',
  checked_on timestamptz,
  -- What a page may fetch from, as scheme and host.
  hosts text[] not null default '{}',
  -- Format, bounds, zooms and layers, as they were read.
  tiles jsonb,
  -- The PMTiles that are served; of an MBTiles file they were made.
  file int references file,
  upload_name text not null default '',
  upload_length bigint not null default 0 check (upload_length between 0 and 4294967296),
  received bigint not null default 0 check (received <= upload_length),
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  check (min_zoom <= max_zoom)
);
create unique index base_map_default on base_map (is_default) where is_default;
create unique index base_map_name on base_map (norm(name));
create index base_map_file on base_map (file) where file is not null;
grant select, insert, update, delete on base_map to dmse_app;

create table base_map_part (
  base_map int not null references base_map on delete cascade,
  start_at bigint not null,
  bytes int not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (base_map, start_at)
);
create index base_map_part_sha256 on base_map_part (sha256);
grant select, insert, delete on base_map_part to dmse_app;

-- The one style a firm could name so far becomes the first of the list.
insert into base_map (name, kind, url, hosts, is_default, created_on, updated_on)
select 'Map style', 'style', value ->> 'style_url', array[substring(value ->> 'style_url' from '^https?://[^/?#]+')], true, now(), now()
from setting where section = 'geocoding' and coalesce(value ->> 'style_url', '') <> '';
update setting set value = value - 'style_url' where section = 'geocoding';

-- A civic-address or parcel file on its way in.
create table known_place_import (
  id int generated always as identity primary key,
  source text not null check (source <> ''),
  kind text not null check (kind in ('address', 'parcel')),
  file int not null references file,
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'ready', 'failed')),
  -- Places read so far, and at the end those that are there now.
  done int not null default 0,
  -- Why nothing was taken in.
  problem text not null default '',
  -- What was left out, the first of it.
  problems text[] not null default '{}',
  created_on timestamptz not null,
  created_by int references app_user,
  ended_on timestamptz
);
create index known_place_import_file on known_place_import (file);
create unique index known_place_import_running on known_place_import (source, kind) where state in ('waiting', 'reading');
grant select, insert, update on known_place_import to dmse_app;
