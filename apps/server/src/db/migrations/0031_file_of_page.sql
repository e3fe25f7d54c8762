-- A page knows the historical file it belongs to: a word that is on many pages is counted by file without looking up the scan of each.
alter table historical_scan add unique (id, historical_file);
alter table scan_page add column historical_file int;
update scan_page p set historical_file = s.historical_file from historical_scan s where s.id = p.scan;
alter table scan_page
  alter column historical_file set not null,
  drop constraint scan_page_scan_fkey,
  add foreign key (scan, historical_file) references historical_scan (id, historical_file) on delete cascade;
