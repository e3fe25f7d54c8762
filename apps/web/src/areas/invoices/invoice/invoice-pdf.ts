import { invoicePdf } from '@dmse/contract/invoices/document';
import type { Invoice } from '@dmse/contract/invoices/invoice';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { errorText } from '../../../parts/notice/error-state.tsx';

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
        made = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }));
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
