-- Payments and deposits. What was received is never changed; where it is put is a posted row that is taken back by another one. What is on
-- no invoice and was not paid back is the client's credit.

create table deposit (
  id int generated always as identity primary key,
  state text not null default 'OPEN' check (state in ('OPEN', 'DEPOSITED')),
  date date not null,
  -- The bank account in the firm's chart.
  account_code text not null,
  note text not null default '',
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user
);
create index deposit_date on deposit (date, id);
grant select, insert, update, delete on deposit to dmse_app;

create table payment (
  id int generated always as identity primary key,
  client int not null references client,
  received_on date not null,
  method text not null check (method in ('Cash', 'Check', 'Credit', 'Debit', 'E-Transfer', 'Unknown')),
  reference text not null default '',
  note text not null default '',
  amount bigint not null check (amount > 0),
  -- Kept by the triggers below.
  allocated bigint not null default 0 check (allocated >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  deposit int references deposit,
  -- How it was taken back: deleted before it was deposited, returned by the bank afterwards. `fee` is what the bank kept.
  reversal text check (reversal in ('delete', 'return')),
  reversed_on date,
  reason text not null default '',
  fee bigint not null default 0 check (fee >= 0),
  unapplied bigint not null generated always as (case when reversal is null then amount - allocated - refunded else 0 end) stored
    check (case when reversal is null then amount - allocated - refunded else -allocated - refunded end >= 0),
  search text not null generated always as (norm(reference || ' ' || left(note, 500))) stored,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  check ((reversal is null) = (reversed_on is null)),
  check (reversal is distinct from 'delete' or deposit is null),
  check (reversal is distinct from 'return' or deposit is not null)
);
create index payment_client on payment (client, received_on);
create index payment_received on payment (received_on, id);
create index payment_deposit on payment (deposit) where deposit is not null;
create index payment_undeposited on payment (received_on, id) where deposit is null and reversal is null;
create index payment_credit on payment (client) where unapplied > 0;
create index payment_search on payment using gin (search gin_trgm_ops);
grant select, insert, update on payment to dmse_app;

-- Whose it is, what was paid and when are in the books: a mistake is taken back as a whole. What the bank has is in no other deposit.
create function check_payment_facts() returns trigger language plpgsql as $$
begin
  if (new.client, new.received_on, new.amount) is distinct from (old.client, old.received_on, old.amount) then
    raise exception 'Client, date and amount of a payment are not changed.' using errcode = 'DM001';
  end if;
  if old.reversal is not null and (new.reversal, new.reversed_on, new.fee) is distinct from (old.reversal, old.reversed_on, old.fee) then
    raise exception 'A payment is reversed once.' using errcode = 'DM001';
  end if;
  if new.deposit is distinct from old.deposit
    and exists (select from deposit where id in (old.deposit, new.deposit) and state = 'DEPOSITED') then
    raise exception 'What was deposited stays in its deposit.' using errcode = 'DM001';
  end if;
  return new;
end $$;
create trigger payment_facts before update on payment for each row execute function check_payment_facts();

-- Where a payment is put: one row for each invoice. Taking it off is a row of its own with the other sign.
create table payment_allocation (
  id int generated always as identity primary key,
  date date not null,
  reverses int references payment_allocation,
  payment int not null references payment,
  invoice int not null references invoice,
  amount bigint not null check (amount <> 0),
  created_on timestamptz not null,
  created_by int references app_user,
  check (amount > 0 or reverses is not null)
);
create index payment_allocation_payment on payment_allocation (payment);
create index payment_allocation_invoice on payment_allocation (invoice);
call make_posted('payment_allocation', 'accounting', array['amount']);

-- The checks of both rows refuse more than was paid and more than is owed.
create function keep_allocated() returns trigger language plpgsql as $$
begin
  if new.reverses is null and not exists (
    select from payment p join invoice i on i.client = p.client
    where p.id = new.payment and i.id = new.invoice and i.state in ('SUBMITTED', 'EDITING', 'RESTORED')
  ) then
    raise exception 'A payment goes on invoices of its own client that are in force.' using errcode = 'DM004';
  end if;
  update payment set allocated = allocated + new.amount where id = new.payment;
  update invoice set allocated = allocated + new.amount where id = new.invoice;
  return null;
end $$;
create trigger allocated after insert on payment_allocation for each row execute function keep_allocated();

-- Credit that is paid back to the client.
create table payment_refund (
  id int generated always as identity primary key,
  date date not null,
  reverses int references payment_refund,
  payment int not null references payment,
  account_code text not null,
  reference text not null default '',
  amount bigint not null check (amount <> 0),
  created_on timestamptz not null,
  created_by int references app_user,
  check (amount > 0 or reverses is not null)
);
create index payment_refund_payment on payment_refund (payment);
call make_posted('payment_refund', 'accounting', array['amount']);

create function keep_refunded() returns trigger language plpgsql as $$
begin
  update payment set refunded = refunded + new.amount where id = new.payment;
  return null;
end $$;
create trigger refunded after insert on payment_refund for each row execute function keep_refunded();

-- What a posting is about.
alter table journal add payment int references payment, add deposit int references deposit;
create index journal_payment on journal (payment) where payment is not null;
create index journal_deposit on journal (deposit) where deposit is not null;
