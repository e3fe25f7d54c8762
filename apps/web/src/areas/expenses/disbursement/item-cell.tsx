import type { RequestBody } from '@dmse/contract/endpoint';
import { type Disbursement, updateItem } from '@dmse/contract/expenses/disbursement';
import { readDate } from '@dmse/domain/dates/read-date';
import { readDecimal, roundDecimal } from '@dmse/domain/text/decimal';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { InlineEdit } from '../../../parts/record/inline-edit.tsx';

type Patch = RequestBody<typeof updateItem>;
/** What can be written in the row, as it is typed and as it is read. What cannot be read is said, and stays as typed. */
const EDITED: {
  [Name in 'date' | 'quantity' | 'note']: {
    label: string;
    typed: (row: Disbursement) => string;
    read: (text: string, today: string) => Patch;
  };
} = {
  date: {
    label: 'Date',
    typed: ({ date }) => date,
    read: (text, today) => {
      const reading = readDate(text, today);
      if ('problem' in reading) throw new Error(reading.problem);
      return { date: reading.value };
    },
  },
  quantity: {
    label: 'Quantity',
    typed: ({ quantity }) => String(quantity ?? ''),
    read: (text) => {
      const reading = readDecimal(text);
      if ('problem' in reading) throw new Error(reading.problem);
      return { quantity: roundDecimal(reading.value, PLACES) / 10 ** PLACES };
    },
  },
  note: { label: 'Note', typed: ({ note }) => note, read: (note) => ({ note }) },
};
const PLACES = 4;

export type ItemCellProps = {
  row: Disbursement;
  field: keyof typeof EDITED;
  /** How the row is read by whoever cannot change it; of an expense, which has a page of its own, too. */
  children: ReactNode;
};

/** A cell of an internal item, written in place. Another day or quantity prices it anew. */
export function ItemCell({ row, field, children }: ItemCellProps) {
  const client = useQueryClient();
  const today = useToday();
  const { label, typed, read } = EDITED[field];
  if (row.kind === 'expense' || !row.can_open) return children;
  async function save(text: string): Promise<void> {
    await call(updateItem, { id: row.id }, read(text, today), { ifMatch: row.version });
    for (const area of ['expenses', 'wip', 'jobs'] as const) await invalidateArea(client, area);
  }
  return <InlineEdit label={`${label} of ${row.what}, ${row.date}`} value={typed(row)} onSave={save} />;
}
