import type { ProcessingOverview } from '@dmse/contract/sites/processing/result';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useProcessing } from '../processing/use-processing.ts';
import { PointNames } from './point-names.tsx';
import { StepSection } from './step-section.tsx';

type Bad = ProcessingOverview['bad_descriptions'][number];

/** Each distinct description with an unknown code once; the answer goes to all points that carry it. */
export function BadDescriptions() {
  const { overview } = useProcessing();
  const bad = overview?.bad_descriptions ?? [];
  if (bad.length === 0) return <StepSection title="Descriptions" text="Every description begins with a code of the firm's list." />;
  return (
    <StepSection
      title="Descriptions"
      count={bad.length}
      text="Their codes are not in the firm's list. A correction goes to every point with the same description; the original is kept."
    >
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {bad.map((one) => (
          <BadDescription key={one.description} bad={one} />
        ))}
      </Box>
    </StepSection>
  );
}

function BadDescription({ bad: { description, count, names, suggestions } }: { bad: Bad }) {
  const { decide, isWritable } = useProcessing();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const shown = description === '' ? 'No description' : description;
  async function correct(to: string): Promise<void> {
    setBusy(true);
    await decide([{ kind: 'correct_description', from: description, to }]);
    setBusy(false);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim()) void correct(text.trim());
  }
  return (
    <Box component="li" aria-label={shown} sx={{ py: 3, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{shown}</Typography>
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            {sayCount(count, 'point')}: <PointNames names={names} count={count} />
          </Box>
        </Box>
        {isWritable ? (
          <Box component="form" onSubmit={submit} sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
            {suggestions.map((suggestion) => (
              <Button key={suggestion} size="small" variant="outlined" disabled={isBusy} onClick={() => void correct(suggestion)}>
                {suggestion}
              </Button>
            ))}
            <TextField
              label="Correct to"
              value={text}
              onChange={(event) => setText(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 2000, 'aria-label': `Correct ${shown} to` } }}
              sx={{ width: 200 }}
            />
            <Button type="submit" variant="outlined" loading={isBusy} disabled={text.trim() === ''}>
              Correct {count === 1 ? '1 point' : `${count} points`}
            </Button>
          </Box>
        ) : null}
      </Box>
    </Box>
  );
}
