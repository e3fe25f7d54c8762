import { type ImportBatch, listImports, undoImport } from '@dmse/contract/clients/import';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { useCall } from '../../../api/use-call.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { sayCount } from './import-rows.ts';

/** Earlier imports, each of which can be taken back as one while nobody has worked on what it brought. */
export function ImportList() {
  const { data } = useCall(listImports, { page_size: 10 });
  const [undoing, setUndoing] = useState<ImportBatch | null>(null);
  const queries = useQueryClient();

  async function undo(): Promise<void> {
    if (!undoing) return;
    await call(undoImport, { id: undoing.id });
    await invalidateArea(queries, 'clients');
    showToast({ text: `Took back ${sayCount(undoing.created, undoing.noun)}.` });
  }

  if (!data || data.count === 0) return null;
  return (
    <Paper component="section" variant="outlined" sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        Earlier imports
      </Typography>
      {data.results.map((batch) => (
        <Stack
          key={batch.id}
          direction="row"
          sx={{ alignItems: 'center', gap: 3, py: 2, borderTop: 1, borderColor: 'divider', flexWrap: 'wrap' }}
        >
          <Typography sx={{ flex: 1, minWidth: 200 }}>
            <DateText value={batch.created_on} /> {batch.created_by?.full_name} imported {sayCount(batch.created, batch.noun)} from{' '}
            {batch.file_name}
          </Typography>
          {batch.undone_on ? (
            <Typography sx={{ color: 'text.secondary' }}>
              taken back <DateText value={batch.undone_on} />
            </Typography>
          ) : batch.why_not_undo ? (
            <Typography variant="caption" sx={{ color: 'text.secondary', maxWidth: 360 }}>
              {batch.why_not_undo}
            </Typography>
          ) : (
            <Button size="small" variant="outlined" onClick={() => setUndoing(batch)}>
              Undo
            </Button>
          )}
        </Stack>
      ))}
      <ConfirmDialog
        open={undoing !== null}
        title="Undo this import?"
        verb="Undo import"
        isDestructive
        onConfirm={undo}
        onClose={() => setUndoing(null)}
      >
        {undoing ? `What came from ${undoing.file_name} will be deleted again: ${sayCount(undoing.created, undoing.noun)}.` : null}
      </ConfirmDialog>
    </Paper>
  );
}
