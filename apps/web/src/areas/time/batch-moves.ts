import type { Self } from '@dmse/contract/people/user';
import type { TimeBatch } from '@dmse/contract/time/week';
import { addDays } from '@dmse/domain/dates/local-date';
import { isOpenBatch, TIME_BATCH, type TimeBatchState, whyNotMoveBatch } from '@dmse/domain/states/time-batch';

/** May this person move the batch there? The comment is asked for when they decline. */
export function whyNotMove(batch: TimeBatch, to: TimeBatchState, self: Self, locked_through: string | null): string | null {
  const facts = {
    batch: { ...batch, user: batch.user.id, last_day: addDays(batch.first_day, 6) },
    who: { id: self.id, groups: self.groups, supervises: self.employee_config.employees_supervised },
    comment: 'asked for later',
    locked_through,
  };
  return batch.state === to ? `This is ${to} already.` : (whyNotMoveBatch(to, facts)?.sentence ?? null);
}

/** Does it wait for the supervisor, so that its person can take it back? */
export function canTakeBack(batch: TimeBatch, self: Self, { locked_through }: { locked_through: string | null }): boolean {
  return !isOpenBatch(batch.state) && whyNotMove(batch, 'OPEN', self, locked_through) === null;
}

/** The batch that goes to the supervisor next. */
export function openBatchOf(batches: readonly TimeBatch[]): TimeBatch | undefined {
  return batches.find(({ state }) => isOpenBatch(state));
}

/** The colour of a state on its chip. */
export function chipColour(state: TimeBatchState) {
  const { tone } = TIME_BATCH.rows[state];
  return tone === 'muted' ? ('default' as const) : tone;
}
