import type { NamedTarget } from '@dmse/contract/time/entry';
import type { Week } from '@dmse/contract/time/week';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { useRef, useState } from 'react';
import { type Spot, selectSpot } from '../../../parts/grid/grid-selection.ts';
import { useGridSheet } from '../../../parts/grid/use-grid-sheet.ts';
import { useUndoKeys } from '../../../parts/grid/use-undo-keys.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { useNarrow } from '../../../parts/page/use-narrow.ts';
import { useWord } from '../../../parts/search/address.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useConnected } from '../../../session/connection.ts';
import { useSelf } from '../../../session/self.ts';
import { canTakeBack, openBatchOf } from '../batch-moves.ts';
import { AddRow } from './add-row.tsx';
import { DayCards } from './day-cards.tsx';
import { NoteBar } from './note-bar.tsx';
import { OtherSuggestions } from './other-suggestions.tsx';
import { RowMenu } from './row-menu.tsx';
import { lacksTask } from './target.ts';
import { TaskDialog } from './task-dialog.tsx';
import { useWeekBoard, type WeekBoardState } from './use-week-board.ts';
import { useWeekFlow } from './use-week-flow.tsx';
import { WeekGrid } from './week-grid.tsx';
import { WeekList } from './week-list.tsx';
import { WeekNotices } from './week-notices.tsx';
import { useWeekAddress, WeekBalance, WeekChooser, WeekStateChip } from './week-toolbar.tsx';
import { clearCells, noteChange, pasteCells, takeSuggestion, textOf, typeCell } from './week-writes.ts';

function CopyMenu({ flow }: { flow: ReturnType<typeof useWeekFlow> }) {
  const isConnected = useConnected();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (mode: 'rows' | 'hours') => {
    setAnchor(null);
    void flow.copy(mode);
  };
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon name="content_copy" size={18} />}
        aria-haspopup="menu"
        disabled={!isConnected}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Copy last week
      </Button>
      {anchor ? (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          <MenuItem onClick={() => choose('rows')}>Rows only</MenuItem>
          <MenuItem onClick={() => choose('hours')}>Rows with their hours</MenuItem>
        </Menu>
      ) : null}
    </>
  );
}

function ViewSwitch({ view }: { view: string }) {
  const go = useWeekAddress();
  return (
    <ButtonGroup size="small" aria-label="View">
      <Button aria-pressed={view !== 'list'} variant={view === 'list' ? 'outlined' : 'contained'} onClick={() => go({ view: undefined })}>
        Grid
      </Button>
      <Button aria-pressed={view === 'list'} variant={view === 'list' ? 'contained' : 'outlined'} onClick={() => go({ view: 'list' })}>
        List
      </Button>
    </ButtonGroup>
  );
}

