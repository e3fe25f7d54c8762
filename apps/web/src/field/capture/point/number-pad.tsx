import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import { useEffect, useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { GAP } from '../../frame/field-tokens.ts';

export type NumberPadProps = {
  title: string;
  unit: string;
  value: number | null;
  /** Values offered for one tap. */
  recent?: readonly number[];
  isWhole?: boolean;
  canBeNegative?: boolean;
  onDone: (value: number | null) => void;
  onClose: () => void;
  /** A second way out, such as "Next connection". */
  next?: { label: string; onDone: (value: number | null) => void } | undefined;
};

/** What the typed text means; undefined while it means nothing. An empty pad is no number. */
export function readPad(text: string): number | null | undefined {
  if (text === '') return null;
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;
}

/** The text after one more key. */
export function pressKey(text: string, key: string): string {
  if (key === 'back') return text.slice(0, -1);
  if (key === '±') return text.startsWith('-') ? text.slice(1) : `-${text}`;
  if (key === '.' && text.includes('.')) return text;
  return text.length >= 12 ? text : text + key;
}

/** Numbers by thumb: large keys at the bottom of the screen, where the hand is. A keyboard works too. */
export function NumberPad(props: NumberPadProps) {
  const { title, unit, value, recent = [], isWhole = false, canBeNegative = false, onDone, onClose, next } = props;
  const [text, setText] = useState(value === null ? '' : String(value));
  const [isFresh, setFresh] = useState(true);
  const read = readPad(text);
  // The first key replaces what stood there: nobody deletes digit by digit in the rain.
  const press = (key: string) => {
    setText(pressKey(isFresh && key !== 'back' && key !== '±' ? '' : text, key));
    setFresh(false);
  };
  useEffect(() => {
    const type = ({ key }: KeyboardEvent) => {
      if (/^[0-9.]$/.test(key) && !(isWhole && key === '.')) press(key);
      else if (key === ',' && !isWhole) press('.');
      else if (key === '-' && canBeNegative) press('±');
      else if (key === 'Backspace') press('back');
      else if (key === 'Enter' && read !== undefined) onDone(read);
    };
    window.addEventListener('keydown', type);
    return () => window.removeEventListener('keydown', type);
  });
  const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', isWhole ? (canBeNegative ? '±' : '') : '.', '0', 'back'];
  return (
    <Drawer anchor="bottom" open onClose={onClose} transitionDuration={0}>
      <Box
        role="dialog"
        aria-label={title}
        sx={{ p: 3, pb: 'max(12px, env(safe-area-inset-bottom))', maxWidth: 480, width: '100%', mx: 'auto' }}
      >
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 2 }}>
          <Box sx={{ flex: 1, fontWeight: 600 }}>{title}</Box>
          <Box aria-live="polite" data-testid="pad-value" sx={{ fontSize: '1.75rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {text || '–'}
          </Box>
          <Box>{unit}</Box>
        </Box>
        {recent.length > 0 ? (
          <Box sx={{ display: 'flex', gap: `${GAP}px`, mb: 2, flexWrap: 'wrap' }}>
            {recent.map((one) => (
              <Button key={one} variant="outlined" color="inherit" onClick={() => onDone(one)}>
                {one} {unit}
              </Button>
            ))}
          </Box>
        ) : null}
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: `${GAP}px` }}>
          {keys.map((key, at) =>
            key === '' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the keys of the pad never move
              <span key={at} />
            ) : (
              <Button
                key={key}
                variant="outlined"
                color="inherit"
                aria-label={key === 'back' ? 'Delete a digit' : key === '.' ? 'Point' : key}
                onClick={() => press(key)}
                sx={{
                  minHeight: { xs: 56, md: 64 },
                  fontSize: '1.375rem',
                  borderRadius: '10px',
                  '@media (max-height: 480px)': { minHeight: 48 },
                }}
              >
                {key === 'back' ? <Icon name="backspace" size={24} /> : key}
              </Button>
            ),
          )}
        </Box>
        <Box sx={{ display: 'flex', gap: `${GAP}px`, mt: 2 }}>
          <Button color="inherit" variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          {next ? (
            <Button variant="outlined" sx={{ flex: 1 }} disabled={read === undefined} onClick={() => next.onDone(read ?? null)}>
              {next.label}
            </Button>
          ) : null}
          <Button variant="contained" sx={{ flex: 1 }} disabled={read === undefined} onClick={() => onDone(read ?? null)}>
            Done
          </Button>
        </Box>
      </Box>
    </Drawer>
  );
}
