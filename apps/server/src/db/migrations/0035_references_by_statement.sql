-- An invoice of 5,000 entries writes 20,000 lines of the ledger, and each asked for its job, its writer and what it reverses, and again for the
-- job of the item it moves: most of the time of the invoice. Each of these is now known once a statement, from another guard.

-- The job: `keep_wip` adds every line to its job in `job_wip` in the same statement, and `job_wip.job` refers to the job. Rows of `job_wip` are
-- not deleted, so a job with lines is not either. Items are made from lines by the same trigger.
alter table wip_line drop constraint wip_line_job_fkey;
alter table wip_item drop constraint wip_item_job_fkey;

-- The writer: nobody is ever deleted, so it is enough that they are there when they write.
create function keep_referred() returns trigger language plpgsql as $$
begin
  raise exception 'Others name this row of %: it stays what it is.', tg_table_name using errcode = 'foreign_key_violation', table = tg_table_name;
end $$;
create trigger people_kept before delete or update of id on app_user for each row execute function keep_referred();
alter table wip_line drop constraint wip_line_created_by_fkey;

-- What is reversed: a posted row is never deleted, so it is enough that it is there when it is reversed.
create or replace function check_postings() returns trigger language plpgsql as $$
declare
  through date;
  is_wrong boolean;
begin
  -- Shared with other postings; whoever closes the period waits until these have ended.
  select locked_through into through from period_lock where ledger = tg_argv[0] for share;
  if exists (select from added where date <= through) then
    raise exception 'The period is closed through %.', through using errcode = 'DM002', detail = through::text;
  end if;
  if exists (select from (select distinct created_by as id from added) person where id is not null
    and not exists (select from app_user u where u.id = person.id)) then
    raise exception 'Who wrote this is not there.' using errcode = 'foreign_key_violation', table = tg_table_name, column = 'created_by';
  end if;
  if not exists (select from added where reverses is not null) then
    return null;
  end if;
  execute format('select exists (select from added left join %s posted on posted.id = added.reverses
    where added.reverses is not null and (posted.id is null or posted.reverses is not null))', tg_relid::regclass) into is_wrong;
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
alter table wip_line drop constraint wip_line_reverses_fkey;

-- Few lines reverse another; those that do not have no place in the index.
alter table wip_line drop constraint wip_line_reverses_key;
create unique index wip_line_reverses_key on wip_line (reverses) where reverses is not null;

-- An entry is on a line of its own invoice, which both of its references together did not say. A line takes its entries with it.
create function check_entry_lines() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct line, invoice from changed) entry
    where not exists (select from invoice_line l where l.id = entry.line and l.invoice = entry.invoice for key share)) then
    raise exception 'An entry is on a line of its invoice.' using errcode = 'foreign_key_violation', table = 'invoice_entry', column = 'line';
  end if;
  return null;
end $$;
create function remove_line_entries() returns trigger language plpgsql as $$
begin
  delete from invoice_entry where line = any(array(select id from removed));
  return null;
end $$;
alter table invoice_entry drop constraint invoice_entry_line_fkey;
alter table invoice_entry drop constraint invoice_entry_invoice_fkey;
create trigger entries_added after insert on invoice_entry referencing new table as changed for each statement execute function check_entry_lines();
create trigger entries_changed after update on invoice_entry referencing new table as changed for each statement execute function check_entry_lines();
create trigger line_entries_removed after delete on invoice_line referencing old table as removed for each statement execute function remove_line_entries();
create trigger lines_kept before update of id, invoice on invoice_line for each row
  when (old.id <> new.id or old.invoice <> new.invoice) execute function keep_referred();

-- Tasks are summed from the items of their job, of which the index by job has all that is asked.
drop index wip_item_task;

-- What has left its place is found by one walk along the index instead of one for each item.
create or replace function keep_wip() returns trigger language plpgsql as $$
begin
  delete from wip_item where item = any(array(select item from added where sign = -1));
  insert into wip_item (item, job, task, state, amount, work_date, hold_until, turn)
  select item, job, task, state, amount, work_date, hold_until, turn from added where sign = 1;

  insert into job_wip as kept (job, wip_cost, ready, on_draft, hold, billed, written_off, weight, weighted_days)
  select job,
    coalesce(sum(amount) filter (where state in ('UNBILLED', 'CLAIMED', 'HOLD')), 0),
    coalesce(sum(amount) filter (where state = 'UNBILLED'), 0),
    coalesce(sum(amount) filter (where state = 'CLAIMED'), 0),
    coalesce(sum(amount) filter (where state = 'HOLD'), 0),
    coalesce(sum(amount) filter (where state = 'BILLED'), 0),
    coalesce(sum(amount) filter (where state = 'WRITTEN_OFF'), 0),
    coalesce(sum(sign * abs(amount)) filter (where state in ('UNBILLED', 'CLAIMED', 'HOLD')), 0),
    coalesce(sum(sign * abs(amount) * (work_date - date '2000-01-01')) filter (where state in ('UNBILLED', 'CLAIMED', 'HOLD')), 0)
  from added group by job order by job
  on conflict (job) do update set
    wip_cost = kept.wip_cost + excluded.wip_cost,
    ready = kept.ready + excluded.ready,
    on_draft = kept.on_draft + excluded.on_draft,
    hold = kept.hold + excluded.hold,
    billed = kept.billed + excluded.billed,
    written_off = kept.written_off + excluded.written_off,
    weight = kept.weight + excluded.weight,
    weighted_days = kept.weighted_days + excluded.weighted_days;
  return null;
end $$;
