-- Expenses and disbursements: what people paid, what the firm used on a job, what it pays back, and petty cash.

-- What a unit costs from a day on; without a day, since ever.
create table disbursement_type_cost (
  disbursement_type int not null references disbursement_type,
  valid_from date,
  unit_cost bigint not null check (unit_cost >= 0),
  markup_pct numeric(6, 3) not null default 0 check (markup_pct between 0 and 999),
  unique nulls not distinct (disbursement_type, valid_from)
);
grant select, insert, update, delete on disbursement_type_cost to dmse_app;
insert into disbursement_type_cost (disbursement_type, unit_cost, markup_pct) select id, unit_cost, markup_pct from disbursement_type;
alter table disbursement_type drop column unit_cost, drop column markup_pct;

-- The chart of accounts says what each account may be used for. Codes that a firm has already keep their names.
update setting set value = jsonb_build_object(
  'accounts', (
    select coalesce(jsonb_agg(jsonb_build_object('description', '', 'is_expense_payments', false, 'is_expense', false, 'is_payments', false,
      'is_preferred_petty_cash', false, 'is_preferred_checking', false) || account order by place), '[]')
    from (
      select account, place from jsonb_array_elements(value -> 'accounts') with ordinality as own (account, place)
      union all
      select account, 1000 + place from jsonb_array_elements('[
        {"code": "1000", "name": "Chequing account", "is_expense_payments": true, "is_payments": true, "is_preferred_checking": true},
        {"code": "1050", "name": "Petty cash", "is_expense_payments": true, "is_preferred_petty_cash": true},
        {"code": "2100", "name": "Company credit card", "is_expense_payments": true},
        {"code": "5100", "name": "Subcontractors", "is_expense": true},
        {"code": "5200", "name": "Survey supplies", "is_expense": true},
        {"code": "5300", "name": "Registry and permit fees", "is_expense": true},
        {"code": "6100", "name": "Travel and accommodation", "is_expense": true},
        {"code": "6110", "name": "Meals", "is_expense": true},
        {"code": "6200", "name": "Vehicles and fuel", "is_expense": true},
        {"code": "6300", "name": "Office and printing", "is_expense": true}]') with ordinality as more (account, place)
      where not exists (select from jsonb_array_elements(value -> 'accounts') own where lower(own ->> 'code') = lower(account ->> 'code'))
    ) as accounts),
  'tax_types', '[
    {"code": "HST", "name": "HST", "can_apply_to_expenses": true, "can_apply_to_revenue": true, "tax_codes": ["HST"]},
    {"code": "GST", "name": "GST", "can_apply_to_expenses": true, "can_apply_to_revenue": true, "tax_codes": ["GST"]},
    {"code": "GST+QST", "name": "GST and QST", "can_apply_to_expenses": true, "can_apply_to_revenue": true, "tax_codes": ["GST", "QST"]},
    {"code": "EXEMPT", "name": "No tax", "can_apply_to_expenses": true, "can_apply_to_revenue": true, "tax_codes": []}]'::jsonb,
  'division_tracking_options', '["Surveying", "Engineering", "Planning", "Environmental"]'::jsonb,
  'activity_tracking_options', '["Field", "Office"]'::jsonb)
where section = 'account_codes';

-- What an expense is for: where it is booked, how it is taxed, and as what it is budgeted and charged on a job.
create table expense_category (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  account_code text not null default '',
  tax_type text not null default '',
  disbursement_type int references disbursement_type,
  position int not null default 0,
  is_active boolean not null default true,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user
);
create unique index expense_category_name on expense_category (norm(name));
create index expense_category_type on expense_category (disbursement_type) where disbursement_type is not null;
grant select, insert, update on expense_category to dmse_app;
insert into expense_category (name, account_code, tax_type, disbursement_type, position, created_on, updated_on)
select kind.name, code, tax, type.id, row_number() over (order by place), now(), now()
from (values
  (1, 'Fuel', '6200', 'HST', null), (2, 'Meals', '6110', 'HST', null), (3, 'Accommodation', '6100', 'HST', 'Accommodation'),
  (4, 'Parking and tolls', '6100', 'HST', null), (5, 'Survey supplies', '5200', 'HST', null),
  (6, 'Registry and permit fees', '5300', 'EXEMPT', 'Registry searches'), (7, 'Printing', '6300', 'HST', 'Printing'),
  (8, 'Subcontractor', '5100', 'HST', 'Subcontractor')
) as kind (place, name, code, tax, type) left join disbursement_type type on type.name = kind.type;

