import type { Upload } from '@dmse/contract/files/upload';
import { createHistoricalDrafts } from '@dmse/contract/historicals/historical-file';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { trackSave } from '../../../session/pending-saves.ts';

const MAX_AT_ONCE = 200;
/** Scans that arrive within this time become drafts together. */
const GATHER_MS = 700;

/** Makes drafts of uploaded scans, many with one call. Scans whose call failed are kept, and tried again when asked to. */
export function useDraftUploads(company: string, onMade: () => void) {
  const [waiting, setWaiting] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const files = useRef<Upload[]>([]);
  const isBusy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ company, onMade });
  latest.current = { company, onMade };
  useEffect(() => () => clearTimeout(timer.current), []);

  async function make(): Promise<void> {
    clearTimeout(timer.current);
    if (isBusy.current) return;
    isBusy.current = true;
    setProblem(null);
    try {
      while (files.current.length > 0) {
        // Several are sent at once and arrive in any order; drafts stand in that of their names.
        const some = files.current
          .slice(0, MAX_AT_ONCE)
          .sort((one, other) => one.name.localeCompare(other.name, 'en-CA', { numeric: true }));
        const of = latest.current.company.trim();
        const made = await trackSave(call(createHistoricalDrafts, {}, { files: some.map(({ id }) => id), ...(of ? { company: of } : {}) }));
        setRefused((before) => [...before, ...made.refused]);
        files.current = files.current.filter((file) => !some.includes(file));
        setWaiting(files.current.length);
        latest.current.onMade();
      }
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      isBusy.current = false;
    }
  }
  return {
    /** Uploaded, and not a draft yet. */
    waiting,
    problem,
    /** A sentence for each file that is no scan. */
    refused,
    forgetRefused: () => setRefused([]),
    make,
    add: (file: Upload) => {
      files.current = [...files.current, file];
      setWaiting(files.current.length);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void make(), GATHER_MS);
    },
  };
}
