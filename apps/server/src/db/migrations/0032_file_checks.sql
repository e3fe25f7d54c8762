-- Kept files are read again, night by night, and their hash compared: a disk may lose or change bytes that nobody asks for.
-- One row for each content that was read, not for each name it goes by.
create table file_check (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  checked_on timestamptz not null,
  finding text check (finding in ('missing', 'damaged'))
);
create index file_check_finding on file_check (checked_on) where finding is not null;
grant select, insert, update, delete on file_check to dmse_app;
