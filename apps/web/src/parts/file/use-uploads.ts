import type { Upload } from '@dmse/contract/files/upload';
import { useEffect, useRef, useState } from 'react';
import { trackSave } from '../../session/pending-saves.ts';
import { errorText } from '../notice/error-state.tsx';
import { type FileRules, whyNotFile } from './file-rules.ts';
import { sendFile } from './upload-file.ts';

export type UploadItem = {
  key: number;
  file: File;
  /** From 0 to 1, null when unknown. */
  progress: number | null;
  error: string | null;
  /** A file that was refused here cannot be tried again; one that failed on the way can. */
  canRetry: boolean;
  /** Its turn has not come: of many files a few are sent at a time. */
  isWaiting: boolean;
};

const MAX_AT_ONCE = 3;

/** Files on their way to the store. A finished one is handed on and leaves the list; a refused or failed one stays with its reason. */
export function useUploads(rules: FileRules, onUploaded: (upload: Upload, file: File) => void) {
  const [items, setItems] = useState<UploadItem[]>([]);
  const cancels = useRef(new Map<number, AbortController>());
  const lastKey = useRef(0);
  const queue = useRef<{ key: number; file: File }[]>([]);
  const update = (key: number, patch: Partial<UploadItem>) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...patch } : item)));
  const drop = (key: number) => setItems((all) => all.filter((item) => item.key !== key));

  useEffect(() => {
    const running = cancels.current;
    return () => {
      queue.current = [];
      for (const cancel of running.values()) cancel.abort();
    };
  }, []);

  async function send(key: number, file: File): Promise<void> {
    const cancel = new AbortController();
    cancels.current.set(key, cancel);
    update(key, { error: null, progress: 0, isWaiting: false });
    try {
      const upload = await trackSave(sendFile(file, { signal: cancel.signal, onProgress: (progress) => update(key, { progress }) }));
      drop(key);
      onUploaded(upload, file);
    } catch (error) {
      if (cancel.signal.aborted) drop(key);
      else update(key, { error: errorText(error), canRetry: true });
    } finally {
      cancels.current.delete(key);
      sendNext();
    }
  }

  function sendNext(): void {
    while (cancels.current.size < MAX_AT_ONCE) {
      const next = queue.current.shift();
      if (!next) return;
      void send(next.key, next.file);
    }
  }

  function add(files: Iterable<File>): void {
    for (const file of files) {
      const key = ++lastKey.current;
      const error = whyNotFile(file, rules);
      setItems((all) => [...all, { key, file, progress: 0, error, canRetry: false, isWaiting: error === null }]);
      if (!error) queue.current.push({ key, file });
    }
    sendNext();
  }

  return {
    items,
    add,
    retry: (item: UploadItem) => {
      update(item.key, { error: null, isWaiting: true });
      queue.current.push(item);
      sendNext();
    },
    remove: (item: UploadItem) => {
      queue.current = queue.current.filter(({ key }) => key !== item.key);
      cancels.current.get(item.key)?.abort();
      drop(item.key);
    },
  };
}
