import type { ShiftChoice } from '@dmse/contract/sites/processing/decision';
import type { ProcessingOverview, ProcessingShifts } from '@dmse/contract/sites/processing/result';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../../../parts/search/address.ts';

const TYPES = ['NONE', 'HPN', 'CONTROL'] as const;

/** What a remedy of a conflict asks for in the address: `?shift=CONTROL&source=raw&other_side=reshift`. */
function readAddress(words: Record<string, unknown>): Partial<ShiftChoice> {
  const type = TYPES.find((one) => one === words.shift);
  return {
    ...(type ? { type } : {}),
    ...(words.source === 'raw' || words.source === 'points' ? { source: words.source } : {}),
    ...(words.other_side === 'reshift' ? { other_side: 'reshift' as const } : {}),
  };
}

/** All that agree and stand, unless somebody has chosen. */
function acceptedOf(choice: ShiftChoice, { sources }: ProcessingShifts): string[] {
  if (choice.accepted.length > 0) return choice.accepted;
  const observations = sources.find(({ source }) => source === choice.source)?.observations ?? [];
  return observations.filter(({ is_accepted, control }) => is_accepted && !control.control_destroyed).map(({ shot_name }) => shot_name);
}

/** A shift as it is being chosen: what is in force or suggested, then what the address asks for, then what was changed here. */
export function useShiftDraft(shifts: ProcessingShifts, plan: ProcessingOverview['plan']) {
  const navigate = useNavigate();
  const asked = readAddress(useWords());
  const [changed, setChanged] = useState<Partial<ShiftChoice>>({});
  const start = plan?.choice ?? shifts.suggested;
  const begun = { ...start, accepted: acceptedOf(start, shifts) };
  return {
    choice: { ...begun, ...asked, ...changed } as ShiftChoice,
    isChanged: Object.keys(asked).length > 0 || Object.keys(changed).length > 0,
    change: (patch: Partial<ShiftChoice>) => setChanged((earlier) => ({ ...earlier, ...patch })),
    clear: () => {
      setChanged({});
      void navigate({
        search: (words: Record<string, unknown>) => ({ ...words, shift: undefined, source: undefined, other_side: undefined }),
        replace: true,
      } as never);
    },
  };
}
