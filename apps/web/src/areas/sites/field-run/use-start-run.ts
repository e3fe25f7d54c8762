import { updateFieldRun } from '@dmse/contract/sites/field-run';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';

/** Where a run lives in the field app. */
export function fieldPath(id: string): string {
  return `/fieldrun/field/${id}`;
}

/** Makes a Waiting run Active and opens it in the field app. A second tap while the first is on its way does nothing. */
export function useStartRun(): (id: string) => Promise<void> {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const isBusy = useRef(false);
  return async (id) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await call(updateFieldRun, { id }, { state: 'Active' });
      void invalidateArea(queries, 'sites');
      await navigate({ to: fieldPath(id) });
    } catch (error) {
      void invalidateArea(queries, 'sites');
      showProblem(error, 'Failed to start run.');
    } finally {
      isBusy.current = false;
    }
  };
}
