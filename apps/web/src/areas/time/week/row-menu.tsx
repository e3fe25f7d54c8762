import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useFavourite } from './add-row.tsx';
import { sayTarget } from './target.ts';
import type { WeekBoardState } from './use-week-board.ts';
import type { TableRow } from './week-table.ts';

export type RowMenuProps = { row: TableRow; board: WeekBoardState; onStartTimer?: ((row: TableRow) => void) | undefined };

/** What can be done to a row of the week. */
export function RowMenu({ row, board, onStartTimer }: RowMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const setStar = useFavourite();
  const navigate = useNavigate();
  const { title } = sayTarget(row.target);
  const { job, is_billable } = row.target;
  const hasTime = row.cells.some(({ minutes }) => minutes !== null);
  const choices: { label: string; run: () => unknown; whyNot?: string | null }[] = [
    ...(onStartTimer ? [{ label: 'Start the timer', run: () => onStartTimer(row) }] : []),
    { label: 'Keep as a favourite', run: () => setStar(row.target, true) },
    { label: 'Take out of the favourites', run: () => setStar(row.target, false) },
    ...(job
      ? [
          {
            label: is_billable ? 'Add the same, not billable' : 'Add the same, billable',
            run: () => board.addRow({ ...row.target, is_billable: !is_billable }, ''),
          },
          {
            label: `Open job ${job.num}`,
            run: () => navigate({ to: '/job/$id/$tab', params: { id: String(job.id), tab: 'info' } }),
          },
        ]
      : []),
    { label: 'Remove this row', run: () => board.removeRow(row.key), whyNot: hasTime ? 'It has time in this week; clear it first.' : null },
  ];
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={`Actions for ${title}`}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="more_vert" size={18} />
      </button>
      {anchor ? (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {choices.map(({ label, run, whyNot }) => (
            <MenuItem
              key={label}
              aria-disabled={Boolean(whyNot)}
              onClick={() => {
                if (whyNot) return;
                setAnchor(null);
                void run();
              }}
            >
              <ListItemText primary={label} secondary={whyNot} />
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </>
  );
}
