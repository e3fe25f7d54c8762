import type { ProcessingOverview } from '@dmse/contract/sites/processing/result';
import Stack from '@mui/material/Stack';
import { PagePending } from '../../../parts/page/page-pending.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { PointsView } from '../processing/points-view.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { BadDescriptions } from './bad-descriptions.tsx';
import { Matching } from './matching.tsx';
import { NotImported } from './not-imported.tsx';
import { PointNames } from './point-names.tsx';
import { StepSection } from './step-section.tsx';
import { VerbatimRecords } from './verbatim-records.tsx';

type Quality = ProcessingOverview['quality'][number];

const UNITS: Partial<Record<Quality['id'], string>> = { HRMS: ' m', VRMS: ' m', AGE: ' s' };
function sayFigure({ id }: Quality, figure: number | null): string {
  if (figure === null) return '–';
  const unit = UNITS[id] ?? '';
  return `${unit === ' m' ? figure.toFixed(3) : Number(figure.toFixed(3))}${unit}`;
}
const QUALITY: readonly DataColumn<Quality>[] = [
  { id: 'title', title: 'Flag', cell: (row) => row.title },
  { id: 'tolerance', title: 'Tolerance', cell: (row) => sayFigure(row, row.tolerance), align: 'right' },
  { id: 'worst', title: 'Worst', cell: (row) => sayFigure(row, row.worst), align: 'right' },
  { id: 'count', title: 'Points', cell: (row) => row.count, align: 'right' },
  { id: 'names', title: 'Worst first', cell: (row) => <PointNames names={row.names} count={row.count} /> },
];

/** What the files hold that a person has to look at before anything is computed from it. */
export function ValidateStep() {
  const { overview } = useProcessing();
  if (!overview) return <PagePending />;
  return (
    <Stack sx={{ gap: 4 }}>
      <BadDescriptions />
      <Matching />
      <NotImported />
      {overview.quality.length > 0 ? (
        <StepSection
          title="Quality"
          text="Beyond the firm's tolerances. These points stay; the report names them. Leave one out in Conflicts if it must not count."
        >
          <DataTable label="Quality" columns={QUALITY} rows={overview.quality} rowId={(row) => row.id} empty={null} />
        </StepSection>
      ) : null}
      <VerbatimRecords />
      <PointsView />
    </Stack>
  );
}
