-- Tax by dated rule, and quotes that are mailed with what was printed.

-- What a province taxes, from which day to which. Nothing of it is deleted: what is not wanted is switched off.
create table tax_rule (
  id int generated always as identity primary key,
  province text not null check (province ~ '^[A-Z]{2}$'),
  -- What tells one tax of a province from another.
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  -- Per cent.
  rate numeric(9, 6) not null check (rate between 0 and 100),
  -- The part of an amount that is taxed.
  base_fraction numeric(9, 6) not null default 1 check (base_fraction between 0 and 1),
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  is_active boolean not null default true,
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user
);
create index tax_rule_province on tax_rule (province, valid_from);
grant select, insert, update on tax_rule to dmse_app;

-- One rule of a province and code on any day. An exclusion constraint would need btree_gist, which not every server has: rules are
-- written one at a time instead, and each looks for another one in its days.
create function refuse_tax_overlap() returns trigger language plpgsql as $$
begin
  if not new.is_active then return new; end if;
  perform pg_advisory_xact_lock(712004412);
  if exists (
    select from tax_rule other
    where other.id <> new.id and other.is_active and other.province = new.province and upper(other.code) = upper(new.code)
      and daterange(other.valid_from, other.valid_to, '[]') && daterange(new.valid_from, new.valid_to, '[]')
  ) then
    raise exception 'Two tax rules of % for % share a day.', new.code, new.province
      using errcode = 'exclusion_violation', constraint = 'tax_rule_periods', table = 'tax_rule';
  end if;
  return new;
end $$;
create trigger tax_rule_periods before insert or update on tax_rule for each row execute function refuse_tax_overlap();

-- The rules in force; where a rate changed lately, the one before it too. The sales taxes of British Columbia, Manitoba and
-- Saskatchewan depend on the service: they are entered, and a firm that has to charge them switches them on.
insert into tax_rule (province, code, name, rate, valid_from, valid_to, is_active, created_on, updated_on)
select province, code, code, rate, valid_from::date, valid_to::date, is_active, now(), now() from (values
  ('NB', 'HST', 15, '2016-07-01', null, true),
  ('NL', 'HST', 15, '2016-07-01', null, true),
  ('NS', 'HST', 15, '2010-07-01', '2025-03-31', true),
  ('NS', 'HST', 14, '2025-04-01', null, true),
  ('PE', 'HST', 15, '2016-10-01', null, true),
  ('ON', 'HST', 13, '2010-07-01', null, true),
  ('QC', 'GST', 5, '2008-01-01', null, true),
  ('QC', 'QST', 9.975, '2013-01-01', null, true),
  ('AB', 'GST', 5, '2008-01-01', null, true),
  ('BC', 'GST', 5, '2008-01-01', null, true),
  ('BC', 'PST', 7, '2013-04-01', null, false),
  ('MB', 'GST', 5, '2008-01-01', null, true),
  ('MB', 'RST', 7, '2019-07-01', null, false),
  ('SK', 'GST', 5, '2008-01-01', null, true),
  ('SK', 'PST', 6, '2017-03-23', null, false),
  ('NT', 'GST', 5, '2008-01-01', null, true),
  ('NU', 'GST', 5, '2008-01-01', null, true),
  ('YT', 'GST', 5, '2008-01-01', null, true)
) as rule (province, code, rate, valid_from, valid_to, is_active);

-- Quotes print the tax now. A firm that has changed the text keeps its own.
update setting set value = jsonb_set(value, '{terms}',
  to_jsonb(replace(value ->> 'terms', 'Fees are quoted in Canadian dollars and exclude tax.', 'Fees are quoted in Canadian dollars.')))
where section = 'quote_texts' and value ->> 'terms' like 'Fees are quoted in Canadian dollars and exclude tax.%';

-- What was printed, so that a reprint says the same. Revisions from before have none.
alter table quote_revision add document jsonb;

create table mail_attachment (
  mail int not null references mail,
  file int not null references file,
  primary key (mail, file)
);
create index mail_attachment_file on mail_attachment (file);
grant select, insert on mail_attachment to dmse_app;

-- To whom a revision was mailed.
create table quote_mail (
  revision int not null references quote_revision,
  mail int not null unique references mail,
  primary key (revision, mail)
);
grant select, insert on quote_mail to dmse_app;
