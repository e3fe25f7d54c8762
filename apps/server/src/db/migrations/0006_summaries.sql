-- A contact's summary is written once for all links of a statement, and only where it says something else: an import of ten thousand
-- contacts wrote each of them twice, with its search indexes.
drop trigger client_contact_summary on client_contact;

create or replace function keep_clients_summary() returns trigger language plpgsql as $$
begin
  update contact set clients_summary = told.words
  from (select id, clients_summary_of(id) as words from (select distinct contact as id from touched) as contacts) as told
  where contact.id = told.id and contact.clients_summary is distinct from told.words;
  return null;
end $$;

create trigger client_contact_linked after insert on client_contact
  referencing new table as touched for each statement execute function keep_clients_summary();
create trigger client_contact_unlinked after delete on client_contact
  referencing old table as touched for each statement execute function keep_clients_summary();
create trigger client_contact_moved_from after update on client_contact
  referencing old table as touched for each statement execute function keep_clients_summary();
create trigger client_contact_moved_to after update on client_contact
  referencing new table as touched for each statement execute function keep_clients_summary();
