import type { Upload } from '@dmse/contract/files/upload';
import { useState } from 'react';

/**
 * A file that the server reads before anything of it is written: what was found, and what is under way. What was found in one file says
 * nothing of another, so it is forgotten as soon as another is there, whether that can be read or not.
 */
export function useFileCheck<Check>() {
  const [file, setFile] = useState<Upload | null>(null);
  const [check, setCheck] = useState<Check | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<unknown>(null);

  async function during(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setTrouble(null);
    try {
      await work();
    } catch (error) {
      setTrouble(error);
    } finally {
      setBusy(false);
    }
  }

  function look(upload: Upload, read: () => Promise<Check>): Promise<void> {
    return during(async () => {
      if (upload.id !== file?.id) setCheck(null);
      setFile(upload);
      setCheck(await read());
    });
  }

  return { file, check, isBusy, isReading: isBusy && file !== null && check === null, trouble, during, look };
}
