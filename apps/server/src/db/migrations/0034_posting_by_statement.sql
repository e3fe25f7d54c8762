-- What is posted is checked once for all rows of a statement: an invoice of 5,000 entries posts 10,000 lines at a time, and the period was
-- looked up and every reversed row read for each of them.
create function check_postings() returns trigger language plpgsql as $$
declare
  through date;
  is_wrong boolean;
begin
  -- Shared with other postings; whoever closes the period waits until these have ended.
  select locked_through into through from period_lock where ledger = tg_argv[0] for share;
  if exists (select from added where date <= through) then
    raise exception 'The period is closed through %.', through using errcode = 'DM002', detail = through::text;
  end if;
  if not exists (select from added where reverses is not null) then
    return null;
  end if;
  execute format('select exists (select from added join %s posted on posted.id = added.reverses where posted.reverses is not null)',
    tg_relid::regclass) into is_wrong;
  if is_wrong then
    raise exception 'Only a posted row that is no reversal itself is reversed.' using errcode = 'DM003';
  end if;
  execute format('select exists (select from added join %s posted on posted.id = added.reverses where %s)', tg_relid::regclass,
    (select string_agg(format('added.%1$I is distinct from -posted.%1$I', amount), ' or ') from unnest(tg_argv[1:]) amount)) into is_wrong;
  if is_wrong then
    raise exception 'A reversal has the amounts of what it reverses, with the other sign.' using errcode = 'DM003';
  end if;
  return null;
end $$;

create or replace procedure make_posted(target regclass, ledger text, amounts text[]) language plpgsql as $$
declare
  arguments text := (select string_agg(quote_literal(name), ', ' order by place) from unnest(ledger || amounts) with ordinality as given (name, place));
begin
  execute format('alter table %s add constraint %I unique (reverses)', target, target::text || '_reverses_key');
  execute format('create trigger posted_row before update or delete on %s for each row execute function refuse_posted_change()', target);
  execute format('create trigger posted_table before truncate on %s for each statement execute function refuse_posted_change()', target);
  execute format('create trigger posting after insert on %s referencing new table as added for each statement execute function check_postings(%s)',
    target, arguments);
  execute format('grant select, insert on %s to dmse_app', target);
end $$;

do $$
declare
  target regclass;
  arguments text;
begin
  for target, arguments in
    values ('wip_line'::regclass, '''accounting'', ''amount'''),
      ('petty_cash_row', '''accounting'', ''amount'''),
      ('journal', '''accounting'', ''amount'''),
      ('payment_allocation', '''accounting'', ''amount'''),
      ('payment_refund', '''accounting'', ''amount'''),
      ('reimbursement_run', '''accounting'', ''total'''),
      ('invoice_revision', '''accounting'', ''subtotal'', ''tax'', ''total''')
  loop
    execute format('drop trigger posting on %s', target);
    execute format('create trigger posting after insert on %s referencing new table as added for each statement execute function check_postings(%s)',
      target, arguments);
  end loop;
end $$;

drop function check_posting();
