import { type ControlImport, listControlImports, undoControlImport } from '@dmse/contract/sites/control-import';
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

function sayDone({ created, updated }: ControlImport): string {
  return [created > 0 ? `${created} new` : '', updated > 0 ? `${updated} changed` : ''].filter(Boolean).join(', ');
}

/** Earlier imports of control points, each of which can be taken back as one while nobody has worked on what it brought. */
export function ControlImportList() {
  const { data } = useCall(listControlImports, { page_size: 10 });
  const [undoing, setUndoing] = useState<ControlImport | null>(null);
  const queries = useQueryClient();

  async function undo(): Promise<void> {
    if (!undoing) return;
    await call(undoControlImport, { id: undoing.id });
    await invalidateArea(queries, 'sites');
    showToast({ text: `Took back the import of ${undoing.file_name}.` });
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
            <DateText value={batch.created_on} /> {batch.created_by?.full_name} imported {batch.file_name}: {sayDone(batch)}
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
        What {undoing?.file_name} brought ({undoing ? sayDone(undoing) : ''}) will be taken back: new control points are deleted again,
        changed ones get their earlier values.
      </ConfirmDialog>
    </Paper>
  );
}
