import { useEffect, useRef } from 'react';
import type { RecognisedFile } from './recognise-files.ts';
import type { RecogniseAnswer, RecogniseQuestion } from './recognise-worker.ts';

type Waiting = { resolve: (files: RecognisedFile[]) => void; reject: (error: Error) => void };
type Recogniser = { worker: Worker; waiting: Map<number, Waiting> };

function startWorker(): Recogniser {
  const worker = new Worker(new URL('./recognise-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  worker.onmessage = ({ data }: MessageEvent<RecogniseAnswer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('files' in data) asked?.resolve(data.files);
    else asked?.reject(new Error(data.problem));
  };
  worker.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Error('The file cannot be read on this device.'));
    waiting.clear();
  };
  return { worker, waiting };
}

/** Recognises files one after the other in a worker, which ends with the page. */
export function useRecogniser(): (question: Omit<RecogniseQuestion, 'id'>) => Promise<RecognisedFile[]> {
  const made = useRef<Recogniser | null>(null);
  const count = useRef(0);
  useEffect(
    () => () => {
      made.current?.worker.terminate();
      made.current = null;
    },
    [],
  );
  return (question) => {
    made.current ??= startWorker();
    const { worker, waiting } = made.current;
    count.current += 1;
    const id = count.current;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...question } satisfies RecogniseQuestion);
    });
  };
}
