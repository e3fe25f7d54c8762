import type { ProcessingPart } from '@dmse/domain/sites/processing';
import type { FileSummary } from '@dmse/survey/run/file-summary';
import type { SurveySettings } from '@dmse/survey/survey-settings';
import { useRef, useState } from 'react';
import type { WantedRun } from './recognise-files.ts';
import { useRecogniser } from './use-recogniser.ts';

/** A file that was chosen; without a summary while it is read, or where it could not be. */
export type ChosenFile = {
  key: number;
  name: string;
  file: File;
  hash: string;
  summary: FileSummary | null;
  /** Where it is put; null where it is not imported. */
  slot: ProcessingPart | null;
  /** Why it may belong to another run. */
  others: readonly string[];
  /** Why it could not be read. */
  problem: string | null;
};

export const isReading = ({ summary, problem }: ChosenFile) => summary === null && problem === null;

export const stopsOf = ({ summary, problem }: ChosenFile): string[] => [
  ...(problem === null ? [] : [problem]),
  ...(summary?.problems ?? []).filter(({ severity }) => severity === 'stop').map(({ sentence }) => sentence),
];

/** The files somebody chose, each recognised by its content and put where it belongs. */
export function useChosenFiles(settings: SurveySettings | null, run: WantedRun) {
  const recognise = useRecogniser();
  const [items, setItems] = useState<readonly ChosenFile[]>([]);
  const last = useRef(0);

  function replace(key: number, made: readonly ChosenFile[]): void {
    // One that was taken away meanwhile does not come back.
    setItems((now) => now.flatMap((item) => (item.key === key ? made : [item])));
  }

  async function read({ key, file, name }: ChosenFile): Promise<void> {
    if (!settings) return;
    try {
      const found = await recognise({ file, settings, run });
      const made = found.map((one, at): ChosenFile => {
        if (at > 0) last.current += 1;
        const { hash, summary, others } = one;
        const isStopped = summary.problems.some(({ severity }) => severity === 'stop');
        return {
          key: at === 0 ? key : last.current,
          name: one.name,
          file: new File([one.bytes], one.name),
          hash,
          summary,
          slot: isStopped ? null : summary.part,
          others,
          problem: null,
        };
      });
      if (made.length > 0) replace(key, made);
      else replace(key, [{ key, name, file, hash: '', summary: null, slot: null, others: [], problem: 'The archive holds no files.' }]);
    } catch (error) {
      const problem = error instanceof Error ? error.message : 'The file cannot be read.';
      replace(key, [{ key, name, file, hash: '', summary: null, slot: null, others: [], problem }]);
    }
  }

  function add(files: readonly File[]): void {
    const made = files.map((file): ChosenFile => {
      last.current += 1;
      return { key: last.current, name: file.name, file, hash: '', summary: null, slot: null, others: [], problem: null };
    });
    setItems((now) => [...now, ...made]);
    for (const item of made) void read(item);
  }

  return {
    items,
    add,
    move: (key: number, slot: ProcessingPart | null) => setItems((now) => now.map((item) => (item.key === key ? { ...item, slot } : item))),
    remove: (key: number) => setItems((now) => now.filter((item) => item.key !== key)),
  };
}

/** Of files with the same content the first counts: key of the later → name of the first. */
export function findRepeats(items: readonly ChosenFile[]): ReadonlyMap<number, string> {
  const first = new Map<string, string>();
  const repeats = new Map<number, string>();
  for (const { key, hash, name } of items) {
    if (hash === '') continue;
    const same = first.get(hash);
    if (same === undefined) first.set(hash, name);
    else repeats.set(key, same);
  }
  return repeats;
}
