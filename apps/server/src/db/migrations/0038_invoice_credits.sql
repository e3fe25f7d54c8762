-- A credit for a part of what is owed on an invoice, taken over from the accounting system. The invoice stays in its state and the rest is
-- owed; a write-off gives up the whole rest. Both are in written_off.

create table invoice_credit (
  id int generated always as identity primary key,
  date date not null,
  reverses int references invoice_credit,
  invoice int not null references invoice,
  amount bigint not null check (amount <> 0),
  reason text not null default '',
  created_on timestamptz not null,
  created_by int references app_user,
  check (amount > 0 or reverses is not null)
);
create index invoice_credit_invoice on invoice_credit (invoice);
call make_posted('invoice_credit', 'accounting', array['amount']);

-- The check of the balance refuses more than is owed.
create function keep_credited() returns trigger language plpgsql as $$
begin
  if not exists (select from invoice where id = new.invoice and state in ('SUBMITTED', 'EDITING', 'RESTORED')) then
    raise exception 'Credit goes on invoices that are in force.' using errcode = 'DM004';
  end if;
  update invoice set written_off = written_off + new.amount where id = new.invoice;
  return null;
end $$;
create trigger credited after insert on invoice_credit for each row execute function keep_credited();

alter table journal drop constraint journal_act_check;
alter table journal add constraint journal_act_check
  check (act in ('invoice', 'write-off', 'credit', 'payment', 'deposit', 'return', 'refund'));

-- The credit note over there that stands for a credit.
alter table accounting_document add credit int references invoice_credit check (credit is null or kind = 'write-off');
-- How much of a credit note over there is tax.
alter table accounting_proposal add tax bigint not null default 0;

-- One credit note or overpayment over there may be on several invoices, each proposed for itself.
alter table accounting_proposal drop constraint accounting_proposal_key_key;
alter table accounting_proposal add constraint accounting_proposal_key unique (invoice, key);
drop index accounting_proposal_invoice;
