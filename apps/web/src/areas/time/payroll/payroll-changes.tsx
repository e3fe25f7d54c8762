import { MAX_PAYROLL_CHANGES, type PayrollChange } from '@dmse/contract/time/payroll';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { sayPayrollChange } from './payroll-text.ts';

export type PayrollChangesProps = { label: string; changes: readonly PayrollChange[]; changed: number };

/** What payroll does not know yet, an entry a line. */
export function PayrollChanges({ label, changes, changed }: PayrollChangesProps) {
  return (
    <>
      <Box component="ul" aria-label={label} sx={{ m: 0, pl: 5, maxHeight: 320, overflowY: 'auto', fontSize: '0.8125rem' }} tabIndex={0}>
        {changes.map((change) => (
          <li key={change.entry}>
            <b>{change.user.full_name}</b> {sayPayrollChange(change)}
          </li>
        ))}
      </Box>
      {changed > changes.length ? (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          The first {MAX_PAYROLL_CHANGES} of {changed} are shown.
        </Typography>
      ) : null}
    </>
  );
}
