import { plural, sayCount } from '@dmse/domain/text/counts';
import type { DueDateShift } from '@dmse/domain/work/shift-due-dates';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Dialog } from '../../../parts/dialog/dialog.tsx';

export type ShiftDialogProps = {
  name: string;
  to: string;
  shifts: readonly (DueDateShift & { name: string })[];
  onChoose: (shift_dependants: boolean) => void;
  onClose: () => void;
};

/** A due date moves: shall those that hang on it move by the same working days? */
export function ShiftDialog({ name, to, shifts, onChoose, onClose }: ShiftDialogProps) {
  const count = sayCount(shifts.length, 'other milestone');
  return (
    <Dialog
      open
      isTall
      width="sm"
      title="Move dependent milestones too?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="outlined" onClick={() => onChoose(false)}>
            Only this one
          </Button>
          <Button variant="contained" onClick={() => onChoose(true)}>
            Move all
          </Button>
        </>
      }
    >
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>
        {name} will be due on {to}. {count} {plural(shifts.length, 'waits', 'wait')} for it and would move by the same working days:
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 320, overflow: 'auto', fontSize: '0.8125rem' }}>
        {shifts.map((shift) => (
          <Box component="li" key={shift.id} sx={{ display: 'flex', gap: 3, py: 1, borderBottom: 1, borderColor: 'divider' }}>
            <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
              {shift.name}
            </Box>
            <span>
              {shift.before} → {shift.after}
            </span>
          </Box>
        ))}
      </Box>
    </Dialog>
  );
}
