import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useProcessing } from '../processing/use-processing.ts';
import { StepSection } from './step-section.tsx';

/** Records that nobody understood, as they stand in the files. They change nothing; somebody may know what they mean. */
export function VerbatimRecords() {
  const { run } = useProcessing();
  const files = run.files.filter(({ summary }) => summary.verbatim_count > 0);
  if (files.length === 0) return null;
  const count = files.reduce((sum, { summary }) => sum + summary.verbatim_count, 0);
  return (
    <StepSection title="Records not understood" count={count} text="As they stand in the files. No coordinate follows from them.">
      {files.map(({ id, name, summary: { verbatim, verbatim_count } }) => (
        <Box key={id} sx={{ mt: 2 }}>
          <Typography variant="body2" sx={{ fontWeight: 500 }}>
            {name}: {sayCount(verbatim_count, 'record')}
            {verbatim_count > verbatim.length ? `, the first ${verbatim.length} of them here` : ''}
          </Typography>
          <Box
            component="pre"
            tabIndex={0}
            aria-label={`Records of ${name}`}
            sx={{ m: 0, mt: 1, p: 3, maxHeight: 220, overflow: 'auto', fontSize: '0.75rem', bgcolor: 'tint.muted', borderRadius: '8px' }}
          >
            {verbatim.map(({ line, text }) => `${String(line).padStart(6)}  ${text}`).join('\n')}
          </Box>
        </Box>
      ))}
    </StepSection>
  );
}
