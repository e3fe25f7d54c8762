import type { ExplainedStep, ProcessingShot } from '@dmse/contract/sites/processing/shot';
import { rodOf } from '@dmse/survey/assemble/correct-heights';
import { compareNames, type Shot } from '@dmse/survey/assemble/shot';
import { type ExplainStep, type Explanation, explainShot } from '@dmse/survey/explain/explain';
import { sayExplanation } from '@dmse/survey/explain/say';
import { errorEllipse } from '@dmse/survey/geo/error-ellipse';
import { indexChildren, leavesUnder } from '@dmse/survey/group/average';
import type { AnswerTo } from '../question.ts';
import type { WorkedOut } from '../run-keeper.ts';

export function toProcessingShot(shot: Shot, { inputs, run }: Pick<WorkedOut, 'inputs' | 'run'>): ProcessingShot {
  const { easting, northing, elevation, is_final } = run.finals.get(shot.id)!;
  return {
    id: shot.id,
    field_run: inputs.key,
    name: shot.name,
    datetime: shot.datetime,
    description: shot.description,
    code: shot.code,
    full_code: shot.full_code,
    original_code: shot.original_code,
    easting: shot.easting,
    northing: shot.northing,
    elevation: shot.elevation,
    final: { easting, northing, elevation, is_final },
    number_of_satellites: shot.number_of_satellites,
    age_of_corrections: shot.age_of_corrections,
    status: shot.status,
    HRMS: shot.HRMS,
    VRMS: shot.VRMS,
    PDOP: shot.PDOP,
    HDOP: shot.HDOP,
    VDOP: shot.VDOP,
    TDOP: shot.TDOP,
    GDOP: shot.GDOP,
    rod_height: rodOf(shot),
    instrument_height: shot.corrected_instrument ?? shot.instrument_height,
    instrument_type: shot.instrument_type,
    origin: shot.origin,
    parent: shot.parent,
    extended_data_shot: shot.extended_data_shot,
    raw_file: shot.raw_file,
    was_overwritten: shot.was_overwritten,
    is_processed: shot.is_processed,
    is_dropped: shot.is_dropped,
    bad_hrms: shot.bad_hrms,
    bad_vrms: shot.bad_vrms,
    bad_fixed_status: shot.bad_fixed_status,
    bad_code: shot.bad_code,
    ellipse: shot.covariance && shot.HRMS ? errorEllipse(shot.covariance, shot.HRMS) : null,
    earlier: shot.earlier.map(({ lines: _, ...reading }) => reading),
  };
}

export function answerShot(id: string, made: WorkedOut): AnswerTo<{ kind: 'shot'; id: string }> {
  const { run, by_id } = made;
  const shot = by_id.get(id);
  const explanation = explainShot(id, { by_id, finals: run.finals });
  if (!shot || !explanation) return null;
  const children = run.shots.filter(({ parent }) => parent === id).toSorted((a, b) => compareNames(a.name, b.name));
  return {
    ...toProcessingShot(shot, made),
    explanation: toTree(explanation),
    children: children.map((child) => toProcessingShot(child, made)),
  };
}

/** The measured shots under a point, at whatever depth; itself for one that was measured. */
export function answerRootShots(id: string, made: WorkedOut): AnswerTo<{ kind: 'root_shots'; id: string }> {
  const { run, by_id } = made;
  const shot = by_id.get(id);
  if (!shot) return null;
  const leaves = leavesUnder(shot, indexChildren(run.shots));
  return leaves.map((leaf) => ({ ...toProcessingShot(leaf.shot, made), is_used: leaf.is_used }));
}

const TITLES: Record<ExplainStep['step'], string> = {
  measured: 'Reading',
  satellite: 'Satellite position',
  rod: 'Rod',
  height: 'Corrected height',
  collector_geoid: 'Geoid of the collector',
  localization: 'Localization of the collector',
  renumbered: 'Renumbered',
  overwritten: 'Overwritten',
  edited: 'Edited in the points file',
  code: 'Code',
  shift: 'Shift',
  no_shift: 'Shift',
  average: 'Average',
  decision: 'Decision',
  final: 'Final',
};

function toTree(explanation: Explanation): ExplainedStep[] {
  return explanation.steps.map((step) => {
    const roots = step.step === 'average' ? step.roots : [];
    const alone = step.step === 'average' ? { ...step, roots: [] } : step;
    return {
      title: TITLES[step.step],
      lines: sayExplanation({ ...explanation, steps: [alone] }),
      // A mean is of readings, never of means.
      children: roots.map((root) => ({ title: root.name, lines: [], children: toTree(root) })),
    };
  });
}
