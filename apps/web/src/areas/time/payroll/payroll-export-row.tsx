import { getPayrollExport, getPayrollFile, type PayrollExport } from '@dmse/contract/time/payroll';
import { proseDate } from '@dmse/domain/dates/local-date';
import { sayCount } from '@dmse/domain/text/counts';
import type { TableFormat } from '@dmse/domain/text/table';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useCall } from '../../../api/use-call.ts';
import { saveFile } from '../../../parts/file/save-file.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { PayrollChanges } from './payroll-changes.tsx';
import { saySums } from './payroll-text.ts';

const FORMATS: readonly (readonly [TableFormat, string])[] = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
];

function Since({ id, label }: { id: number; label: string }) {
  const loaded = useCall(getPayrollExport, { id });
  if (loaded.isError)
    return <ErrorState title="The changes could not be loaded." error={loaded.error} onRetry={() => void loaded.refetch()} />;
  return loaded.data ? <PayrollChanges label={label} changes={loaded.data.changes} changed={loaded.data.changed} /> : null;
}

export type PayrollExportRowProps = { exported: PayrollExport };

/** An export: its file in either format, and what has changed since. */
export function PayrollExportRow({ exported }: PayrollExportRowProps) {
  const [busy, setBusy] = useState<TableFormat | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { id, changed } = exported;
  const days = `${proseDate(exported.from)} to ${proseDate(exported.to)}`;

  async function download(format: TableFormat): Promise<void> {
    setBusy(format);
    try {
      saveFile(await call(getPayrollFile, { id, format }));
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(null);
    }
  }

  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', py: 2 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Box sx={{ flex: 1, minWidth: 240 }}>
          <Typography sx={{ fontWeight: 500 }}>{days}</Typography>
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
            {saySums(exported)}; exported <DateText value={exported.created_on} /> by {exported.created_by?.full_name ?? 'the system'}
          </Typography>
        </Box>
        {changed > 0 ? (
          <Button size="small" color="warning" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {sayCount(changed, 'change')} since
          </Button>
        ) : (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            Nothing changed since
          </Typography>
        )}
        {FORMATS.map(([format, label]) => (
          <Button
            key={format}
            size="small"
            variant="outlined"
            startIcon={<Icon name="download" size={18} />}
            aria-label={`${label} of ${days}`}
            loading={busy === format}
            onClick={() => void download(format)}
          >
            {label}
          </Button>
        ))}
      </Stack>
      {isOpen && changed > 0 ? <Since id={id} label={`Changes since the export of ${days}`} /> : null}
    </Box>
  );
}
