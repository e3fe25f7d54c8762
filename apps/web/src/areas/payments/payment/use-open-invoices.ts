import { getOpenItems, type OpenInvoice, type Payment } from '@dmse/contract/payments/payment';
import { useMemo, useRef } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { mergeOpen } from './allocation-draft.ts';

const NONE: Payment['allocations'] = [];

/** The invoices that money of a client can be put on. What was shown once stays, also when somebody has paid it meanwhile. */
export function useOpenInvoices(client: number | null, own = NONE) {
  const { data, error, isError, isFetching, refetch } = useCall(getOpenItems, client === null ? {} : { client }, {
    enabled: client !== null,
    staleTime: 0,
  });
  const shown = useRef<{ client: number | null; rows: readonly OpenInvoice[] }>({ client: null, rows: [] });
  const invoices = data?.invoices;
  const rows = useMemo(() => {
    if (shown.current.client !== client) shown.current = { client, rows: [] };
    if (!invoices) return undefined;
    const merged = mergeOpen(invoices, own, shown.current.rows);
    shown.current.rows = merged;
    return merged;
  }, [client, invoices, own]);
  return { rows, error, isError, isFetching, refetch };
}
