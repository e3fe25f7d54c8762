import { getProcessingShot } from '@dmse/contract/sites/processing/shot';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { NumberInput, type NumberValue } from '../../../parts/fields/number-input.tsx';
import { useProcessing } from '../processing/use-processing.ts';

const WHAT = { rod: 'Rod height', instrument: 'Instrument height' } as const;
type What = keyof typeof WHAT;

/** What a shot was measured with, read from the shot itself. */
function useMeasured(name: string, what: What): string {
  const { points } = useProcessing();
  const place = points?.names.indexOf(name.trim()) ?? -1;
  const id = points?.ids[place];
  const { data } = useCall(getProcessingShot, { id: id ?? '' }, { enabled: id !== undefined });
  if (name.trim() === '') return '';
  if (points && id === undefined) return `There is no shot ${name.trim()}.`;
  const height = data?.[what === 'rod' ? 'rod_height' : 'instrument_height'];
  if (!data) return '';
  return height == null ? 'Measured without one.' : `Measured with ${height.toFixed(4)} m.`;
}

/** A rod or instrument height that was typed wrongly, over a range of shots. What was measured stays beside it. */
export function HeightsForm() {
  const { decide, points, selected, isWritable } = useProcessing();
  const [what, setWhat] = useState<What>('rod');
  const [range, setRange] = useState({ from: '', to: '' });
  const [was, setWas] = useState<NumberValue>(null);
  const [height, setHeight] = useState<NumberValue>(null);
  const measured = { from: useMeasured(range.from, what), to: useMeasured(range.to, what) };
  if (!isWritable) return <Typography sx={{ color: 'text.secondary' }}>Heights can be corrected by who works on the run.</Typography>;
  const isLength = (value: NumberValue): value is number => typeof value === 'number' && value >= 0 && value <= 100;
  const isReady = range.from.trim() && range.to.trim() && isLength(height) && (was === null || isLength(was));
  const chosen = selected && points ? points.names[points.ids.indexOf(selected)] : undefined;
  async function correct(): Promise<void> {
    if (!isReady || !isLength(height)) return;
    const done = await decide([
      { kind: 'correct_heights', what, from: range.from.trim(), to: range.to.trim(), was: isLength(was) ? was : null, height },
    ]);
    if (done) {
      setRange({ from: '', to: '' });
      setWas(null);
      setHeight(null);
    }
  }
  const end = (name: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      required
      value={range[name]}
      onChange={(event) => setRange((earlier) => ({ ...earlier, [name]: event.target.value }))}
      helperText={measured[name] || (chosen && range[name] === '' ? `Selected: ${chosen}` : ' ')}
    />
  );
  return (
    <Stack
      component="form"
      sx={{ gap: 3 }}
      onSubmit={(event) => {
        event.preventDefault();
        void correct();
      }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(150px, 240px))' },
          alignItems: 'start',
        }}
      >
        <TextField select label="Which height" value={what} onChange={(event) => setWhat(event.target.value as What)}>
          {Object.entries(WHAT).map(([value, label]) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        {end('from', 'From shot')}
        {end('to', 'To shot')}
        <NumberInput label="Only where it was" unit="m" value={was} onChange={setWas} hint="Empty: all of the range" />
        <NumberInput label="Right height" unit="m" isRequired value={height} onChange={setHeight} />
      </Box>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        <Button type="submit" variant="outlined" disabled={!isReady}>
          Correct heights
        </Button>
        {chosen ? (
          <Button onClick={() => setRange((earlier) => (earlier.from === '' ? { ...earlier, from: chosen } : { ...earlier, to: chosen }))}>
            Take {chosen} as {range.from === '' ? 'first' : 'last'} shot
          </Button>
        ) : null}
      </Box>
    </Stack>
  );
}
