-- The link to the accounting system. Whatever changes an invoice that was sent, or a payment that was deposited, leaves a mark in the same
-- transaction; the queue turns marks into documents that are wanted over there, and each change of a document into one upload.

create table accounting_link (
  id int primary key default 1 check (id = 1),
  state text not null default 'none' check (state in ('none', 'choosing', 'connected', 'broken')),
  tenant text not null default '',
  connection text not null default '',
  organisation text not null default '',
  organisations jsonb not null default '[]',
  -- Sealed with the key of the server; nobody reads them in a copy of the database.
  tokens text,
  token_until timestamptz,
  refreshed_on timestamptz,
  -- What somebody began and has not come back from.
  consent text,
  consent_until timestamptz,
  connected_on timestamptz,
  connected_by int references app_user,
  start_on date,
  write_off_account text not null default '',
  -- By the firm's own tax type, the one over there.
  tax_types jsonb not null default '{}',
  -- Accounts, tax rates and tracking as they were fetched.
  settings jsonb,
  settings_on timestamptz,
  swept_on timestamptz,
  paused_until timestamptz,
  says text not null default '',
  asked_on timestamptz,
  comparison jsonb,
  compared_on timestamptz,
  compare_asked_on timestamptz,
  compare_failed text not null default '',
  version int not null default 1,
  check (state in ('none', 'broken') or tokens is not null)
);
insert into accounting_link default values;
grant select, update on accounting_link to dmse_app;

-- What has to be looked at again. A second change of the same thing waits for whoever is looking, and then leaves its own mark.
create table accounting_mark (
  noun text not null check (noun in ('invoice', 'payment')),
  record int not null,
  made_on timestamptz not null default now(),
  primary key (noun, record)
);
grant select, insert, update, delete on accounting_mark to dmse_app;

create function mark_for_accounting(about text, which int) returns void language sql as $$
  insert into accounting_mark (noun, record) values (about, which) on conflict (noun, record) do update set made_on = now()
$$;

create function mark_invoice() returns trigger language plpgsql as $$
begin
  perform mark_for_accounting('invoice', new.id);
  return null;
end $$;
create trigger accounting_mark_new after insert on invoice for each row when (new.num is not null) execute function mark_invoice();
create trigger accounting_mark_changed after update on invoice for each row
  when (new.num is not null
    and (old.num, old.state, old.revision, old.restored, old.written_off) is distinct from (new.num, new.state, new.revision, new.restored, new.written_off))
  execute function mark_invoice();

create function mark_payment() returns trigger language plpgsql as $$
begin
  perform mark_for_accounting('payment', new.id);
  return null;
end $$;
create trigger accounting_mark_changed after update on payment for each row
  when (coalesce(old.deposit, new.deposit) is not null
    and (old.deposit, old.reversal, old.allocated, old.refunded) is distinct from (new.deposit, new.reversal, new.allocated, new.refunded))
  execute function mark_payment();

create function mark_deposit() returns trigger language plpgsql as $$
begin
  perform mark_for_accounting('payment', id) from payment where deposit = new.id order by id;
  return null;
end $$;
create trigger accounting_mark_changed after update on deposit for each row when (old.state is distinct from new.state) execute function mark_deposit();

insert into accounting_mark (noun, record) select 'invoice', id from invoice where num is not null;
insert into accounting_mark (noun, record)
select 'payment', p.id from payment p join deposit d on d.id = p.deposit where d.state = 'DEPOSITED';

create table accounting_contact (
  client int primary key references client,
  remote_id text not null
);
grant select, insert, update, delete on accounting_contact to dmse_app;

