import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { FieldHeader } from './field-header.tsx';
import { FieldNav, type FieldPlaceName, LOW } from './field-nav.tsx';
import { FieldNoteStrip } from './field-note-strip.tsx';
import { useFieldRun } from './field-run.ts';

export type FieldFrameProps = {
  place: FieldPlaceName | null;
  /** The main action of the page, above the places, where the thumb is. */
  bar?: ReactNode;
  /** The content has the whole room to itself, such as a map. */
  isFull?: boolean;
  /** Another one begins at the top again. */
  contentKey?: string;
  children: ReactNode;
};

/** The field app's window: head, content, main action and places. Only the content scrolls. */
export function FieldFrame({ place, bar, isFull = false, contentKey, children }: FieldFrameProps) {
  const { id, name, gate, openSync } = useFieldRun();
  return (
    <Box
      sx={{
        position: 'fixed',
        inset: 0,
        height: '100dvh',
        display: 'grid',
        gridTemplateRows: 'auto minmax(0, 1fr) auto',
        bgcolor: 'background.default',
        color: 'text.primary',
        fontSize: '1rem',
        [LOW]: { gridTemplateColumns: 'minmax(0, 1fr) auto', gridTemplateRows: 'auto minmax(0, 1fr)' },
      }}
    >
      <Box sx={{ [LOW]: { gridColumn: '1 / -1' } }}>
        <FieldHeader run={id} name={name} gate={gate} onSync={openSync} />
      </Box>
      <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        <FieldNoteStrip />
        <Box
          key={contentKey}
          data-testid="field-content"
          sx={{
            position: 'relative',
            flex: 1,
            minHeight: 0,
            overflow: isFull ? 'hidden' : 'auto',
            overscrollBehavior: 'contain',
            ...(isFull ? {} : { p: 3 }),
          }}
        >
          {isFull ? children : <Box sx={{ maxWidth: 860, mx: 'auto' }}>{children}</Box>}
        </Box>
        {bar ? (
          <Box sx={{ bgcolor: 'background.paper', borderTop: 1, borderColor: 'divider', p: 2 }}>
            <Box sx={{ display: 'flex', gap: '8px', maxWidth: 860, mx: 'auto', alignItems: 'center' }}>{bar}</Box>
          </Box>
        ) : null}
      </Box>
      <FieldNav run={id} place={place} />
    </Box>
  );
}
