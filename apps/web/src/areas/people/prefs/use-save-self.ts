import type { SelfPatch } from '@dmse/contract/people/user';
import type { z } from 'zod';
import { showProblem } from '../../../api/problem-toast.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { trackSave } from '../../../session/pending-saves.ts';
import { useUpdateSelf } from '../../../session/self.ts';

/** Saves at once and says so; answers whether it went well. */
export function useSaveSelf(): (patch: z.input<typeof SelfPatch>) => Promise<boolean> {
  const update = useUpdateSelf();
  return async (patch) => {
    try {
      await trackSave(update(patch));
      showToast({ text: 'Preferences saved.', icon: 'check_circle', colour: 'success' });
      return true;
    } catch (error) {
      showProblem(error);
      return false;
    }
  };
}
