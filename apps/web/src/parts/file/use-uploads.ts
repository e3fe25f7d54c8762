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
};

/** Files on their way to the store. A finished one is handed on and leaves the list; a refused or failed one stays with its reason. */
export function useUploads(rules: FileRules, onUploaded: (upload: Upload, file: File) => void) {
  const [items, setItems] = useState<UploadItem[]>([]);
  const cancels = useRef(new Map<number, AbortController>());
  const lastKey = useRef(0);
  const update = (key: number, patch: Partial<UploadItem>) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...patch } : item)));
  const drop = (key: number) => setItems((all) => all.filter((item) => item.key !== key));

  useEffect(() => {
    const running = cancels.current;
    return () => {
      for (const cancel of running.values()) cancel.abort();
    };
  }, []);

  async function send(key: number, file: File): Promise<void> {
    const cancel = new AbortController();
    cancels.current.set(key, cancel);
    update(key, { error: null, progress: 0 });
    try {
      const upload = await trackSave(sendFile(file, { signal: cancel.signal, onProgress: (progress) => update(key, { progress }) }));
      drop(key);
      onUploaded(upload, file);
    } catch (error) {
      if (cancel.signal.aborted) drop(key);
      else update(key, { error: errorText(error), canRetry: true });
    } finally {
      cancels.current.delete(key);
    }
  }

  function add(files: Iterable<File>): void {
    for (const file of files) {
      const key = ++lastKey.current;
      const error = whyNotFile(file, rules);
      setItems((all) => [...all, { key, file, progress: 0, error, canRetry: false }]);
      if (!error) void send(key, file);
    }
  }

  return {
    items,
    add,
    retry: (item: UploadItem) => void send(item.key, item.file),
    remove: (item: UploadItem) => {
      cancels.current.get(item.key)?.abort();
      drop(item.key);
    },
  };
}
