import { type Pipe, PipePatch, pipeDxf } from '@dmse/contract/sites/pipe';
import type { Shot } from '@dmse/contract/sites/shot';
import { buildLongSections, type SectionPipe } from '@dmse/survey/pipe/long-section';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { saveFile } from '../../../parts/file/save-file.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import type { RunPanelProps } from '../field-run/field-run-page.tsx';
import { useRunPipes, useRunShots } from '../field-run/use-run-features.ts';
import { LongSectionChart } from './long-section-chart.tsx';
import { SectionChoice } from './section-choice.tsx';

const FIELDS = PipePatch.shape;
const NONE: never[] = [];

const figure = (value: number | null, decimals: number) => (value === null ? '–' : value.toFixed(decimals));

function columnsOf(names: ReadonlyMap<string, string>): DataColumn<Pipe>[] {
  const nameOf = (id: string | null, open: string | null) => (id === null ? (open ?? 'open') : (names.get(id) ?? 'not arrived yet'));
  return [
    {
      id: 'ends',
      title: 'From – to',
      cell: ({ properties }) =>
        `${nameOf(properties.start_structure, properties.open_end)} – ${nameOf(properties.end_structure, properties.open_end)}`,
    },
    { id: 'system', title: FIELDS.system, cell: ({ properties }) => properties.system ?? '–' },
    {
      id: 'size',
      title: 'Size',
      cell: ({ properties }) =>
        [properties.inside_diameter ? `${properties.inside_diameter} mm` : '', properties.material].filter(Boolean).join(' ') || '–',
    },
    { id: 'start_invert', title: 'Invert from', cell: ({ properties }) => figure(properties.start_invert, 3), align: 'right' },
    { id: 'end_invert', title: 'Invert to', cell: ({ properties }) => figure(properties.end_invert, 3), align: 'right' },
    { id: 'length', title: 'Length (m)', cell: ({ properties }) => figure(properties.length_2d, 2), align: 'right' },
    { id: 'slope', title: 'Slope (%)', cell: ({ properties }) => figure(properties.slope_percent, 2), align: 'right' },
    { id: 'note', title: FIELDS.note, cell: ({ properties }) => properties.note ?? '' },
  ];
}

function useSections(pipes: readonly Pipe[], shots: readonly Shot[]) {
  return useMemo(() => {
    const between: SectionPipe[] = pipes.map(({ id, properties }) => ({ ...properties, id, name: properties.name ?? '' }));
    const structures = shots.map(({ id, properties }) => ({ id, name: properties.name ?? '', rim: properties.elevation }));
    return buildLongSections(between, structures);
  }, [pipes, shots]);
}

/** The pipes of the run: from the side, and as a table. */
export function FieldRunPipes({ run }: RunPanelProps) {
  const pipes = useRunPipes(run.id);
  const shots = useRunShots(run.id);
  const [chosen, setChosen] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const rows = pipes.data ?? NONE;
  const structures = shots.data ?? NONE;
  const sections = useSections(rows, structures);
  const columns = useMemo(
    () => columnsOf(new Map(structures.map(({ id, properties }) => [id, properties.name ?? 'No number']))),
    [structures],
  );
  const section = sections[chosen] ?? sections[0];

  async function download(): Promise<void> {
    setBusy(true);
    try {
      saveFile(await call(pipeDxf, { field_run: [run.id] }), `${run.name?.replace(/[^\p{L}\p{N} _-]/gu, '') || 'field-run'}-pipes.dxf`);
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  }

  if (pipes.isError || shots.isError)
    return (
      <ErrorState
        title="The pipes could not be loaded."
        error={pipes.error ?? shots.error}
        onRetry={() => void Promise.all([pipes.refetch(), shots.refetch()])}
      />
    );
  return (
    <Stack sx={{ gap: 4 }}>
      {section ? (
        <Paper component="section" variant="outlined" aria-labelledby="profile" sx={{ p: { xs: 3, sm: 5 } }}>
          <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap', mb: 3 }}>
            <Typography id="profile" variant="h2" sx={{ flex: 1 }}>
              Pipe profile
            </Typography>
            <SectionChoice sections={sections} chosen={section} onChoose={setChosen} />
          </Stack>
          <LongSectionChart section={section} />
          {section.is_incomplete ? (
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
              A pipe in this section has no length yet, because one of its rims is not processed.
            </Typography>
          ) : null}
        </Paper>
      ) : null}
      {rows.length > 0 ? (
        <Box>
          <Button startIcon={<Icon name="download" size={18} />} loading={isBusy} onClick={() => void download()}>
            Pipes as DXF
          </Button>
        </Box>
      ) : null}
      <DataTable
        label="Pipes"
        columns={columns}
        rows={pipes.data}
        rowId={(row) => row.id}
        empty={<EmptyState title="No pipes in this run." text="The crew draws them between two structures in the field app." />}
      />
    </Stack>
  );
}
