import { NOBODY, type Sample, type Scene, THEN } from '../fixtures/scene.ts';
import { JOB_READERS, makeTime } from './samples-time.ts';

/** Everybody sees their own time; which reports there are for whom is a table of its own. */
const own = async () => ({ report: 'timesheet-detail' });
const view = { report: 'timesheet-detail', name: 'Mine', search: '', is_shared: false };

async function makeView({ tx, owner }: Scene): Promise<number> {
  const row = { ...view, created_on: THEN, created_by: owner };
  return (await tx.insertInto('report_view').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export const REPORT_SAMPLES: Record<string, Sample> = {
  getReport: { own, nowhere: { report: 'no-such' } },
  exportReport: { own: async () => ({ ...(await own()), format: 'csv' }), nowhere: { report: 'no-such', format: 'csv' } },
  getTrace: {
    own: async (scene) => ({ from: `time-entry:${(await makeTime(scene)).id}` }),
    theirs: JOB_READERS,
    nowhere: { from: `time-entry:${NOBODY}` },
  },
  createReportView: { body: view },
  removeReportView: { own: async (scene) => ({ id: await makeView(scene) }), theirs: [] },
};
