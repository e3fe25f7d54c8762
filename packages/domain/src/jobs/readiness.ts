import { type Cents, sumCents } from '../money/cents.ts';
import type { MilestoneState } from '../states/milestone.ts';
import { sayCount } from '../text/counts.ts';
import type { Reason } from '../values/reason.ts';

/** What field and office have done on a job. */
export type WorkDone = {
  /** With what is budgeted for each. */
  milestones: readonly { state: MilestoneState; budget: Cents }[];
  runs: { finished: number; all: number };
  /** Structures captured whole (a position, every connection measured), those the runs have found, and those the budget plans. */
  structures: { whole: number; found: number; planned: number };
};

/** A budget line of a disbursement in this unit plans that many structures. */
export const STRUCTURE_UNITS: readonly string[] = ['structure', 'structures'];

/** How much each kind of work counts, in percent of the fee. What a job has none of counts nothing, and the others share its part. */
export const READINESS_WEIGHTS = { milestones: 60, runs: 25, structures: 15 } as const;
export type ReadinessPart = {
  name: keyof typeof READINESS_WEIGHTS;
  /** Of a hundred, after the parts that the job has none of are shared out. */
  weight: number;
  /** How much of this part is done, of a hundred. */
  done: number;
  says: string;
};

/** By budget; where nothing is budgeted all count alike. What is skipped is not asked for. */
function milestonesDone(milestones: WorkDone['milestones']): { share: number; says: string } | null {
  const asked = milestones.filter(({ state }) => state !== 'skipped');
  if (asked.length === 0) return null;
  const done = asked.filter(({ state }) => state === 'done');
  const whole = sumCents(asked.map(({ budget }) => budget));
  const share = whole > 0 ? sumCents(done.map(({ budget }) => budget)) / whole : done.length / asked.length;
  // All of them, whatever they cost: work that was not budgeted is work too.
  const isAll = done.length === asked.length;
  const counted = `${done.length} of ${sayCount(asked.length, 'milestone')} done`;
  return { share: isAll ? 1 : Math.min(share, 0.99), says: whole > 0 ? `${counted}, weighed by budget` : counted };
}

const partly = (done: number, all: number, says: string) => (all > 0 ? { share: Math.min(done, all) / all, says } : null);

/** Of those that are planned; where more were found in the field, of all that were found. */
function structuresDone({ whole, found, planned }: WorkDone['structures']) {
  const all = Math.max(found, planned);
  const of = planned === 0 ? 'found in the field' : found > planned ? `found in the field, ${planned} planned` : 'planned';
  return partly(whole, all, `${whole} of ${sayCount(all, 'structure')} captured whole (${of})`);
}

/** The progress that is proposed, in whole percent, and what it is made of. Never more than is done: it is rounded down. */
export function proposeProgress({ milestones, runs, structures }: WorkDone): { percent: number; parts: ReadinessPart[] } {
  const found = {
    milestones: milestonesDone(milestones),
    runs: partly(runs.finished, runs.all, `${runs.finished} of ${sayCount(runs.all, 'field run')} finished`),
    structures: structuresDone(structures),
  };
  const names = (Object.keys(READINESS_WEIGHTS) as ReadinessPart['name'][]).filter((name) => found[name] !== null);
  const all = names.reduce((sum, name) => sum + READINESS_WEIGHTS[name], 0);
  const parts = names.map((name) => {
    const { share, says } = found[name]!;
    return { name, weight: (100 * READINESS_WEIGHTS[name]) / all, done: 100 * share, says };
  });
  const percent = parts.reduce((sum, { weight, done }) => sum + (weight * done) / 100, 0);
  // What adds up to a whole percent but for the last digit of a fraction is that percent.
  return { percent: Math.floor(percent + 1e-9), parts };
}

/** May this progress be accepted? Something else than what is proposed needs a reason. */
export function whyNotAcceptProgress(proposed: number, accepted: number, reason: string): Reason {
  if (accepted < 0 || accepted > 100) return { code: 'INVALID', sentence: 'Progress is between 0 and 100 %.' };
  if (accepted !== proposed && reason.trim() === '')
    return { code: 'REASON_NEEDED', sentence: `Say why it is not the ${proposed} % that is proposed.` };
  return null;
}
