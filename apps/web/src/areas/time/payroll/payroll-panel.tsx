import { createPayrollExport, listPayrollExports, previewPayrollExport } from '@dmse/contract/time/payroll';
import { typedDuration } from '@dmse/domain/dates/duration';
import { proseDate } from '@dmse/domain/dates/local-date';
import { readDate } from '@dmse/domain/dates/read-date';
import { sayCount } from '@dmse/domain/text/counts';
import { nextPayrollPeriod, whyNotExport } from '@dmse/domain/time/payroll-export';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { useCall } from '../../../api/use-call.ts';
import { DateInput } from '../../../parts/date/date-input.tsx';
import { FirmWeekStart, useToday } from '../../../parts/date/firm-zone.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { ErrorState, errorText } from '../../../parts/notice/error-state.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { PayrollChanges } from './payroll-changes.tsx';
import { PayrollExportRow } from './payroll-export-row.tsx';
import { saySums } from './payroll-text.ts';

type Period = { from: string; to: string };

const isDate = (text: string | null, today: string) => text !== null && 'value' in readDate(text, today);

/** What the export would hold, or why there can be none. */
function Preview({ period, onExport }: { period: Period; onExport: () => void }) {
  const loaded = useCall(previewPayrollExport, period, { retry: false, keepOld: true });
  if (loaded.isError) return <Alert severity="error">{errorText(loaded.error)}</Alert>;
  if (!loaded.data) return null;
  const { waiting, changed, changes, lines } = loaded.data;
  return (
    <Stack sx={{ gap: 3, opacity: loaded.isPlaceholderData ? 0.6 : 1 }}>
      <Typography role="status">{lines > 0 ? `${saySums(loaded.data)}.` : 'There is no approved time in these days.'}</Typography>
      {waiting.minutes > 0 ? (
        <Alert severity="warning">
          {typedDuration(waiting.minutes)} of {sayCount(waiting.people, 'person', 'people')} is not approved yet and is left out.
        </Alert>
      ) : null}
      {changed > 0 ? (
        <Box>
          <Typography sx={{ fontWeight: 500, mb: 1 }}>Changed on days exported before</Typography>
          <PayrollChanges label="Changed on days exported before" changes={changes} changed={changed} />
        </Box>
      ) : null}
      <Box>
        <Button variant="contained" disabled={lines === 0 || loaded.isPlaceholderData} onClick={onExport}>
          Export for payroll
        </Button>
      </Box>
    </Stack>
  );
}

/** Exports approved time for payroll, and shows what was exported and has changed since. */
export function PayrollPanel() {
  const today = useToday();
  const weekStart = useContext(FirmWeekStart);
  const queries = useQueryClient();
  const loaded = useCall(listPayrollExports, { page_size: 10 });
  const [typed, setTyped] = useState<{ from?: string | null; to?: string | null }>({});
  const [isAsking, setAsking] = useState(false);
  if (loaded.isError)
    return <ErrorState title="The payroll exports could not be loaded." error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (!loaded.data) return null;
  const { results, count } = loaded.data;
  const { from, to } = { ...nextPayrollPeriod(results[0] ?? null, today, weekStart), ...typed };
  const period = isDate(from, today) && isDate(to, today) ? { from: from!, to: to! } : null;
  const why = period ? whyNotExport(period, today) : null;
  const days = period ? `${proseDate(period.from)} to ${proseDate(period.to)}` : '';

  async function exportTime(): Promise<void> {
    if (!period) return;
    const made = await call(createPayrollExport, {}, period);
    setTyped({});
    await invalidateArea(queries, 'timesheet');
    showToast({ text: `Exported ${sayCount(made.lines, 'entry', 'entries')}.`, icon: 'check', colour: 'success' });
  }

  return (
    <Paper component="section" variant="outlined" aria-label="Payroll export" sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography variant="h2">Payroll export</Typography>
      <Typography sx={{ color: 'text.secondary', mb: 4 }}>
        Approved time of some days. What is exported again holds the days whole; what changed since is shown before.
      </Typography>
      <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap', mb: 3, '& > *': { flex: '1 1 180px', maxWidth: 240 } }}>
        <DateInput label="First day" value={from} onChange={(value) => setTyped({ ...typed, from: value })} />
        <DateInput label="Last day" value={to} onChange={(value) => setTyped({ ...typed, to: value })} error={why?.sentence} />
      </Stack>
      {period && !why ? <Preview period={period} onExport={() => setAsking(true)} /> : null}
      {results.length > 0 ? (
        <Box component="ul" aria-label="Exports" sx={{ m: 0, mt: 4, p: 0, listStyle: 'none' }}>
          {results.map((exported) => (
            <PayrollExportRow key={exported.id} exported={exported} />
          ))}
        </Box>
      ) : null}
      {count > results.length ? (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          The last {results.length} of {count} exports.
        </Typography>
      ) : null}
      <ConfirmDialog open={isAsking} title={`Export ${days}?`} verb="Export time" onConfirm={exportTime} onClose={() => setAsking(false)}>
        The approval of this time can no longer be taken back. What is wrong in it is corrected by another entry.
      </ConfirmDialog>
    </Paper>
  );
}
