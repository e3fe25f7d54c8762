-- The document as the client reads it goes along to the accounting system: one file, replaced when the invoice is revised. `attach_on` is when
-- it is tried again; without it the version has been dealt with, or refused as `attach_says` tells.
alter table accounting_document
  add column attached_revision int not null default 0,
  add column attach_attempts int not null default 0,
  add column attach_on timestamptz,
  add column attach_says text not null default '';
-- What went there before stays as it was.
update accounting_document set attached_revision = sent_revision where kind = 'invoice';
create index accounting_document_unattached on accounting_document (id) where kind = 'invoice' and attached_revision < sent_revision;
