import { makeShotId } from '../../adapters/processing/shot-id.ts';
import { HPN_SHIFT, makeAttempt, RUN_FILES } from '../fixtures/processing-fixture.ts';
import { NO_UUID, type Sample, type Scene, STAMPS, THEN } from '../fixtures/scene.ts';
import { formOf } from '../fixtures/upload-fixture.ts';

async function makeRun({ tx }: Scene): Promise<string> {
  const values = { id: crypto.randomUUID(), seq: 1, received_at: THEN, ...STAMPS, name: 'Table run' };
  return (await tx.insertInto('field_run').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function makeProcessing(scene: Scene, isReady = false) {
  const id = await makeRun(scene);
  return { id, attempt: await makeAttempt(scene, id, isReady ? [HPN_SHIFT] : []) };
}

/** A run that was finished once. */
async function makeFinished(scene: Scene) {
  const { id, attempt } = await makeProcessing(scene, true);
  await scene.tx.updateTable('field_run').set({ state: 'Finished' }).where('id', '=', id).execute();
  await scene.tx.updateTable('processing_attempt').set({ state: 'finished', ended_on: THEN }).where('id', '=', attempt).execute();
  return { id };
}

async function makeArchived(scene: Scene) {
  const { id, attempt } = await makeProcessing(scene);
  await scene.tx.updateTable('field_run').set({ state: 'Active' }).where('id', '=', id).execute();
  await scene.tx.updateTable('processing_attempt').set({ state: 'archived', ended_on: THEN }).where('id', '=', attempt).execute();
  return { id, attempt };
}

const processing = { own: async (scene: Scene) => ({ id: (await makeProcessing(scene)).id }) };
const shot = { own: async (scene: Scene) => ({ id: makeShotId((await makeProcessing(scene)).attempt, '5002') }) };

export const PROCESSING_SAMPLES: Record<string, Sample> = {
  getProcessing: processing,
  getProcessingPoints: processing,
  getProcessingShifts: processing,
  solveProcessingLocalization: {
    own: async (scene) => ({ ...(await processing.own(scene)), fit: 'translation' }),
    nowhere: { id: NO_UUID, fit: 'translation' },
  },
  listProcessingConflicts: processing,
  getProcessingReport: processing,
  compareProcessing: { own: makeProcessing, nowhere: { id: NO_UUID, attempt: 1 } },
  importProcessing: { own: async (scene) => ({ id: await makeRun(scene) }), form: async () => formOf(RUN_FILES) },
  updateProcessing: {
    ...processing,
    body: async ({ tx }: Scene, { id }: Record<string, unknown>) => {
      const rows = await tx
        .selectFrom('processing_file')
        .innerJoin('processing_attempt', 'processing_attempt.id', 'processing_file.attempt')
        .select('processing_file.id')
        .where('field_run', '=', id as string)
        .where('part', '=', 'loc_file')
        .execute();
      return { remove: rows.map((row) => row.id) };
    },
  },
  applyShifts: { ...processing, body: { shift_type: 'NONE' } },
  findProcessingConflicts: { ...processing, body: {} },
  exportProcessing: { own: async (scene) => ({ id: (await makeProcessing(scene)).id, format: 'penzd' }) },
  finishProcessing: { own: async (scene) => ({ id: (await makeProcessing(scene, true)).id }), body: {} },
  resetProcessing: { ...processing, body: {} },
  restoreProcessing: {
    own: async (scene) => ({ id: (await makeArchived(scene)).id }),
    body: async ({ tx }: Scene, { id }: Record<string, unknown>) => {
      const row = await tx
        .selectFrom('processing_attempt')
        .select('id')
        .where('field_run', '=', id as string)
        .executeTakeFirst();
      return { attempt: row?.id ?? 1 };
    },
  },
  reopenProcessing: { own: makeFinished, body: { reason: 'A base was wrong.' } },
  leaseProcessing: { ...processing, body: {} },
  cancelProcessing: processing,
  listProcessingDecisions: processing,
  decideProcessing: { ...processing, body: { decisions: [{ kind: 'drop', names: ['5004'] }] } },
  undoProcessingDecisions: {
    own: async (scene) => ({ id: (await makeProcessing(scene, true)).id }),
    body: async ({ tx }: Scene, { id }: Record<string, unknown>) => {
      const row = await tx
        .selectFrom('processing_decision as d')
        .innerJoin('processing_attempt as a', 'a.id', 'd.attempt')
        .select('d.id')
        .where('a.field_run', '=', id as string)
        .executeTakeFirst();
      return { decisions: [row?.id ?? 1] };
    },
  },
  getProcessingShot: shot,
  updateProcessingShot: { ...shot, body: { description: 'STMH/cover' } },
  mergeProcessingShot: { ...shot, body: { extended_data_shot: null } },
  listRootShots: shot,
  createResolutionShot: {
    body: async (scene: Scene) => {
      const { attempt } = await makeProcessing(scene);
      const [first, second] = ['5000', '5001'].map((name) => makeShotId(attempt, name));
      return { first, second, root_shots: [first, second] };
    },
  },
  createSamePointShot: { body: async (scene: Scene) => ({ field_run: (await makeProcessing(scene)).id }) },
};
