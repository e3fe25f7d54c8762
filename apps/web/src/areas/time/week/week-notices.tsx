import type { Week } from '@dmse/contract/time/week';
import { typedDuration } from '@dmse/domain/dates/duration';
import { proseDate } from '@dmse/domain/dates/local-date';
import { rowKey } from '@dmse/domain/time/week-grid';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useFirmZone } from '../../../parts/date/firm-zone.ts';
import { sayAge } from '../../../parts/date/say-age.ts';
import { useNow } from '../../../parts/date/use-now.ts';
import { useConnected } from '../../../session/connection.ts';
import { openBatchOf } from '../batch-moves.ts';
import { nameTarget } from './target.ts';
import { idOfCell } from './unsent-steps.ts';
import type { Outbox, OutboxState } from './week-outbox.ts';
import type { WeekTable } from './week-table.ts';

const say = (minutes: number | null) => (minutes === null ? 'nothing' : typedDuration(minutes));

export const sayCells = (count: number) => (count === 1 ? '1 cell' : `${count} cells`);

export function countCells({ steps }: OutboxState): number {
  return new Set(steps.flatMap(({ cells }) => cells.map(idOfCell))).size;
}

/** In words: the connection is lost, and nothing that was typed is. */
function LostNotice({ state, kept_on }: { state: OutboxState; kept_on: string }) {
  const isConnected = useConnected();
  const zone = useFirmZone();
  const now = useNow();
  const count = countCells(state);
  if (isConnected && !state.isLost) return null;
  return (
    <Alert severity="warning" role="status">
      There is no connection. Nothing you type is lost: it is kept on this device and sent when the connection is back
      {count === 0 ? '.' : ` (${sayCells(count)} ${count === 1 ? 'waits' : 'wait'} now).`} You see the week as it was on{' '}
      {sayAge(kept_on, now, zone)}; what was entered elsewhere since is not in it. Submitting and copying a week need the connection.
    </Alert>
  );
}

type ConflictProps = { table: WeekTable; state: OutboxState; outbox: Outbox };

/** Where two windows or people entered different times: both are shown, and one is chosen. */
function ConflictNotice({ table, state, outbox }: ConflictProps) {
  if (state.conflicts.size === 0) return null;
  return (
    <Alert severity="warning">
      Somebody entered another time meanwhile. Choose which one counts.
      <Stack component="ul" sx={{ m: 0, mt: 2, p: 0, listStyle: 'none', gap: 2 }}>
        {[...state.conflicts].map(([id, { cell, theirs }]) => {
          const row = table.rows.find(({ key }) => key === rowKey(cell.target));
          const name = row ? nameTarget(row.target) : 'A row of another week';
          return (
            <Box component="li" key={id} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
              <span>
                {proseDate(cell.date)}, {name}: you typed {say(cell.minutes)}, entered is {say(theirs)}.
              </span>
              <Button size="small" variant="outlined" onClick={() => outbox.decide(id, true)}>
                Use {say(cell.minutes)}
              </Button>
              <Button size="small" variant="outlined" onClick={() => outbox.decide(id, false)}>
                Keep {say(theirs)}
              </Button>
            </Box>
          );
        })}
      </Stack>
    </Alert>
  );
}

/** What came of the week so far: sent back with a comment, or a supplement to what is approved. */
function BatchNotice({ week }: { week: Week }) {
  const open = openBatchOf(week.batches);
  const next = week.batches.length > 0 && !open && week.can_edit;
  return (
    <>
      {open?.comment ? (
        <Alert severity="error">
          {open.decided_by ? `${open.decided_by.full_name} sent this week back` : 'This week was sent back'}: {open.comment}
        </Alert>
      ) : null}
      {open && open.number > 1 ? (
        <Alert severity="info">
          The week itself was approved before. These {typedDuration(open.minutes)} are a supplement (number {open.number - 1}) and go to
          your supervisor on their own.
        </Alert>
      ) : null}
      {next ? (
        <Alert severity="info">
          This week is approved. What you add now goes to your supervisor as a supplement; the rest stays approved.
        </Alert>
      ) : null}
    </>
  );
}

/** `kept_on` is when the server told of the week. */
export type WeekNoticesProps = ConflictProps & { week: Week; kept_on: string };

/** What has to be said about a week, over its table. */
export function WeekNotices({ week, kept_on, table, state, outbox }: WeekNoticesProps) {
  return (
    <>
      <LostNotice state={state} kept_on={kept_on} />
      <ConflictNotice table={table} state={state} outbox={outbox} />
      <BatchNotice week={week} />
    </>
  );
}
