import type { ProcessingOverview } from '@dmse/contract/sites/processing/result';
import { type ProcessingFile, updateProcessing } from '@dmse/contract/sites/processing/run';
import { NEEDED_PARTS, PART_NAMES, PROCESSING_PARTS } from '@dmse/domain/sites/processing';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { FileCard } from '../processing/file-card.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { StepSection } from './step-section.tsx';

type Base = ProcessingOverview['bases'][number];

/** The files of the attempt, and which base each reference and PPP summary belongs to. */
export function ImportStep() {
  const { run, overview, isWritable } = useProcessing();
  return (
    <Stack sx={{ gap: 4 }}>
      <NotApplied />
      {overview && overview.bases.length > 0 ? <Bases bases={overview.bases} /> : null}
      <StepSection
        title="Files"
        count={run.files.length}
        text={overview?.geoid}
        action={
          isWritable && !run.why_not_import ? (
            <Button component={RouterLink} {...({ to: '/processing/start', search: { fieldrun: run.id } } as object)} variant="outlined">
              Add or replace files
            </Button>
          ) : null
        }
      >
        <Box sx={{ display: 'grid', columnGap: 5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}>
          {PART_NAMES.map((part) => {
            const files = run.files.filter((file) => file.part === part);
            return files.length === 0 ? null : (
              <Box key={part} sx={{ mb: 3, minWidth: 0 }}>
                <Typography variant="subtitle1" sx={{ mb: 1 }}>
                  {PROCESSING_PARTS[part]}
                </Typography>
                <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                  {files.map((file) => (
                    <ImportedFile key={file.id} file={file} isLast={NEEDED_PARTS.includes(part) && files.length === 1} />
                  ))}
                </Box>
              </Box>
            );
          })}
        </Box>
      </StepSection>
    </Stack>
  );
}

function NotApplied() {
  const { overview } = useProcessing();
  if (!overview || overview.not_applied.length === 0) return null;
  return (
    <Alert severity="warning">
      <AlertTitle>Decisions that no longer fit the files</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 4 }}>
        {overview.not_applied.map(({ place, sentence }) => (
          <li key={place}>{sentence}</li>
        ))}
      </Box>
      The other decisions are applied. Undo these in the list of decisions, or decide anew.
    </Alert>
  );
}

function ImportedFile({ file, isLast }: { file: ProcessingFile; isLast: boolean }) {
  const { run, overview, isWritable, refresh } = useProcessing();
  const [isAsking, setAsking] = useState(false);
  async function remove(): Promise<void> {
    await call(updateProcessing, { id: run.id }, { remove: [file.id] });
    showToast({ text: `Took ${file.name} out of the run.` });
    await refresh();
  }
  return (
    <FileCard name={file.name} bytes={file.bytes} summary={file.summary}>
      {isWritable && overview?.unordered_files.includes(file.name) ? <OrderQuestion file={file.name} /> : null}
      <Link href={file.url} download={file.name} variant="body2" sx={{ alignSelf: 'center' }}>
        Download
      </Link>
      {isWritable ? (
        <Tooltip title={isLast ? `A ${PROCESSING_PARTS[file.part].toLowerCase()} is needed: import the right one in its place.` : ''}>
          <span>
            <IconButton aria-label={`Take out ${file.name}`} disabled={isLast} onClick={() => setAsking(true)}>
              <Icon name="delete" size={18} />
            </IconButton>
          </span>
        </Tooltip>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        title={`Take ${file.name} out?`}
        verb="Take out file"
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        The coordinates are worked out without it. What was decided stays, as far as it fits the other files.
      </ConfirmDialog>
    </FileCard>
  );
}

/** Where nothing in a points file says which of its two coordinates comes first. */
function OrderQuestion({ file }: { file: string }) {
  const { decide } = useProcessing();
  const [isBusy, setBusy] = useState(false);
  async function answer(order: 'PENZD' | 'PNEZD'): Promise<void> {
    setBusy(true);
    await decide([{ kind: 'order_points', file, order }]);
    setBusy(false);
  }
  return (
    <Box
      role="group"
      aria-label={`Order of coordinates in ${file}`}
      sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}
    >
      <Typography variant="body2">First comes the</Typography>
      <Button size="small" variant="outlined" disabled={isBusy} onClick={() => void answer('PENZD')}>
        Easting
      </Button>
      <Button size="small" variant="outlined" disabled={isBusy} onClick={() => void answer('PNEZD')}>
        Northing
      </Button>
    </Box>
  );
}

function Bases({ bases }: { bases: readonly Base[] }) {
  const columns: readonly DataColumn<Base>[] = [
    { id: 'name', title: 'Base', cell: (base) => base.name },
    { id: 'shots', title: 'Shots', cell: (base) => base.shot_count, align: 'right' },
    {
      id: 'antenna',
      title: 'Antenna height',
      cell: (base) => (base.antenna_height === null ? '–' : `${(base.corrected_antenna ?? base.antenna_height).toFixed(3)} m`),
      align: 'right',
    },
    { id: 'ref', title: 'Base reference', cell: (base) => <BaseFile base={base} part="ref_file" /> },
    { id: 'sum', title: 'PPP summary', cell: (base) => <BaseFile base={base} part="sum_file" /> },
  ];
  return (
    <StepSection
      title="Bases"
      text="Which reference and which PPP summary belong to which base is recognised by place and name. Correct it here."
    >
      <DataTable label="Bases" columns={columns} rows={bases} rowId={(base) => base.key} empty={null} />
    </StepSection>
  );
}

function BaseFile({ base, part }: { base: Base; part: 'ref_file' | 'sum_file' }) {
  const { run, isWritable, refresh } = useProcessing();
  const [isBusy, setBusy] = useState(false);
  const files = run.files.filter((file) => file.part === part);
  const current = base[part] ?? '';
  if (files.length === 0 || !isWritable) return current || '–';
  async function use(file: string): Promise<void> {
    setBusy(true);
    try {
      await call(updateProcessing, { id: run.id }, { base: base.key, file });
      showToast({ text: `${base.name} uses ${file}.` });
    } catch (error) {
      showProblem(error, 'The file could not be assigned.');
    } finally {
      await refresh();
      setBusy(false);
    }
  }
  return (
    <TextField
      select
      size="small"
      value={current}
      disabled={isBusy}
      onChange={(event) => void use(event.target.value)}
      slotProps={{ select: { displayEmpty: true }, htmlInput: { 'aria-label': `${PROCESSING_PARTS[part]} of ${base.name}` } }}
      sx={{ minWidth: 180 }}
    >
      {current === '' ? (
        <MenuItem value="" disabled>
          None
        </MenuItem>
      ) : null}
      {files.map(({ id, name }) => (
        <MenuItem key={id} value={name}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
