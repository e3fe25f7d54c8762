import { EXPORT_FORMATS } from '@dmse/domain/sites/export-formats';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { CopyText } from '../../../parts/record/copy-text.tsx';
import { useWord } from '../../../parts/search/address.ts';
import { Section } from '../processing/section.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { FormatRow } from '../processing-results/format-row.tsx';
import { ReportPreview } from '../processing-results/report-preview.tsx';

const WHOLE = EXPORT_FORMATS.find(({ name }) => name === 'zip')!;
const REPORT = EXPORT_FORMATS.find(({ name }) => name === 'report')!;
const OTHERS = EXPORT_FORMATS.filter((format) => format !== WHOLE && format !== REPORT);
const VERIFY = 'npm run verify-package -- <file>.zip --key <fingerprint>';
const LIST = { m: 0, p: 0, listStyle: 'none' } as const;

/** The signed package first, then the report, then one file in each format. */
export function ExportStep() {
  const { run, overview } = useProcessing();
  const asked = useWord('attempt');
  const attempt = asked && /^\d+$/.test(asked) ? Number(asked) : undefined;
  if (!overview) return <EmptyState icon="hourglass_empty" title="The figures are still being worked out." />;
  return (
    <Stack sx={{ gap: 4 }}>
      {run.state === 'Finished' || attempt !== undefined ? null : (
        <Alert severity="info">The run is not finished: what is exported now can still change.</Alert>
      )}
      <Section title="The package">
        <Box component="ul" sx={LIST}>
          <FormatRow format={WHOLE} attempt={attempt} isFirst />
        </Box>
        <div>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Anybody can check that nothing in it was changed. With this program, and the fingerprint of the key from a source you trust:
          </Typography>
          <Box component="code" sx={{ fontSize: '0.8125rem' }}>
            <CopyText text={VERIFY} noun="command" />
          </Box>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            The package itself says how to check it by OpenSSL alone, and names the fingerprint to compare.
          </Typography>
        </div>
      </Section>
      <Section title="Single files">
        <Box component="ul" sx={LIST}>
          {OTHERS.map((format) => (
            <FormatRow key={format.name} format={format} attempt={attempt} />
          ))}
        </Box>
      </Section>
      <Section title="Quality report">
        <Box component="ul" sx={LIST}>
          <FormatRow format={REPORT} attempt={attempt} />
        </Box>
        <ReportPreview attempt={attempt} />
      </Section>
    </Stack>
  );
}
