import type { ProcessingDecision } from '@dmse/contract/sites/processing/decision';
import { decideProcessing } from '@dmse/contract/sites/processing/decision';
import * as run from '@dmse/contract/sites/processing/run';
import { makeShotId } from '../../../apps/server/src/adapters/processing/shot-id.ts';
import { makeRun } from '../../../apps/server/src/testing/fixtures/field-fixture.ts';
import { HPN_SHIFT, RUN_FILES } from '../../../apps/server/src/testing/fixtures/processing-fixture.ts';
import { formOf } from '../../../apps/server/src/testing/fixtures/upload-fixture.ts';
import type { Desk, Example } from './examples.ts';

/** A run with its five files imported, and what was decided about it. */
async function makeProcessing({ me }: Desk, decisions: ProcessingDecision[] = []) {
  const id = await makeRun(me);
  const { attempt } = await me.call(run.importProcessing, { id }, undefined as never, formOf(RUN_FILES));
  const { ids } = decisions.length > 0 ? await me.call(decideProcessing, { id }, { decisions }) : { ids: [] };
  return { id, attempt: attempt!.id, decisions: ids, shot: (name: string) => makeShotId(attempt!.id, name) };
}

/** For each call of the processing wizard: something to do. */
export const PROCESSING_EXAMPLES: Record<string, (desk: Desk) => Promise<Example>> = {
  importProcessing: async ({ me }) => ({ input: { id: await makeRun(me) }, options: formOf(RUN_FILES) }),
  updateProcessing: async (desk) => {
    const { id } = await makeProcessing(desk);
    const { files } = await desk.me.call(run.getProcessing, { id });
    return { input: { id }, body: { remove: files.filter(({ part }) => part === 'loc_file').map((file) => file.id) } };
  },
  applyShifts: async (desk) => ({ input: { id: (await makeProcessing(desk)).id }, body: { shift_type: 'NONE' } }),
  findProcessingConflicts: async (desk) => {
    const { id, shot } = await makeProcessing(desk);
    return { input: { id }, body: { ignored_shots: [shot('5004')], reason: 'seen' } };
  },
  finishProcessing: async (desk) => ({
    input: { id: (await makeProcessing(desk, [HPN_SHIFT])).id },
    body: {},
  }),
  resetProcessing: async (desk) => ({ input: { id: (await makeProcessing(desk)).id }, body: {} }),
  restoreProcessing: async (desk) => {
    const { id, attempt } = await makeProcessing(desk);
    await desk.me.call(run.resetProcessing, { id }, {});
    return { input: { id }, body: { attempt } };
  },
  reopenProcessing: async (desk) => {
    const { id } = await makeProcessing(desk, [HPN_SHIFT]);
    await desk.me.call(run.finishProcessing, { id }, {});
    return { input: { id }, body: { reason: 'a wrong base' } };
  },
  leaseProcessing: async (desk) => {
    const { id } = await makeProcessing(desk);
    return { input: { id }, body: { release: true } };
  },
  decideProcessing: async (desk) => ({
    input: { id: (await makeProcessing(desk)).id },
    body: { decisions: [{ kind: 'drop', names: ['5004'] }], why: 'not wanted' },
  }),
  undoProcessingDecisions: async (desk) => {
    const { id, decisions } = await makeProcessing(desk, [HPN_SHIFT]);
    return { input: { id }, body: { decisions } };
  },
  updateProcessingShot: async (desk) => ({ input: { id: (await makeProcessing(desk)).shot('5004') }, body: { description: 'SAMH/deep' } }),
  mergeProcessingShot: async (desk) => ({ input: { id: (await makeProcessing(desk)).shot('5004') }, body: { extended_data_shot: null } }),
  createResolutionShot: async (desk) => {
    const { shot } = await makeProcessing(desk);
    const [first, second] = [shot('5000'), shot('5001')];
    return { input: {}, body: { first, second, root_shots: [first, second] } };
  },
  createSamePointShot: async (desk) => ({ input: {}, body: { field_run: (await makeProcessing(desk)).id } }),
};
