import { Id } from '@dmse/contract/common/fields';
import { endpoint } from '@dmse/contract/endpoint';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { call } from '../../../api/call.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { errorText } from '../../../parts/notice/error-state.tsx';

/** The invoice as the client gets it; of a draft, as it would be. */
export const getInvoicePdf = endpoint({
  get: '/api/invoices/invoice/:id/pdf/',
  query: z.strictObject({ revision: Id.optional() }),
  response: 'file',
  needs: 'invoices.read',
  summary: 'An invoice as a PDF',
});

/** The PDF as it is at this version of the invoice; it is fetched, because no page of ours may stand in a frame by its address. */
export function useInvoicePdf(id: number, version: number) {
  const [url, setUrl] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another document
  useEffect(() => {
    const abort = new AbortController();
    let made: string | null = null;
    setBusy(true);
    call(getInvoicePdf, { id }, undefined, { signal: abort.signal })
      .then((blob) => {
        made = URL.createObjectURL(new Blob([blob as unknown as Blob], { type: 'application/pdf' }));
        setUrl(made);
        setProblem(null);
      })
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        setUrl(null);
        setProblem(error instanceof ProblemError && error.status === 404 ? 'There is no PDF of this invoice yet.' : errorText(error));
      })
      .finally(() => {
        if (!abort.signal.aborted) setBusy(false);
      });
    return () => {
      abort.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, version]);
  return { url, problem, isBusy };
}
