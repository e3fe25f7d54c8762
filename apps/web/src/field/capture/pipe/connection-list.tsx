import { PIPE_MATERIALS } from '@dmse/domain/sites/structure-text';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { ChoiceChips } from '../point/choice-chips.tsx';
import { NumberButton } from '../point/number-button.tsx';
import { NumberPad } from '../point/number-pad.tsx';
import { type ConnectionValues, nextConnection } from '../point/point-values.ts';

const DIAMETERS = [200, 250, 300, 375, 450, 600];
const WINDS = [
  { value: 0, label: 'N' },
  { value: 45, label: 'NE' },
  { value: 90, label: 'E' },
  { value: 135, label: 'SE' },
  { value: 180, label: 'S' },
  { value: 225, label: 'SW' },
  { value: 270, label: 'W' },
  { value: 315, label: 'NW' },
];

export type ConnectionListProps = {
  connections: readonly ConnectionValues[];
  /** The connection described last in this run: its pipe is likely the same. */
  last: ConnectionValues | null;
  onChange: (connections: ConnectionValues[]) => void;
};

/** The pipes seen in a structure. Adding one asks at once for what the tape says; the rest is offered to be tapped. */
export function ConnectionList({ connections, last, onChange }: ConnectionListProps) {
  const [measuring, setMeasuring] = useState<number | null>(null);
  const change = (at: number, patch: Partial<ConnectionValues>) =>
    onChange(connections.map((connection, place) => (place === at ? { ...connection, ...patch } : connection)));
  const add = (to: readonly ConnectionValues[]) => {
    onChange([...to, nextConnection(to, last)]);
    setMeasuring(to.length);
  };
  const measured = measuring === null ? undefined : connections[measuring];
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {connections.map((connection, at) => (
        <ConnectionCard
          // biome-ignore lint/suspicious/noArrayIndexKey: connections have no id of their own and are not moved
          key={at}
          number={at + 1}
          connection={connection}
          onMeasure={() => setMeasuring(at)}
          onChange={(patch) => change(at, patch)}
          onRemove={() => onChange(connections.filter((_, place) => place !== at))}
        />
      ))}
      <Button variant="outlined" startIcon={<Icon name="add" />} onClick={() => add(connections)}>
        Add connection
      </Button>
      {measuring !== null && measured ? (
        <NumberPad
          title={`Measure-down, connection ${measuring + 1}`}
          unit="m"
          value={measured.measure_down}
          onClose={() => setMeasuring(null)}
          onDone={(measure_down) => {
            change(measuring, { measure_down });
            setMeasuring(null);
          }}
        />
      ) : null}
    </Box>
  );
}

type ConnectionCardProps = {
  number: number;
  connection: ConnectionValues;
  onMeasure: () => void;
  onChange: (patch: Partial<ConnectionValues>) => void;
  onRemove: () => void;
};

function ConnectionCard({ number, connection, onMeasure, onChange, onRemove }: ConnectionCardProps) {
  const { bearing, direction, inside_diameter, material, measure_down } = connection;
  const diameters = inside_diameter === null || DIAMETERS.includes(inside_diameter) ? DIAMETERS : [inside_diameter, ...DIAMETERS];
  const winds =
    bearing === null || WINDS.some(({ value }) => value === bearing) ? WINDS : [{ value: bearing, label: `${bearing}°` }, ...WINDS];
  const materials =
    material === null || (PIPE_MATERIALS as readonly string[]).includes(material) ? PIPE_MATERIALS : [material, ...PIPE_MATERIALS];
  return (
    <Box
      role="group"
      aria-label={`Connection ${number}`}
      sx={{ p: 3, border: 2, borderColor: 'divider', borderRadius: '10px', bgcolor: 'background.paper', display: 'grid', gap: 3 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px' }}>
        <Box sx={{ fontWeight: 700, flex: 1 }}>Connection {number}</Box>
        <IconButton color="inherit" aria-label={`Remove connection ${number}`} onClick={onRemove}>
          <Icon name="delete" size={24} />
        </IconButton>
      </Box>
      <Button
        variant="outlined"
        color="inherit"
        onClick={onMeasure}
        sx={{ justifyContent: 'space-between', borderRadius: '8px', fontVariantNumeric: 'tabular-nums' }}
      >
        <span>Measure-down</span>
        <span>{measure_down === null ? '–' : `${measure_down} m`}</span>
      </Button>
      <ChoiceChips
        label="Direction"
        choices={[
          { value: 'in', label: 'In' },
          { value: 'out', label: 'Out' },
        ]}
        value={direction}
        onChange={(value) => onChange({ direction: value as 'in' | 'out' | null })}
      />
      <ChoiceChips
        label="Bearing"
        choices={winds.map(({ value, label }) => ({ value, label, says: `Bearing ${label}` }))}
        value={bearing}
        onChange={(value) => onChange({ bearing: value })}
      />
      <NumberButton
        label="Bearing in degrees"
        unit="°"
        value={bearing}
        onChange={(value) => onChange({ bearing: value === null ? null : ((value % 360) + 360) % 360 })}
      />
      <ChoiceChips
        label="Inside diameter, mm"
        choices={diameters.map((value) => ({ value, says: `Diameter ${value}` }))}
        value={inside_diameter}
        onChange={(value) => onChange({ inside_diameter: value })}
      />
      <NumberButton
        label="Other diameter"
        unit="mm"
        isWhole
        value={inside_diameter}
        onChange={(value) => onChange({ inside_diameter: value })}
      />
      <ChoiceChips
        label="Material"
        choices={materials.map((value) => ({ value }))}
        value={material}
        onChange={(value) => onChange({ material: value })}
      />
    </Box>
  );
}
