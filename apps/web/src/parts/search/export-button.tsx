import type { Endpoint } from '@dmse/contract/endpoint';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { callAny } from '../../api/call.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { saveFile } from '../file/save-file.ts';
import { Icon } from '../icon/icon.tsx';
import { useWords } from './address.ts';
import { readAddress } from './address-values.ts';
import type { SearchFilter } from './search-filter.ts';

const NO_FILTERS: readonly SearchFilter[] = [];

export type ExportButtonProps = {
  endpoint: Endpoint;
  /** Those of the list; the export takes what it knows of them. */
  filters?: readonly SearchFilter[];
};

/** Downloads what the list has found, with the filters in force. */
export function ExportButton({ endpoint, filters = NO_FILTERS }: ExportButtonProps) {
  const search = useWords();
  const [isBusy, setBusy] = useState(false);

  async function download(): Promise<void> {
    setBusy(true);
    try {
      saveFile((await callAny(endpoint, readAddress(endpoint.declaration.query, search, filters))) as Blob);
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