/** The week as a spreadsheet, with what tells of the selected cell over it and the way to another row under it. */
function WeekSheet({ board, onStartTimer }: { board: WeekBoardState; onStartTimer?: ((target: NamedTarget) => void) | undefined }) {
  const { week, table, state, outbox, step, closed } = board;
  const canEdit = closed === null;
  const note = useRef<HTMLInputElement>(null);
  const add = useRef<HTMLInputElement>(null);
  const day = Math.max(0, table.dates.indexOf(week.today));
  const cellAt = ({ row, column }: Spot) => table.rows[row]?.cells[column];
  const sheet = useGridSheet({
    size: { rows: table.rows.length, columns: table.dates.length },
    canEdit,
    start: { row: 0, column: day },
    openCell(spot) {
      const cell = cellAt(spot);
      if (!cell) return null;
      if (cell.why_not) {
        showToast({ text: cell.why_not });
        return null;
      }
      return state.bad.get(cell.id)?.text ?? textOf(cell);
    },
    onType(spot, text) {
      const cell = cellAt(spot);
      // A suggested time that is only looked at is not entered.
      if (!cell || (cell.suggestion && text === textOf(cell))) return;
      const written = typeCell(table, spot, text, step);
      if (written.changes.length === 0 && written.bad.length === 0) outbox.unmark([cell.id]);
      board.carryOut(written);
    },
    onClear: (selection) => board.carryOut(clearCells(table, selection)),
    onDismiss: (spot) => outbox.unmark([cellAt(spot)?.id ?? '']),
    onPastEnd() {
      add.current?.focus();
      return add.current !== null;
    },
  });
  useUndoKeys(board, canEdit);
  const { at } = sheet.selection;
  const row = table.rows[at.row];
  const cell = cellAt(at);

  function showRow(target: NamedTarget): void {
    if (lacksTask(target)) {
      board.askTask(target, showRow);
      return;
    }
    // A day still to come takes no time.
    const day = table.dates[at.column];
    const spot = board.addRow(target, day !== undefined && day <= week.today ? day : week.today);
    sheet.select(selectSpot(spot));
  }
  function take(spot: Spot): boolean {
    const found = cellAt(spot);
    if (!found?.suggestion) return false;
    const change = takeSuggestion(table, spot);
    if (change) board.perform([change]);
    else sheet.startEditing(spot);
    return true;
  }

  return (
    <Stack sx={{ gap: 3 }}>
      {row && cell ? (
        <NoteBar
          key={cell.id}
          row={row}
          cell={cell}
          bad={state.bad.get(cell.id)}
          canEdit={canEdit}
          noteRef={note}
          onNote={(words) => {
            const change = noteChange(table, at, words);
            if (change) board.perform([change]);
          }}
          onLeave={() => sheet.select(sheet.selection)}
        />
      ) : null}
      {table.rows.length > 0 ? (
        <WeekGrid
          week={week}
          table={table}
          sheet={sheet}
          canEdit={canEdit}
          bad={state.bad}
          {...(canEdit
            ? {
                rowTools: (one) => (
                  <RowMenu row={one} board={board} onStartTimer={onStartTimer ? () => onStartTimer(one.target) : undefined} />
                ),
              }
            : {})}
          onCut={(selection) => board.carryOut(clearCells(table, selection))}
          onPaste={(selection, text) => board.carryOut(pasteCells(table, selection, text, step))}
          onTake={take}
          onNote={() => note.current?.focus()}
        />
      ) : (
        <EmptyState
          icon="schedule"
          title="There is no time in this week yet."
          text={canEdit ? 'Add a row below by typing the number of a job, or copy the rows of last week.' : (closed ?? '')}
        />
      )}
      {canEdit ? <AddRow onAdd={showRow} inputRef={add} onBack={() => sheet.select(selectSpot(at))} /> : null}
      <OtherSuggestions suggestions={table.others} />
    </Stack>
  );
}

/** `kept_on` is when the server told of the week. */
export type WeekBoardProps = { week: Week; kept_on: string; onStartTimer?: (target: NamedTarget) => void };

/** A person's own week: where it stands, what is missing, and the table it is typed into. */
export function WeekBoard({ week, kept_on, onStartTimer }: WeekBoardProps) {
  const self = useSelf();
  const isConnected = useConnected();
  const isNarrow = useNarrow();
  const board = useWeekBoard(week);
  const flow = useWeekFlow(board);
  const view = useWord('view');
  const { table, state, outbox } = board;
  const canSubmit = board.closed === null && (openBatchOf(week.batches) !== undefined || table.minutes > 0);
  const isWaiting = week.batches.some((batch) => canTakeBack(batch, self, week));
  return (
    <Stack sx={{ gap: 3 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <WeekChooser first_day={week.first_day} />
        <WeekStateChip state={week.state} />
        <WeekBalance minutes={table.minutes} weekly_minutes={week.weekly_minutes} />
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2, ml: 'auto' }}>
          <ViewSwitch view={view ?? 'grid'} />
          {board.closed === null ? <CopyMenu flow={flow} /> : null}
          {isWaiting ? (
            <Button variant="outlined" disabled={!isConnected} loading={flow.isBusy} onClick={() => void flow.takeBack()}>
              Take back
            </Button>
          ) : null}
          {canSubmit ? (
            <Button variant="contained" disabled={!isConnected} loading={flow.isBusy} onClick={() => void flow.submit()}>
              Submit week
            </Button>
          ) : null}
        </Stack>
      </Stack>
      <WeekNotices week={week} kept_on={kept_on} table={table} state={state} outbox={outbox} />
      {view === 'list' ? (
        <WeekList entries={week.entries} />
      ) : isNarrow ? (
        <DayCards board={board} />
      ) : (
        <WeekSheet board={board} onStartTimer={onStartTimer} />
      )}
      {flow.dialog}
      {board.missingTask ? (
        <TaskDialog target={board.missingTask.target} onChoose={board.missingTask.use} onClose={board.endMissingTask} />
      ) : null}
    </Stack>
  );
}
