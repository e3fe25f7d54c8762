import { retryUpload } from '@dmse/contract/accounting/upload';
import { sayCount } from '@dmse/domain/text/counts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';

/** Sends again what was refused, one after another; one that cannot be sent again does not keep the others. */
export function useRetryUpload(): { retry: (ids: readonly number[]) => Promise<void>; isBusy: boolean } {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  async function retry(ids: readonly number[]): Promise<void> {
    setBusy(true);
    const refusals: unknown[] = [];
    for (const id of ids) await call(retryUpload, { id }).catch((error: unknown) => refusals.push(error));
    const sent = ids.length - refusals.length;
    if (sent > 0) showToast({ text: ids.length === 1 ? 'It will be sent again.' : `${sayCount(sent, 'document')} will be sent again.` });
    if (refusals.length > 0) showProblem(refusals[0], `${sayCount(refusals.length, 'document')} could not be sent again.`);
    for (const area of ['xero', 'invoices'] as const) await invalidateArea(client, area);
    setBusy(false);
  }
  return { retry, isBusy };
}
