import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';

export type CloseFormButtonProps = { label: string; onClose: () => void };

/**
 * For a form that has taken the place of the facts it changes: leads back to them, and gives its first field the focus. With something
 * unsaved it waits: the save bar asks what is to become of that.
 */
export function CloseFormButton({ label, onClose }: CloseFormButtonProps) {
  const { isDirty } = useFormState();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.closest('form')?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, []);
  return (
    <Box ref={place} sx={{ display: 'flex', justifyContent: 'flex-end' }}>
      <Button disabled={isDirty} onClick={onClose}>
        {label}
      </Button>
    </Box>
  );
}
