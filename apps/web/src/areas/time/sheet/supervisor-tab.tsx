import Button from '@mui/material/Button';
import { useFirstDay } from '../week/entries-tab.tsx';
import { SHEET_COLUMNS } from './sheet-columns.tsx';
import { SheetList } from './sheet-list.tsx';

/** The Supervisor tab: the weeks of the people one supervises, exceptions first. */
export function SupervisorTab() {
  const first_day = useFirstDay();
  return (
    <SheetList
      key={first_day}
      first_day={first_day}
      columns={SHEET_COLUMNS}
      supervised
      tools={({ rows, clear }, { approve }) => (
        <Button variant="contained" size="small" onClick={() => void approve(rows).then(clear)}>
          Approve selected
        </Button>
      )}
    />
  );
}
