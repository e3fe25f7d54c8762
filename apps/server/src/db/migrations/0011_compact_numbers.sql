-- A number is found without the signs between its parts too: 260058 finds 26-0058.
alter table job alter column search set expression as
  (norm(num || ' ' || "desc" || ' ' || client_name || ' ' || left(long_desc, 2000) || ' ' || translate(num, '-._', '')));
alter table quote alter column search set expression as
  (norm(num || ' ' || "desc" || ' ' || client_name || ' ' || left(long_desc, 2000) || ' ' || translate(num, '-._', '')));
alter table field_run alter column search set expression as
  (norm(coalesce(name, '') || ' ' || job_num || ' ' || coalesce(short_description, '') || ' ' || coalesce(note, '') || ' ' || translate(job_num, '-._', '')));
