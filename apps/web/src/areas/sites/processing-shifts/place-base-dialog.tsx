import { type ControlPointRow, listControlPoints } from '@dmse/contract/sites/control-point';
import type { ProcessingDecision } from '@dmse/contract/sites/processing/decision';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { NumberInput, type NumberValue } from '../../../parts/fields/number-input.tsx';
import { Picker } from '../../../parts/picker/picker.tsx';
import type { PickerChoice } from '../../../parts/picker/picker-choice.ts';
import { sayGrid } from '../control-point/grid-figure.ts';

type Place = Extract<ProcessingDecision, { kind: 'place_base' }>;

const toChoice = ({ id, name, easting, northing, elevation }: ControlPointRow): PickerChoice => ({
  id,
  label: name,
  subtitle: [sayGrid(easting), sayGrid(northing), elevation === null ? 'no elevation' : sayGrid(elevation)].join(', '),
});

const HIGH = { elevation: 'Elevation', height: 'Height on the ellipsoid' } as const;

export type PlaceBaseDialogProps = {
  base: { key: string; name: string };
  onPlace: (decision: Place, why: string) => Promise<boolean>;
  onClose: () => void;
};

/** Says where the base stood: on a published control point, or by typed figures. */
export function PlaceBaseDialog({ base, onPlace, onClose }: PlaceBaseDialogProps) {
  const [way, setWay] = useState<'control' | 'typed'>('control');
  const [control, setControl] = useState<PickerChoice | null>(null);
  const [values, setValues] = useState<{ easting: NumberValue; northing: NumberValue; high: NumberValue }>({
    easting: null,
    northing: null,
    high: null,
  });
  const [high, setHigh] = useState<keyof typeof HIGH>('elevation');
  const [why, setWhy] = useState('');
  const { easting, northing } = values;
  const isTyped = typeof easting === 'number' && typeof northing === 'number' && typeof values.high === 'number';
  const position: Place['position'] | null =
    way === 'control'
      ? control && { control: String(control.id) }
      : isTyped
        ? high === 'elevation'
          ? { easting, northing, elevation: values.high as number }
          : { easting, northing, height: values.high as number }
        : null;
  const number = (name: keyof typeof values, label: string) => (
    <NumberInput
      label={label}
      unit="m"
      isRequired
      value={values[name]}
      onChange={(value) => setValues((earlier) => ({ ...earlier, [name]: value }))}
      error={typeof values[name] === 'string' ? 'This is not a number.' : undefined}
    />
  );
  return (
    <Dialog
      open
      title={`Place base ${base.name}`}
      onClose={onClose}
      width="sm"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="contained"
            disabled={!position}
            onClick={async () => {
              if (position && (await onPlace({ kind: 'place_base', base: base.key, position }, why.trim()))) onClose();
            }}
          >
            Place base
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 4, pt: 2 }}>
        <TextField select label="It stood on" value={way} onChange={(event) => setWay(event.target.value as typeof way)}>
          <MenuItem value="control">A published control point</MenuItem>
          <MenuItem value="typed">A mark whose figures I type</MenuItem>
        </TextField>
        {way === 'control' ? (
          <Picker
            label="Control point"
            endpoint={listControlPoints}
            input={{ destroyed: false }}
            toChoice={toChoice}
            value={control}
            onChange={setControl}
            recentKey="control-point"
            isRequired
          />
        ) : (
          <>
            {number('easting', 'Easting')}
            {number('northing', 'Northing')}
            <TextField select label="Its height is" value={high} onChange={(event) => setHigh(event.target.value as typeof high)}>
              {Object.entries(HIGH).map(([value, label]) => (
                <MenuItem key={value} value={value}>
                  {label}
                </MenuItem>
              ))}
            </TextField>
            {number('high', HIGH[high])}
          </>
        )}
        <TextField
          label="Reason"
          value={why}
          onChange={(event) => setWhy(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      </Stack>
    </Dialog>
  );
}
