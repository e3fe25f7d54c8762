import { listUploads, type Upload } from '@dmse/contract/accounting/upload';
import { UPLOAD_STATES } from '@dmse/domain/accounting-link/documents';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useCallback } from 'react';
import { UploadStateChip } from '../../areas/invoices/upload/upload-chips.tsx';
import { UploadSays } from '../../areas/invoices/upload/upload-says.tsx';
import { sayUpload, UPLOAD_STATE_WORDS } from '../../areas/invoices/upload/upload-text.ts';
import { useRetryUpload } from '../../areas/invoices/upload/use-retry-upload.ts';
import type { SearchColumn } from '../../parts/search/search-column.ts';
import type { SearchFilter } from '../../parts/search/search-filter.ts';
import { SearchTable } from '../../parts/search/search-table.tsx';
import { MoneyText } from '../../parts/text/money-text.tsx';
import { useCan, useSelf } from '../../session/self.ts';

/** The number leads to what it is of: the payment, or the invoice. */
function UploadName({ upload }: { upload: Upload }) {
  const { number, invoice, payment, client } = upload;
  const address = payment ? `/app/payment/${payment}` : invoice ? `/app/invoice/${invoice.id}` : null;
  return (
    <Box sx={{ whiteSpace: 'normal', py: 1, lineHeight: 1.4, fontWeight: 400 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
        {address ? <Link href={address}>{number}</Link> : <span>{number}</span>}
        <span>{sayUpload(upload)}</span>
      </Box>
      <Box sx={{ color: 'text.secondary' }}>{client.name}</Box>
    </Box>
  );
}

const COLUMNS: readonly SearchColumn<Upload>[] = [
  { id: 'number', title: 'Document', cell: (row) => <UploadName upload={row} />, width: '28%' },
  { id: 'amount', title: 'Amount (CAD)', cell: ({ amount }) => <MoneyText cents={amount} dense />, align: 'right', width: 120 },
  { id: 'says', title: 'Answer', cell: (row) => <UploadSays upload={row} />, card: 'line' },
  { id: 'state', title: 'State', cell: ({ state }) => <UploadStateChip state={state} />, width: 140, card: 'chip' },
];
const FILTERS: readonly SearchFilter[] = [
  {
    kind: 'multi',
    name: 'state',
    label: 'State',
    choices: UPLOAD_STATES.map((value) => ({ value, label: UPLOAD_STATE_WORDS[value].text })),
  },
];
const idsOf = (rows: readonly Upload[]) => rows.filter(({ state }) => state === 'failed').map(({ id }) => id);
const titleOf = (row: Upload) => `${sayUpload(row)} ${row.number}`;

/** What was sent, waits or was refused, the newest first, and another try. */
export function UploadsTab() {
  const { preferences } = useSelf();
  const mayRetry = useCan('invoices.write');
  const { retry, isBusy } = useRetryUpload();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function draws every row again
  const rowActions = useCallback(
    (row: Upload) =>
      mayRetry && row.state === 'failed'
        ? [{ label: 'Retry', icon: 'refresh' as const, run: () => void retry([row.id]), isPrimary: true, isOnCard: true }]
        : [],
    [mayRetry],
  );
  return (
    <SearchTable
      endpoint={listUploads}
      label="Uploads"
      noun={['upload', 'uploads']}
      columns={COLUMNS}
      filters={FILTERS}
      search={null}
      refreshEvery={10_000}
      pageSize={preferences.page_size}
      rowTitle={titleOf}
      rowActions={rowActions}
      actionsWidth={90}
      empty={{ text: 'Invoices are sent when they are submitted, payments when they are deposited.' }}
      {...(mayRetry
        ? {
            selection: ({ rows, clear }) => {
              const ids = idsOf(rows);
              return (
                <Button
                  size="small"
                  variant="outlined"
                  loading={isBusy}
                  disabled={ids.length === 0}
                  onClick={() => void retry(ids).then(clear)}
                >
                  Retry {ids.length} refused
                </Button>
              );
            },
          }
        : {})}
    />
  );
}
