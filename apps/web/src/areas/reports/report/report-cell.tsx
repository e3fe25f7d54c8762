import type { REPORT_KINDS } from '@dmse/contract/reports/report';
import { typedDuration } from '@dmse/domain/dates/duration';
import { APPROVAL, REIMBURSEMENT } from '@dmse/domain/states/expense';
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

/** What stands in no machine: of payments and risk assessments. */
const OTHERS: Record<string, Tone> = {
  Deposited: 'success',
  Undeposited: 'warning',
  'Taken back': 'error',
  Done: 'success',
  Missing: 'error',
};
const MACHINES: readonly { rows: Readonly<Record<string, { tone: Tone }>> }[] = [JOB, QUOTE, INVOICE, FIELD_RUN, APPROVAL, REIMBURSEMENT];

/** States of the same name have the same colour wherever they are. */
function toneOf(state: string): Tone {
  return OTHERS[state] ?? MACHINES.find(({ rows }) => Object.hasOwn(rows, state))?.rows[state]?.tone ?? 'muted';
}

export const isFigure = (kind: ReportKind) => kind === 'number' || kind === 'money' || kind === 'minutes' || kind === 'percent';

/** A figure as words, for sums, charts and cards. */
export function sayFigure(kind: ReportKind, figure: number): string {
  if (kind === 'money') return formatCents(figure);
  if (kind === 'minutes') return `${figure < 0 ? '−' : ''}${typedDuration(Math.abs(Math.round(figure)))}`;
  return (kind === 'percent' ? PERCENT : NUMBER).format(figure);
}

/** A cell by what stands in its column. */
export function reportCell(kind: ReportKind, value: ReportCellValue): ReactNode {
  if (value === null || value === '' || (value === 0 && kind === 'money')) return '–';
  if (typeof value === 'number') return kind === 'money' ? <MoneyText cents={value} dense /> : sayFigure(kind, value);
  if (kind === 'date') return <DateText value={value} />;
  if (kind === 'state') return <ToneChip text={value} tone={toneOf(value)} />;
  // Numbers of jobs and names of people stand in one line.
  return value.length > 24 ? (
    value
  ) : (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {value}
    </Box>
  );
}
