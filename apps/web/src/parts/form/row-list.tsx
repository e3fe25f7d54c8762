import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';

export type RowListProps<T> = {
  /** Of all rows; seen where no section above the list says it already. */
  label: string;
  isLabelSeen?: boolean;
  rows: readonly T[];
  onChange: (rows: T[]) => void;
  /** The inputs of a row; `change` puts other parts into it. */
  renderRow: (row: T, at: number, change: (part: Partial<T>) => void) => ReactNode;
  /** Where the order matters: what names a row, for the buttons that move it. */
  moveName?: (row: T) => string;
  removeLabel: (row: T, at: number) => string;
  addLabel: string;
  /** What another row begins with; null where there can be no other. */
  nextRow: () => T | null;
  error?: string | undefined;
  hint?: string | undefined;
};

/** Small records of one field, each a row of inputs: changed in place, removed one by one, added at the end. */
export function RowList<T>(props: RowListProps<T>) {
  const { label, isLabelSeen = false, rows, onChange, renderRow, moveName, removeLabel, addLabel, nextRow, error, hint } = props;
  const next = nextRow();
  const moveButton = (row: T, at: number, to: number) => {
    const other = rows[to];
    const swap = () => other !== undefined && onChange(rows.with(at, other).with(to, row));
    return (
      <IconButton aria-label={`Move ${moveName?.(row)} ${to < at ? 'up' : 'down'}`} disabled={other === undefined} onClick={swap}>
        <Icon name={to < at ? 'arrow_upward' : 'arrow_downward'} size={18} />
      </IconButton>
    );
  };
  return (
    <Box role="group" aria-label={label} sx={{ gridColumn: '1 / -1' }}>
      {isLabelSeen ? <Box sx={{ fontSize: '0.75rem', color: 'text.secondary', mb: rows.length > 0 ? 2 : 0 }}>{label}</Box> : null}
      <Stack sx={{ gap: 3 }}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name than its place while it is edited, and the focus stays
          <Stack key={at} direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}>
            {renderRow(row, at, (part) => onChange(rows.with(at, { ...row, ...part })))}
            {moveName ? moveButton(row, at, at - 1) : null}
            {moveName ? moveButton(row, at, at + 1) : null}
            <IconButton aria-label={removeLabel(row, at)} onClick={() => onChange(rows.filter((_, index) => index !== at))}>
              <Icon name="close" />
            </IconButton>
          </Stack>
        ))}
      </Stack>
      {error ? <FormHelperText error>{error}</FormHelperText> : null}
      {hint ? <FormHelperText sx={{ mx: 0 }}>{hint}</FormHelperText> : null}
      <Button
        size="small"
        sx={{ mt: rows.length > 0 ? 2 : 1 }}
        startIcon={<Icon name="add" size={18} />}
        disabled={next === null}
        onClick={() => next !== null && onChange([...rows, next])}
      >
        {addLabel}
      </Button>
    </Box>
  );
}
