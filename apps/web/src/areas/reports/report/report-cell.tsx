import type { REPORT_KINDS } from '@dmse/contract/reports/report';
import { typedDuration } from '@dmse/domain/dates/duration';
import { APPROVAL, BILLING_TONES, REIMBURSEMENT } from '@dmse/domain/states/expense';
import { FIELD_RUN } from '@dmse/domain/states/field-run';
import { INVOICE } from '@dmse/domain/states/invoice';
import { JOB } from '@dmse/domain/states/job';
import type { Tone } from '@dmse/domain/states/machine';
import { QUOTE } from '@dmse/domain/states/quote';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { ToneChip } from '../../../parts/record/tone-chip.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { formatCents, MoneyText } from '../../../parts/text/money-text.tsx';

export type ReportKind = (typeof REPORT_KINDS)[number];
export type ReportCellValue = string | number | null;

const NUMBER = new Intl.NumberFormat('en-CA');
const PERCENT = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

type Tones = Readonly<Record<string, Tone>>;
const tonesOf = (rows: Readonly<Record<string, { tone: Tone }>>): Tones =>
  Object.fromEntries(Object.entries(rows).map(([state, { tone }]) => [state, tone]));

/** States that others have by the same name, too, by their columns. */
const OF_COLUMN: Readonly<Record<string, Tones>> = {
  approval: tonesOf(APPROVAL.rows),
  reimbursement: tonesOf(REIMBURSEMENT.rows),
  billing: BILLING_TONES,
};
const TONES: Tones = {
  ...tonesOf(FIELD_RUN.rows),
  ...tonesOf(INVOICE.rows),
  ...tonesOf(QUOTE.rows),
  ...tonesOf(JOB.rows),
  // What stands in no machine: of payments and risk assessments.
  ...{ Deposited: 'success', Undeposited: 'warning', 'Taken back': 'error', Done: 'success', Missing: 'error' },
};

export const isFigure = (kind: ReportKind) => kind === 'number' || kind === 'money' || kind === 'minutes' || kind === 'percent';

/** A figure as words, for sums, charts and cards. */
export function sayFigure(kind: ReportKind, figure: number): string {
  if (kind === 'money') return formatCents(figure);
  if (kind === 'minutes') return `${figure < 0 ? '−' : ''}${typedDuration(Math.abs(Math.round(figure)))}`;
  return (kind === 'percent' ? PERCENT : NUMBER).format(figure);
}

/** A cell by what stands in its column. */
export function reportCell(kind: ReportKind, value: ReportCellValue, column: string): ReactNode {
  if (value === null || value === '' || (value === 0 && kind === 'money')) return '–';
  if (typeof value === 'number') return kind === 'money' ? <MoneyText cents={value} dense /> : sayFigure(kind, value);
  if (kind === 'date') return <DateText value={value} />;
  if (kind === 'state') return <ToneChip text={value} tone={(OF_COLUMN[column] ?? TONES)[value] ?? 'muted'} />;
  // Numbers of jobs and names of people stand in one line.
  return value.length > 24 ? (
    value
  ) : (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {value}
    </Box>
  );
}
