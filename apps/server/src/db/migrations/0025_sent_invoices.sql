-- What was sent to a client stands as it was sent: the words, days and figures of an invoice that is submitted, restored or written off, and
-- its lines, are changed only while it is edited. Its number is never another one. (Its client may be another after two were merged.)

create function refuse_sent_change() returns trigger language plpgsql as $$
begin
  if old.num is not null and new.num is distinct from old.num then
    raise exception 'Invoice % keeps its number.', old.num using errcode = 'DM001';
  end if;
  if old.state in ('SUBMITTED', 'RESTORED', 'WRITTEN_OFF') and (
    (old.date, old.terms_days, old.language, old.reference, old.billing_name, old.billing_address, old.note, old.tax_province, old.is_tax_exempt,
      old.tax_exempt_reason, old.roll_up, old.has_annex, old.subtotal, old.tax, old.total)
    is distinct from
    (new.date, new.terms_days, new.language, new.reference, new.billing_name, new.billing_address, new.note, new.tax_province, new.is_tax_exempt,
      new.tax_exempt_reason, new.roll_up, new.has_annex, new.subtotal, new.tax, new.total)
  ) then
    raise exception 'Invoice % was sent: it is changed only while it is edited.', old.num using errcode = 'DM001';
  end if;
  return new;
end $$;
create trigger sent_invoice before update on invoice for each row execute function refuse_sent_change();

-- Each has the rows of one operation alone.
create function refuse_sent_lines() returns trigger language plpgsql as $$
declare
  sent text;
begin
  select i.num into sent from changed c join invoice i on i.id = c.invoice where i.state in ('SUBMITTED', 'RESTORED', 'WRITTEN_OFF') limit 1;
  if found then
    raise exception 'The lines of invoice % were sent: they are changed only while it is edited.', sent using errcode = 'DM001';
  end if;
  return null;
end $$;
create trigger sent_lines_added after insert on invoice_line referencing new table as changed for each statement execute function refuse_sent_lines();
create trigger sent_lines_changed after update on invoice_line referencing old table as changed for each statement execute function refuse_sent_lines();
create trigger sent_lines_removed after delete on invoice_line referencing old table as changed for each statement execute function refuse_sent_lines();
