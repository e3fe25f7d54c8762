import type { InvoiceChoices } from '@dmse/contract/invoices/invoice';
import { hasAmount, takesEntries } from '@dmse/domain/invoices/lines';
import { progressFigures } from '@dmse/domain/invoices/progress';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { type DraftLine, progressOf } from './draft-lines.ts';
import { EntryList, type EntryListProps } from './entry-list.tsx';

type TrackingProps = { label: string; value: string; options: readonly string[]; canEdit: boolean; onChange: (value: string) => void };

function Tracking({ label, value, options, canEdit, onChange }: TrackingProps) {
  if (options.length === 0 && value === '') return null;
  const offered = value === '' || options.includes(value) ? options : [value, ...options];
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      disabled={!canEdit}
      onChange={({ target }) => onChange(target.value)}
      sx={{ minWidth: 180 }}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">None</MenuItem>
      {offered.map((option) => (
        <MenuItem key={option} value={option}>
          {option}
        </MenuItem>
      ))}
    </TextField>
  );
}

function ProgressFigures({ line, choices }: { line: DraftLine; choices: InvoiceChoices }) {
  const progress = progressOf(line, choices);
  if (!progress) return <Box>Choose the task, then enter how much of it is done (quantity) and its fee (price).</Box>;
  const { previous, amount, to_date, remaining } = progressFigures(progress);
  const figures = [
    ['Billed before', previous],
    ['This invoice', amount],
    ['To date', to_date],
    ['Remaining', remaining],
  ] as const;
  return (
    <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 2 }}>
      {figures.map(([label, cents]) => (
        <Box key={label}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0 }}>
            {formatCents(cents)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

export type LinePanelProps = EntryListProps & { choices: InvoiceChoices; onChange: (change: Partial<DraftLine>) => void };

/** What does not fit in a row: the progress of a fee, where it is tracked, and the work on the line. */
export function LinePanel({ choices, onChange, ...list }: LinePanelProps) {
  const { line, canEdit } = list;
  const { division_tracking_options, activity_tracking_options } = choices;
  const isTracked = hasAmount(line.kind);
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {line.kind === 'progress' ? <ProgressFigures line={line} choices={choices} /> : null}
      {isTracked ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, '&:empty': { display: 'none' } }}>
          <Tracking
            label="Division"
            value={line.division}
            options={division_tracking_options}
            canEdit={canEdit}
            onChange={(division) => onChange({ division })}
          />
          <Tracking
            label="Activity"
            value={line.activity}
            options={activity_tracking_options}
            canEdit={canEdit}
            onChange={(activity) => onChange({ activity })}
          />
        </Box>
      ) : null}
      {line.entries.length > 0 ? (
        <EntryList {...list} />
      ) : (
        <Box sx={{ color: 'text.secondary' }}>
          {takesEntries(line.kind) ? 'No work is on this line. Drag entries of another line here.' : 'A line of this kind has no entries.'}
        </Box>
      )}
    </Box>
  );
}
