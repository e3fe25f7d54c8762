import type { ProcessingOverview } from '@dmse/contract/sites/processing/result';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { StepSection } from './step-section.tsx';

type Row = ProcessingOverview['not_imported'][number];
/** More would only be scrolled past; all can be imported at once. */
const SHOWN = 100;

/** What was measured and is in no list of points, and what the crew deleted in the collector: both can be imported. */
export function NotImported() {
  const { overview } = useProcessing();
  if (!overview) return null;
  const { not_imported, raw_deleted } = overview;
  const columns: readonly DataColumn<Row>[] = [
    { id: 'name', title: 'Point', cell: (row) => row.name },
    { id: 'lines', title: 'Lines', cell: (row) => row.lines.join(', ') },
    { id: 'reason', title: 'Reason', cell: (row) => row.reason },
    { id: 'act', title: '', cell: (row) => (row.can_import ? <ImportButton names={[row.name]} label="Import" /> : null), align: 'right' },
  ];
  const importable = not_imported.filter(({ can_import }) => can_import).map(({ name }) => name);
  return (
    <>
      {not_imported.length > 0 ? (
        <StepSection
          title="Measured but not imported"
          count={not_imported.length}
          action={importable.length > 1 ? <ImportButton names={importable} label={`Import all ${importable.length}`} /> : null}
        >
          <DataTable
            label="Measured but not imported"
            columns={columns}
            rows={not_imported.slice(0, SHOWN)}
            rowId={(row) => `${row.name} ${row.lines.join()}`}
            empty={null}
          />
        </StepSection>
      ) : null}
      {raw_deleted.length > 0 ? (
        <StepSection
          title="Not in the points file"
          count={raw_deleted.length}
          text="The raw file has these points and the points file does not: the crew deleted them, or the list was made before."
          action={raw_deleted.length > 1 ? <ImportButton names={raw_deleted} label={`Import all ${raw_deleted.length}`} /> : null}
        >
          <Stack component="ul" direction="row" sx={{ m: 0, p: 0, listStyle: 'none', gap: 3, flexWrap: 'wrap' }}>
            {raw_deleted.slice(0, SHOWN).map((name) => (
              <Box component="li" key={name} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
                {name} <ImportButton names={[name]} label="Import" />
              </Box>
            ))}
          </Stack>
        </StepSection>
      ) : null}
    </>
  );
}

function ImportButton({ names, label }: { names: readonly string[]; label: string }) {
  const { decide, isWritable } = useProcessing();
  const [isBusy, setBusy] = useState(false);
  if (!isWritable) return null;
  async function act(): Promise<void> {
    setBusy(true);
    await decide([{ kind: 'import_unlisted', names: [...names] }]);
    setBusy(false);
  }
  return (
    <Button
      size="small"
      variant="outlined"
      loading={isBusy}
      onClick={() => void act()}
      aria-label={names.length === 1 ? `Import ${names[0]}` : label}
    >
      {label}
    </Button>
  );
}
