-- Posted records: rows that are never changed and never deleted. What was wrong is reversed by another row; numbers have no gaps; a closed
-- period takes no row. A table becomes one by `call make_posted(...)`; it has the columns id, date, reverses, and its amounts.

create table period_lock (
  ledger text primary key check (ledger in ('time', 'accounting')),
  locked_through date,
  version int not null default 1,
  updated_on timestamptz not null default now(),
  updated_by int references app_user
);
insert into period_lock (ledger) values ('time'), ('accounting');
grant select, update on period_lock to dmse_app;

create table posting_number (
  series text primary key,
  last bigint not null check (last > 0)
);
grant select, insert, update on posting_number to dmse_app;

create function refuse_posted_change() returns trigger language plpgsql as $$
begin
  raise exception 'Posted rows of % are not changed or deleted.', tg_table_name using errcode = 'DM001';
end $$;

-- Arguments: the ledger, then the amounts, which a reversal has with the other sign.
create function check_posting() returns trigger language plpgsql as $$
declare
  through date;
  reversed jsonb;
  amount text;
begin
  -- Shared with other postings; whoever closes the period waits until these have ended.
  select locked_through into through from period_lock where ledger = tg_argv[0] for share;
  if new.date <= through then
    raise exception 'The period is closed through %.', through using errcode = 'DM002', detail = through::text;
  end if;
  if new.reverses is null then
    return new;
  end if;
  execute format('select to_jsonb(posted) from %s posted where id = $1', tg_relid::regclass) into reversed using new.reverses;
  if reversed is null or reversed ->> 'reverses' is not null then
    raise exception 'Only a posted row that is no reversal itself is reversed.' using errcode = 'DM003';
  end if;
  foreach amount in array tg_argv[1:] loop
    if (to_jsonb(new) ->> amount)::numeric is distinct from -(reversed ->> amount)::numeric then
      raise exception 'A reversal has the amounts of what it reverses, with the other sign.' using errcode = 'DM003';
    end if;
  end loop;
  return new;
end $$;

create procedure make_posted(target regclass, ledger text, amounts text[]) language plpgsql as $$
declare
  arguments text := (select string_agg(quote_literal(name), ', ' order by place) from unnest(ledger || amounts) with ordinality as given (name, place));
begin
  execute format('alter table %s add constraint %I unique (reverses)', target, target::text || '_reverses_key');
  execute format('create trigger posted_row before update or delete on %s for each row execute function refuse_posted_change()', target);
  execute format('create trigger posted_table before truncate on %s for each statement execute function refuse_posted_change()', target);
  execute format('create trigger posting before insert on %s for each row execute function check_posting(%s)', target, arguments);
  execute format('grant select, insert on %s to dmse_app', target);
end $$;
