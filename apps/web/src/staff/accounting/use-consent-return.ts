import { connectAccounting } from '@dmse/contract/accounting/link';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { invalidateArea } from '../../api/invalidate.ts';
import { ProblemError } from '../../api/problem-error.ts';
import { errorText } from '../../parts/notice/error-state.tsx';
import { useSetWords, useWord } from '../../parts/search/address.ts';

/** What was given is no field of a form: what is wrong with it is said without its name. */
function sayRefusal(problem: unknown): string {
  const messages = problem instanceof ProblemError ? Object.values(problem.fields).flat() : [];
  return messages.join(' ') || errorText(problem);
}

/**
 * Back from the accounting system: hands over what it gave, once, and takes it out of the address, so that a reload or the back button does
 * not hand it over again.
 */
export function useConsentReturn(): { isConnecting: boolean; refusal: string | null } {
  const [code, state, error] = [useWord('code'), useWord('state'), useWord('error')];
  const setWords = useSetWords();
  const queries = useQueryClient();
  const isTaken = useRef(false);
  const [isConnecting, setConnecting] = useState(Boolean(code && state));
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    if (isTaken.current || !(error || (code && state))) return;
    isTaken.current = true;
    async function connect(given: { code: string; state: string }): Promise<void> {
      await call(connectAccounting, {}, given).catch((problem: unknown) => setRefusal(sayRefusal(problem)));
      await invalidateArea(queries, 'xero');
      setConnecting(false);
    }
    if (code && state) void connect({ code, state });
    else setRefusal('The connection was not allowed over there, so nothing has changed. Connect again to allow it.');
    setWords({ code: undefined, state: undefined, error: undefined });
  }, [code, state, error, setWords, queries]);
  return { isConnecting, refusal };
}
