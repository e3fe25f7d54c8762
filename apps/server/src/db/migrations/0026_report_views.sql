-- Views of reports that people have named, for themselves or for everybody.
create table report_view (
  id int generated always as identity primary key,
  report text not null check (report <> ''),
  name text not null check (name <> ''),
  search text not null default '',
  is_shared boolean not null default false,
  created_on timestamptz not null,
  created_by int not null references app_user
);
create index report_view_owner on report_view (created_by, name, id);
create index report_view_shared on report_view (name, id) where is_shared;
grant select, insert, delete on report_view to dmse_app;
