-- Invoices and the journal. What the lines of an invoice say is worked on in invoice_line; what was sent to the client stands in
-- invoice_revision and is never changed: an edit posts a reversal and a new revision.

alter table client add language text not null default 'en' check (language in ('en', 'fr'));

-- An entry that is billed in part leaves a part of its own: "time/12/3". Those of an entry are found by its name.
create index wip_item_parts on wip_item ((split_part(item, '/', 1) || '/' || split_part(item, '/', 2))) where split_part(item, '/', 3) <> '';

create table invoice (
  id int generated always as identity primary key,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'SUBMITTED', 'EDITING', 'WRITTEN_OFF', 'RESTORED', 'DELETED')),
  -- Given once, when it is first submitted; a draft has none.
  num text unique,
  client int not null references client,
  date date not null,
  terms_days int not null check (terms_days between 0 and 365),
  due_date date not null generated always as (date + terms_days) stored,
  language text not null check (language in ('en', 'fr')),
  reference text not null default '',
  billing_name text not null default '',
  billing_address text not null default '',
  note text not null default '',
  tax_province text not null,
  is_tax_exempt boolean not null default false,
  tax_exempt_reason text not null default '',
  -- How the client reads the entries of a line, and whether they are all listed behind.
  roll_up text not null default 'task' check (roll_up in ('task', 'role', 'person', 'date')),
  has_annex boolean not null default false,
  -- What the lines come to as they stand.
  subtotal bigint not null default 0,
  tax bigint not null default 0,
  total bigint not null default 0,
  -- What the client was told, and what has become of it. Kept by the triggers below.
  revision int not null default 0,
  issued_total bigint not null default 0,
  allocated bigint not null default 0,
  written_off bigint not null default 0,
  balance bigint not null generated always as (issued_total - allocated - written_off) stored check (issued_total - allocated - written_off >= 0),
  -- While it is edited: by whom, and the state it goes back to when the edit is given up.
  editor int references app_user,
  edited_from text check (edited_from in ('SUBMITTED', 'RESTORED')),
  -- How often it came back after it was void.
  restored int not null default 0,
  -- The reason of its last move.
  reason text not null default '',
  approved_on timestamptz,
  approved_by int references app_user,
  approval_comment text not null default '',
  search text not null generated always as (norm(coalesce(num, '') || ' ' || billing_name || ' ' || reference || ' ' || left(note, 500))) stored,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  check ((state = 'EDITING') = (editor is not null and edited_from is not null)),
  check (state not in ('SUBMITTED', 'EDITING', 'WRITTEN_OFF', 'RESTORED') or num is not null),
  check (total = subtotal + tax)
);
create index invoice_client on invoice (client, date);
create index invoice_date on invoice (date, id);
create index invoice_owed on invoice (due_date, id) where balance > 0;
create index invoice_search on invoice using gin (search gin_trgm_ops);
grant select, insert, update on invoice to dmse_app;

create table invoice_line (
  id int generated always as identity primary key,
  invoice int not null references invoice,
  position int not null,
  kind text not null check (kind in ('time', 'disbursement', 'fixed fee', 'progress', 'retainer', 'discount', 'text')),
  job int references job,
  task int references task,
  description text not null check (description <> ''),
  quantity numeric(12, 4) not null default 1,
  unit text not null default '',
  unit_price bigint,
  amount bigint not null,
  tax bigint not null default 0,
  account_code text not null default '',
  tax_type text not null default '',
  division text not null default '',
  activity text not null default '',
  -- Of a progress line: how much of the fee is done in all.
  percent numeric(6, 3),
  fee bigint,
  unique (invoice, position) deferrable initially deferred
);
create index invoice_line_job on invoice_line (job) where job is not null;
create index invoice_line_task on invoice_line (task) where task is not null;
grant select, insert, update, delete on invoice_line to dmse_app;

-- The work on a line. Each piece stands on one line of one invoice; the part that is not billed is held or written off.
create table invoice_entry (
  item text primary key,
  line int not null references invoice_line on delete cascade,
  invoice int not null references invoice,
  amount bigint not null,
  rest_amount bigint not null default 0,
  rest_act text check (rest_act in ('hold', 'write off')),
  rest_reason text not null default '',
  check ((rest_amount = 0) = (rest_act is null))
);
create index invoice_entry_line on invoice_entry (line);
create index invoice_entry_invoice on invoice_entry (invoice);
grant select, insert, update, delete on invoice_entry to dmse_app;

-- At the end of every transaction an invoice is the sum of its lines, each line with entries of its own kind is their sum, and what is told
-- as quantity and price multiplies to the amount.
create function check_invoice_sums() returns trigger language plpgsql as $$
declare
  named int;
  found record;
begin
  if tg_table_name = 'invoice' then named := new.id;
  elsif tg_op = 'DELETE' then named := old.invoice;
  else named := new.invoice;
  end if;
  select i.subtotal, i.tax, coalesce(sum(l.amount), 0) as lines, coalesce(sum(l.tax), 0) as taxes,
    count(*) filter (where l.unit_price is not null and l.amount <> round(l.quantity * l.unit_price)) as wrong
  into found from invoice i left join invoice_line l on l.invoice = i.id where i.id = named group by i.id;
  if found.lines is distinct from found.subtotal or found.taxes is distinct from found.tax or found.wrong > 0 then
    raise exception 'Invoice % is not the sum of its lines.', named using errcode = 'DM004';
  end if;
  if exists (
    select from invoice_line l join (select line, sum(amount) as amount from invoice_entry where invoice = named group by line) e on e.line = l.id
    where l.kind in ('time', 'disbursement') and l.amount <> e.amount
  ) then
    raise exception 'A line of invoice % is not the sum of its entries.', named using errcode = 'DM004';
  end if;
  return null;
