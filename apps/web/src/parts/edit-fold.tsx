import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useRef } from 'react';

export type EditFoldProps = { onClose: () => void; children: ReactNode };

/** A form that has taken the place of the facts it changes. Its first field has the focus; the button leads back to the facts. */
export function EditFold({ onClose, children }: EditFoldProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('form input, form textarea')?.focus();
  }, []);
  return (
    <Box ref={place}>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 2 }}>
        <Button onClick={onClose}>Back to details</Button>
      </Box>
      {children}
    </Box>
  );
}
