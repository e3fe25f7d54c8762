import { readQuery } from '@dmse/contract/common/read-query';
import type { Endpoint } from '@dmse/contract/endpoint';
import Button from '@mui/material/Button';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { saveFile } from '../../parts/file/save-file.ts';
import { Icon } from '../../parts/icon.tsx';

export type ExportButtonProps = {
  endpoint: Endpoint;
  /** The words of the address the export understands. */
  filters: readonly string[];
  fileName: string;
};

/** Downloads what the list has found, with the filters in force. */
export function ExportButton({ endpoint, filters, fileName }: ExportButtonProps) {
  const search = useSearch({ strict: false }) as Record<string, string | string[] | undefined>;
  const [isBusy, setBusy] = useState(false);

  async function download(): Promise<void> {
    setBusy(true);
    try {
      const words = Object.fromEntries(filters.filter((name) => search[name] !== undefined).map((name) => [name, search[name]]));
      const input = endpoint.declaration.query ? readQuery(endpoint.declaration.query, words) : {};
      saveFile((await call(endpoint, input as never)) as unknown as Blob, fileName);
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button startIcon={<Icon name="download" size={18} />} loading={isBusy} onClick={() => void download()}>
      Export
    </Button>
  );
}
