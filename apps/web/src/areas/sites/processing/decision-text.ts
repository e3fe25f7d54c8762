import type { ProcessingDecision } from '@dmse/contract/sites/processing/decision';
import { sayCount } from '@dmse/domain/text/counts';

const many = (names: readonly string[]) => (names.length === 1 ? names[0]! : sayCount(names.length, 'point'));

/** What was decided, for a toast. The list of decisions has the server's own sentence. */
function sayDecision(decision: ProcessingDecision): string {
  switch (decision.kind) {
    case 'rename':
      return `Renamed ${decision.name} to ${decision.to}.`;
    case 'import_unlisted':
      return `Imported ${many(decision.names)}.`;
    case 'correct_description':
      return `Corrected “${decision.from}” to “${decision.to}”.`;
    case 'describe':
      return `Described ${decision.name} as “${decision.description}”.`;
    case 'drop':
      return `Left out ${many(decision.names)}.`;
    case 'group_same_points':
      return 'Averaged repeated shots.';
    case 'keep':
      return `Kept ${decision.kept}; ${decision.other} gives way to it.`;
    case 'average':
      return `Averaged ${decision.first} and ${decision.second}.`;
    case 'ignore_shots':
      return `Conflicts of ${many(decision.names)} ignored.`;
    case 'ignore_pair':
      return `${decision.first} and ${decision.second} stay as they are.`;
    case 'ignore':
      return 'Conflict ignored.';
    case 'attach':
      return decision.app_shot ? `Attached ${decision.name} to its field-app shot.` : `Detached ${decision.name}.`;
    case 'moves_with_run':
      return decision.does_move ? `${decision.name} moves with the run.` : `${decision.name} stays where it is.`;
    case 'use_file':
      return `${decision.base} uses ${decision.file}.`;
    case 'place_base':
      return `Placed base ${decision.base}.`;
    case 'correct_heights':
      return `Corrected the ${decision.what} height from ${decision.from} to ${decision.to}.`;
    case 'correct_antenna':
      return `Corrected the antenna height of ${decision.base}.`;
    case 'shift':
      return decision.shift.type === 'NONE' ? 'No shift.' : `Shift by ${decision.shift.type}.`;
    case 'waive':
      return 'Conflict waived.';
  }
}

export function sayDecisions(decisions: readonly ProcessingDecision[]): string {
  return decisions.length === 1 ? sayDecision(decisions[0]!) : `${sayCount(decisions.length, 'decision')} made.`;
}
