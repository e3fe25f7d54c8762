import type { ProcessingDecision } from './decision.ts';

const metres = (value: number) => `${value.toFixed(3)} m`;

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

/** A decision in one sentence, for the list beside the wizard and for the history. */
export function sayDecision(decision: ProcessingDecision): string {
  switch (decision.kind) {
    case 'rename':
      return `${decision.name} of ${decision.file} renamed to ${decision.to}`;
    case 'order_points':
      return `${decision.file} read with ${decision.order === 'PENZD' ? 'easting' : 'northing'} first`;
    case 'import_unlisted':
      return `imported ${listNames(decision.names)}`;
    case 'correct_description':
      return `"${decision.from}" corrected to "${decision.to}" everywhere`;
    case 'describe':
      return `${decision.name} described as "${decision.description}"`;
    case 'drop':
      return `left out ${listNames(decision.names)}`;
    case 'group_same_points':
      return 'repeated shots averaged';
    case 'keep':
      return `${decision.kept} kept, ${decision.other} gives way`;
    case 'average':
      return `${decision.first} and ${decision.second} averaged from ${listNames(decision.ticked)}`;
    case 'ignore_shots':
      return `conflicts of ${listNames(decision.names)} left as they are`;
    case 'ignore_pair':
      return `${decision.first} and ${decision.second} left as two points`;
    case 'ignore':
      return `conflict ${decision.conflict} left as it is`;
    case 'attach':
      return decision.app_shot === null
        ? `${decision.name} detached from the field app`
        : `${decision.name} matched to a shot of the field app`;
    case 'moves_with_run':
      return `${decision.name} ${decision.does_move ? 'moves with the run' : 'stays where it is'}`;
    case 'use_file':
      return `${decision.file} used for base ${decision.base}`;
    case 'place_base':
      return `base ${decision.base} placed ${'control' in decision.position ? 'on a published control point' : 'by typed coordinates'}`;
    case 'correct_heights':
      return `${decision.what} height of ${decision.from} to ${decision.to} corrected to ${metres(decision.height)}`;
    case 'correct_antenna':
      return `antenna of base ${decision.base} corrected to ${metres(decision.antenna_height)}`;
    case 'shift': {
      const { type, source, typed, accepted } = decision.shift;
      const from = source === 'raw' ? ', coordinates recomputed from the raw file' : '';
      if (typed)
        return `shifted by ${metres(typed.d_easting)} E, ${metres(typed.d_northing)} N, ${metres(typed.d_elevation)} up, typed${from}`;
      return `${{ NONE: 'no shift', HPN: 'HPN shift', CONTROL: `shift by control ${accepted.join(', ')}` }[type]}${from}`;
    }
    case 'waive':
      return `blocking conflict ${decision.conflict} waived`;
  }
}