create table expense (
  id int generated always as identity primary key,
  "user" int not null references app_user,
  date date not null,
  vendor text not null default '',
  category int references expense_category,
  account_code text not null default '',
  tax_type text not null default '',
  -- Below zero for a refund.
  gross bigint not null check (gross <> 0),
  tax bigint not null,
  net bigint not null generated always as (gross - tax) stored,
  -- The account it was paid from; null is Awaiting Payment: the firm owes it to the person.
  paid_from text check (paid_from <> ''),
  job int references job,
  task int references task,
  is_billable boolean not null default false,
  markup_pct numeric(6, 3) not null default 0 check (markup_pct between 0 and 999),
  as_agent boolean not null default false,
  -- What the client is charged before tax.
  charge bigint not null default 0,
  note text not null default '',
  approval text not null default 'DRAFT' check (approval in ('DRAFT', 'SUBMITTED', 'APPROVED', 'REJECTED')),
  -- Why it was rejected.
  comment text not null default '',
  reimbursement text not null default 'not applicable' check (reimbursement in ('not applicable', 'owed', 'reimbursed')),
  search text not null generated always as (norm(vendor || ' ' || left(note, 1000))) stored,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  check (abs(tax) <= abs(gross)),
  check (not is_billable or job is not null),
  check (task is null or job is not null),
  check (is_billable or charge = 0),
  check (reimbursement <> 'reimbursed' or (approval = 'APPROVED' and paid_from is null))
);
create index expense_user on expense ("user", date desc, id desc);
create index expense_date on expense (date, id);
create index expense_same on expense (date, gross);
create index expense_job on expense (job, date) where job is not null;
create index expense_task on expense (task) where task is not null;
create index expense_category_used on expense (category) where category is not null;
create index expense_submitted on expense ("user") where approval = 'SUBMITTED';
create index expense_owed on expense ("user") where reimbursement = 'owed';
create index expense_search on expense using gin (search gin_trgm_ops);
grant select, insert, update, delete on expense to dmse_app;

create table expense_receipt (
  expense int not null references expense on delete cascade,
  file int not null references file,
  position int not null,
  primary key (expense, file)
);
create index expense_receipt_file on expense_receipt (file);
grant select, insert, delete on expense_receipt to dmse_app;

-- Mileage, monuments, equipment days: what the firm used of its own, at the unit cost of the day, which stays on it.
create table disbursement_item (
  id int generated always as identity primary key,
  "user" int not null references app_user,
  date date not null,
  job int not null references job,
  task int references task,
  disbursement_type int not null references disbursement_type,
  quantity numeric(12, 4) not null check (quantity > 0),
  is_billable boolean not null default true,
  unit_cost bigint not null check (unit_cost >= 0),
  markup_pct numeric(6, 3) not null check (markup_pct between 0 and 999),
  cost bigint not null,
  charge bigint not null,
  note text not null default '',
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user,
  check (is_billable or charge = 0)
);
create index disbursement_item_job on disbursement_item (job, date);
create index disbursement_item_task on disbursement_item (task) where task is not null;
create index disbursement_item_type on disbursement_item (disbursement_type);
create index disbursement_item_user on disbursement_item ("user");
grant select, insert, update, delete on disbursement_item to dmse_app;

-- What was paid back at once. A run that was wrong is reversed, and what it paid is owed again.
create table reimbursement_run (
  id int generated always as identity primary key,
  number int not null unique,
  date date not null,
  total bigint not null,
  note text not null default '',
  reverses int references reimbursement_run,
  created_on timestamptz not null,
  created_by int references app_user
);
call make_posted('reimbursement_run', 'accounting', array['total']);
create table reimbursement_line (
  run int not null references reimbursement_run,
  expense int not null references expense,
  "user" int not null references app_user,
  gross bigint not null,
  primary key (run, expense)
);
create index reimbursement_line_expense on reimbursement_line (expense);
grant select, insert on reimbursement_line to dmse_app;

-- One box. Its balance is the sum of its rows and never below zero, also when many write at once.
create table petty_cash_box (
  id int primary key default 1 check (id = 1),
  "float" bigint not null default 0 check ("float" >= 0),
  balance bigint not null default 0 check (balance >= 0),
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user
);
insert into petty_cash_box ("float", created_on, updated_on) values (30000, now(), now());
grant select, update on petty_cash_box to dmse_app;

create table petty_cash_row (
  id int generated always as identity primary key,
  kind text not null check (kind in ('top-up', 'expense', 'count')),
  date date not null,
  -- Money in is above zero, money out below. A count posts the difference it found, which may be nothing.
  amount bigint not null check (amount <> 0 or kind = 'count'),
  -- What was in the box afterwards.
  balance bigint not null check (balance >= 0),
  note text not null default '',
  expense int references expense,
  reverses int references petty_cash_row,
  created_on timestamptz not null,
  created_by int references app_user
);
call make_posted('petty_cash_row', 'accounting', array['amount']);
create index petty_cash_row_expense on petty_cash_row (expense) where expense is not null;
