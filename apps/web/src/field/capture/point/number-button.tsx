import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useState } from 'react';
import { TARGET } from '../../frame/field-tokens.ts';
import { NumberPad, type NumberPadProps } from './number-pad.tsx';

export type NumberButtonProps = Omit<NumberPadProps, 'title' | 'onDone' | 'onClose' | 'next'> & {
  label: string;
  onChange: (value: number | null) => void;
};

/** A number on the page; a tap opens the pad for it. */
export function NumberButton({ label, onChange, ...pad }: NumberButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ButtonBase
        onClick={() => setOpen(true)}
        sx={{
          minHeight: TARGET,
          width: '100%',
          px: 3,
          py: 1,
          border: 2,
          borderColor: 'inputLine',
          borderRadius: '8px',
          bgcolor: 'background.paper',
          justifyContent: 'space-between',
          gap: 2,
          fontSize: '1rem',
          textAlign: 'left',
        }}
      >
        <span>{label}</span>
        <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {pad.value === null ? '–' : `${pad.value} ${pad.unit}`}
        </Box>
      </ButtonBase>
      {isOpen ? (
        <NumberPad
          {...pad}
          title={label}
          onClose={() => setOpen(false)}
          onDone={(value) => {
            onChange(value);
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}