-- What is to stand over there. What it was made for never changes, nor does its amount, unless it is an invoice, which has revisions.
create table accounting_document (
  id int generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'write-off', 'payment', 'overpayment', 'allocation', 'refund')),
  invoice int references invoice,
  payment int references payment,
  allocation int references payment_allocation,
  refund int references payment_refund,
  -- The overpayment it comes out of.
  source int references accounting_document,
  -- What it is called over there.
  number text not null,
  revision int not null,
  sent_revision int not null default 0,
  date date not null,
  amount bigint not null,
  account_code text not null default '',
  is_void boolean not null default false,
  upload_status text not null default 'NOT_UPLOADED'
    check (upload_status in ('NOT_UPLOADED', 'UPLOADED', 'UPLOAD_FAILED', 'UPDATE_FAILED', 'VOIDED')),
  remote_id text,
  remote_lines jsonb not null default '[]',
  created_on timestamptz not null,
  check ((kind in ('invoice', 'write-off')) = (payment is null)),
  check (upload_status not in ('UPLOADED', 'UPDATE_FAILED', 'VOIDED') or remote_id is not null or kind = 'allocation')
);
create unique index accounting_document_number on accounting_document (kind, number);
create index accounting_document_invoice on accounting_document (invoice, kind) where invoice is not null;
create index accounting_document_payment on accounting_document (payment) where payment is not null;
create index accounting_document_remote on accounting_document (remote_id) where remote_id is not null;
grant select, insert, update on accounting_document to dmse_app;

-- A document that is void over there stays so: what comes back is another document.
create function check_upload_status() returns trigger language plpgsql as $$
begin
  if old.upload_status = 'VOIDED' and new.upload_status <> 'VOIDED' or old.upload_status in ('UPLOADED', 'UPDATE_FAILED') and new.upload_status in ('NOT_UPLOADED', 'UPLOAD_FAILED') then
    raise exception 'A document does not go from % to %.', old.upload_status, new.upload_status using errcode = 'DM001';
  end if;
  return new;
end $$;
create trigger upload_status before update on accounting_document for each row execute function check_upload_status();

-- One row for each revision of a document and what is done with it; sent again under the same name until the outcome is known.
create table accounting_upload (
  id int generated always as identity primary key,
  document int not null references accounting_document,
  operation text not null check (operation in ('create', 'update', 'void')),
  revision int not null,
  -- Raised when somebody sends it again after it was refused: what is sent then may be another text.
  round int not null default 1,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'replaced')),
  attempts int not null default 0,
  -- Sent, and nothing was heard: it is looked for before it is sent again.
  is_unknown boolean not null default false,
  says text not null default '',
  remedy text not null default '',
  next_on timestamptz not null,
  created_on timestamptz not null,
  ended_on timestamptz,
  unique (document, revision, operation, round),
  check ((state = 'waiting') = (ended_on is null))
);
create unique index accounting_upload_waiting on accounting_upload (document) where state = 'waiting';
create index accounting_upload_due on accounting_upload (id) where state = 'waiting';
create index accounting_upload_document on accounting_upload (document);
grant select, insert, update on accounting_upload to dmse_app;

-- Something done over there that somebody here accepts or turns down.
create table accounting_proposal (
  id int generated always as identity primary key,
  key text not null unique,
  kind text not null check (kind in ('payment', 'credit note', 'void', 'removed')),
  invoice int not null references invoice,
  remote_id text not null,
  amount bigint not null,
  date date,
  account_code text not null default '',
  says text not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined')),
  found_on timestamptz not null,
  decided_on timestamptz,
  decided_by int references app_user,
  payment int references payment,
  check ((state = 'open') = (decided_on is null))
);
create index accounting_proposal_open on accounting_proposal (id) where state = 'open';
create index accounting_proposal_invoice on accounting_proposal (invoice);
grant select, insert, update on accounting_proposal to dmse_app;

-- What the accounting system says has changed, until it is fetched.
create table accounting_event (
  noun text not null check (noun in ('INVOICE', 'CONTACT', 'CREDITNOTE')),
  remote_id text not null,
  received_on timestamptz not null,
  primary key (noun, remote_id)
);
grant select, insert, update, delete on accounting_event to dmse_app;
