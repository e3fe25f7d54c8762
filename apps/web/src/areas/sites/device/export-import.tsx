import { importExport, type ExportImport as Outcome } from '@dmse/contract/sites/sync';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';

/** Brings in the zip a tablet exported when nothing else worked, and says what came of it. The same file twice changes nothing. */
export function ExportImport() {
  const input = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function bring(file: File | undefined): Promise<void> {
    if (!file) return;
    setBusy(true);
    const form = new FormData();
    form.append('file', file, file.name);
    try {
      setOutcome(await call(importExport, {}, form));
      await invalidateArea(queries, 'sites');
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button startIcon={<Icon name="upload_file" size={18} />} loading={isBusy} onClick={() => input.current?.click()}>
        Import export
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Zip a tablet exported"
        accept=".zip"
        onChange={(event) => {
          void bring(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {outcome ? (
        <Dialog
          open
          title="Brought in"
          width="sm"
          onClose={() => setOutcome(null)}
          actions={
            <Button variant="contained" onClick={() => setOutcome(null)}>
              Close
            </Button>
          }
        >
          <Typography>
            {outcome.created} new, {outcome.updated} changed, {outcome.unchanged} known already.
          </Typography>
          {outcome.field_runs.map((run, at) => (
            <Typography key={run}>
              <Link component={RouteLink} {...({ to: `/fieldrun/${run}` } as object)}>
                Open field run{outcome.field_runs.length > 1 ? ` ${at + 1}` : ''}
              </Link>
            </Typography>
          ))}
          {outcome.problems.length > 0 ? (
            <>
              <Typography sx={{ mt: 3, fontWeight: 500 }}>Could not be stored, and waits under Live progress:</Typography>
              <Box component="ul" sx={{ m: 0, pl: 5 }}>
                {outcome.problems.map((problem) => (
                  <li key={`${problem.id}-${problem.name}`}>
                    {problem.name}: {problem.reason}
                  </li>
                ))}
              </Box>
            </>
          ) : null}
        </Dialog>
      ) : null}
    </>
  );
}
