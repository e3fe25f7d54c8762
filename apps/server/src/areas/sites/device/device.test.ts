import { listDevices, reportDevice } from '@dmse/contract/sites/device';
import { describe, expect, it } from 'vitest';
import { OTHER_TABLET, TABLET } from '../../../testing/fixtures/field-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

function report(waiting: number, oldest_unsynced: string | null) {
  return { at: '2026-03-04T15:10:00.000Z', waiting, failed: 0, conflicts: 0, rescue: 0, oldest_unsynced, runs: [] };
}

describe('what tablets hold', () => {
  it('SYNC-A12 is reported by any employee and listed for processors, the oldest first', async () => {
    const [joe, fern, pia] = [await app.as('joe'), await app.as('fern'), await app.as('pia')];
    await fern.call(reportDevice, { uuid: TABLET }, report(3, '2026-03-04T12:00:00.000Z'));
    await joe.call(reportDevice, { uuid: OTHER_TABLET }, report(1, '2026-03-03T12:00:00.000Z'));
    const { results } = await pia.call(listDevices, {});
    expect(results.map((row) => [row.id, row.report?.waiting, row.user?.full_name])).toEqual([
      [OTHER_TABLET, 1, 'Joe Jardine'],
      [TABLET, 3, 'Fern Francoeur'],
    ]);
    expect(results[0]?.clock_offset).toBe(600);
    expect((await fern.refused(listDevices, {})).status).toBe(403);
  });

  it('is what the tablet said last', async () => {
    const [fern, pia] = [await app.as('fern'), await app.as('pia')];
    await fern.call(reportDevice, { uuid: TABLET }, report(3, '2026-03-04T12:00:00.000Z'));
    await fern.call(reportDevice, { uuid: TABLET }, report(0, null));
    expect((await pia.call(listDevices, { pending_only: true })).count).toBe(0);
    expect((await pia.call(listDevices, {})).count).toBe(1);
  });
});