end $$;
create constraint trigger invoice_sums after insert or update on invoice deferrable initially deferred
  for each row execute function check_invoice_sums();
create constraint trigger invoice_line_sums after insert or update or delete on invoice_line deferrable initially deferred
  for each row execute function check_invoice_sums();

-- What was sent to the client. `document` is all of it, as it was printed.
create table invoice_revision (
  id int generated always as identity primary key,
  date date not null,
  reverses int references invoice_revision,
  invoice int not null references invoice,
  revision int not null,
  subtotal bigint not null,
  tax bigint not null,
  total bigint not null,
  document jsonb not null,
  created_on timestamptz not null,
  created_by int references app_user
);
create unique index invoice_revision_number on invoice_revision (invoice, revision) where reverses is null;
create index invoice_revision_invoice on invoice_revision (invoice);
call make_posted('invoice_revision', 'accounting', array['subtotal', 'tax', 'total']);

create function keep_issued_total() returns trigger language plpgsql as $$
begin
  update invoice set issued_total = issued_total + new.total,
    revision = greatest(revision, new.revision) where id = new.invoice;
  return null;
end $$;
create trigger issued_total after insert on invoice_revision for each row execute function keep_issued_total();

-- The file that was made of a revision, and its hash.
create table invoice_pdf (
  revision int primary key references invoice_revision,
  file int not null references file,
  sha256 text not null,
  made_on timestamptz not null
);
grant select, insert on invoice_pdf to dmse_app;

-- Every posting: debits above zero, credits below. Lines of one posting come to nothing.
create sequence journal_posting;
grant usage on sequence journal_posting to dmse_app;
create table journal (
  id int generated always as identity primary key,
  posting int not null,
  date date not null,
  reverses int references journal,
  account text not null check (account in ('receivable', 'undeposited', 'bank', 'tax', 'retainer', 'revenue', 'write-off', 'bank charges')),
  code text not null default '',
  client int references client,
  invoice int references invoice,
  -- What it was for: "Invoice 26-0041".
  says text not null,
  act text not null check (act in ('invoice', 'write-off', 'payment', 'deposit', 'return', 'refund')),
  amount bigint not null check (amount <> 0),
  created_on timestamptz not null,
  created_by int references app_user
);
create index journal_posting_of on journal (posting);
create index journal_date on journal (date, id);
create index journal_client on journal (client, account) include (amount);
create index journal_invoice on journal (invoice) where invoice is not null;
call make_posted('journal', 'accounting', array['amount']);

create function check_journal_balance() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from journal where posting = new.posting) <> 0 then
    raise exception 'Debits and credits of posting % differ.', new.posting using errcode = 'DM004';
  end if;
  return null;
end $$;
create constraint trigger journal_balance after insert on journal deferrable initially deferred
  for each row execute function check_journal_balance();

-- What each client owes and has given in advance, kept in the same transaction. A retainer is drawn down to nothing, never below.
create table client_account (
  client int primary key references client,
  receivable bigint not null default 0,
  retainer bigint not null default 0 check (retainer >= 0)
);
grant select, insert, update on client_account to dmse_app;

create function keep_client_account() returns trigger language plpgsql as $$
begin
  insert into client_account (client) select distinct client from added where client is not null order by client on conflict do nothing;
  update client_account kept set receivable = kept.receivable + sums.receivable, retainer = kept.retainer + sums.retainer
  from (
    select client, coalesce(sum(amount) filter (where account = 'receivable'), 0) as receivable,
      coalesce(-sum(amount) filter (where account = 'retainer'), 0) as retainer
    from added group by client
  ) sums where sums.client = kept.client;
  return null;
end $$;
create trigger client_account_kept after insert on journal referencing new table as added for each statement
  execute function keep_client_account();

-- Retainers are owed to the client: an account of their own, unless the firm has one with this code.
update setting set value = jsonb_set(value, '{accounts}', value -> 'accounts' || '[{"code": "2200", "name": "Client retainers", "description": "",
    "is_expense_payments": false, "is_expense": false, "is_payments": false, "is_preferred_petty_cash": false, "is_preferred_checking": false}]')
where section = 'account_codes' and not exists (select from jsonb_array_elements(value -> 'accounts') own where own ->> 'code' = '2200');

-- What a new line begins with is what the firm's chart has; the rest is chosen in the staff panel.
insert into setting (section, value, updated_on)
select 'invoicing', jsonb_build_object(
    'number', 'NNNNN', 'needs_approval', false, 'registration_numbers', '[]'::jsonb,
    'time_account', coalesce((select '4000' from jsonb_array_elements(value -> 'accounts') own where own ->> 'code' = '4000'), ''),
    'disbursement_account', coalesce((select '4100' from jsonb_array_elements(value -> 'accounts') own where own ->> 'code' = '4100'), ''),
    'retainer_account', '2200',
    'tax_type', coalesce((select 'HST' from jsonb_array_elements(value -> 'tax_types') own where own ->> 'code' = 'HST'), ''),
    'untaxed_type', coalesce((select 'EXEMPT' from jsonb_array_elements(value -> 'tax_types') own where own ->> 'code' = 'EXEMPT'), ''),
    'payment_text', 'Please pay by cheque or e-transfer, and give the number of the invoice.',
    'interest_text', 'Interest of 1.5 % per month (19.56 % per year) is charged on overdue accounts.'), now()
from setting where section = 'account_codes';
