import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { NumberPad } from './number-pad.tsx';

export type PointNumberProps = {
  value: string /** What it will be unless said otherwise. */;
  next: number;
  onChange: (name: string) => void;
};

/** The number of a point: it goes on by itself, one tap steps it, another opens the pad. */
export function PointNumber({ value, next, onChange }: PointNumberProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = value || String(next);
  const number = /^\d{1,9}$/.test(shown) ? Number(shown) : null;
  const step = (by: number) => onChange(String(Math.max(1, (number ?? next) + by)));
  return (
    <Box role="group" aria-label="Number" sx={{ display: 'flex', gap: '8px', alignItems: 'center' }}>
      <Button variant="outlined" color="inherit" aria-label="Decrease" onClick={() => step(-1)} sx={{ minWidth: 56 }}>
        <Icon name="remove" size={24} />
      </Button>
      <Button
        variant="outlined"
        color="inherit"
        aria-label={`Number ${shown}`}
        onClick={() => setOpen(true)}
        sx={{ flex: 1, fontSize: '1.375rem', fontVariantNumeric: 'tabular-nums' }}
      >
        {shown}
      </Button>
      <Button variant="outlined" color="inherit" aria-label="Increase" onClick={() => step(1)} sx={{ minWidth: 56 }}>
        <Icon name="add" size={24} />
      </Button>
      {isOpen ? (
        <NumberPad
          title="Point number"
          unit=""
          isWhole
          value={number}
          onClose={() => setOpen(false)}
          onDone={(typed) => {
            onChange(typed === null ? '' : String(typed));
            setOpen(false);
          }}
        />
      ) : null}
    </Box>
  );
}
