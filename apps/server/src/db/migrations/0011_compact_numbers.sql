-- A number is found without the signs between its parts too: 260058 finds 26-0058. The column is made anew, since PostgreSQL 15 cannot
-- change the expression of one.
alter table job drop column search;
alter table job add column search text not null generated always as
  (norm(num || ' ' || "desc" || ' ' || client_name || ' ' || left(long_desc, 2000) || ' ' || translate(num, '-._', ''))) stored;
create index job_search on job using gin (search gin_trgm_ops);

alter table quote drop column search;
alter table quote add column search text not null generated always as
  (norm(num || ' ' || "desc" || ' ' || client_name || ' ' || left(long_desc, 2000) || ' ' || translate(num, '-._', ''))) stored;
create index quote_search on quote using gin (search gin_trgm_ops);

alter table field_run drop column search;
alter table field_run add column search text not null generated always as
  (norm(coalesce(name, '') || ' ' || job_num || ' ' || coalesce(short_description, '') || ' ' || coalesce(note, '') || ' ' || translate(job_num, '-._', ''))) stored;
create index field_run_search on field_run using gin (search gin_trgm_ops);
