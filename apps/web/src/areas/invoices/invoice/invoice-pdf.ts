import { endpoint } from '@dmse/contract/endpoint';
import type { Invoice } from '@dmse/contract/invoices/invoice';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { call } from '../../../api/call.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { errorText } from '../../../parts/notice/error-state.tsx';

const invoicePdf = endpoint({
  get: '/api/invoices/invoice/:id/pdf/',
  query: z.strictObject({ revision: z.int().min(1).optional(), preview: z.boolean().optional() }),
  response: 'file',
  needs: 'invoices.read',
  summary: 'An invoice as a PDF: as it was sent, or what is being written',
});

/**
 * The version in force or an earlier one as it was sent, or a preview of what is being written. It is fetched anew with every version of the invoice, and
 * not framed by its address: no page of ours may stand in a frame.
 */
export function useInvoicePdf({ id, version }: Pick<Invoice, 'id' | 'version'>, preview: boolean, revision?: number) {
  const [url, setUrl] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another document
  useEffect(() => {
    const abort = new AbortController();
    let made: string | null = null;
    setBusy(true);
    call(invoicePdf, { id, ...(preview ? { preview } : {}), ...(revision === undefined ? {} : { revision }) }, undefined, {
      signal: abort.signal,
    })
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
  }, [id, version, preview, revision]);
  return { url, problem, isBusy };
}
