import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useFieldRun } from '../run/field-run.ts';
import { RunWarnings } from '../run/run-warnings.tsx';
import { FieldHeader } from './field-header.tsx';
import { FieldNav, type FieldPlaceName, LOW } from './field-nav.tsx';
import { FieldNoteStrip } from './field-note-strip.tsx';

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

/**
 * The field app's window: head, content, main action and places. Only the content scrolls. In a low window the action and the places
 * stand at the side, so that a form has the height.
 */
export function FieldFrame({ place, bar, isFull = false, contentKey, children }: FieldFrameProps) {
  const { id } = useFieldRun();
  return (
    <Box
      sx={{
        position: 'fixed',
        inset: 0,
        height: '100dvh',
        display: 'grid',
        gridTemplate: '"head" auto "content" minmax(0, 1fr) "bar" auto "places" auto / minmax(0, 1fr)',
        bgcolor: 'background.default',
        color: 'text.primary',
        fontSize: '1rem',
        [LOW]: { gridTemplate: '"head head head" auto "content bar places" minmax(0, 1fr) / minmax(0, 1fr) auto auto' },
      }}
    >
      <Box sx={{ gridArea: 'head' }}>
        <FieldHeader />
      </Box>
      <Box sx={{ gridArea: 'content', display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        <RunWarnings />
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
      </Box>
      {bar ? (
        <Box
          data-testid="field-bar"
          sx={{
            gridArea: 'bar',
            minHeight: 0,
            bgcolor: 'background.paper',
            borderTop: 1,
            borderColor: 'divider',
            p: 2,
            [LOW]: {
              width: 184,
              borderTop: 0,
              borderLeft: 1,
              borderColor: 'divider',
              display: 'grid',
              alignContent: 'end',
              overflowY: 'auto',
            },
          }}
        >
          <Box
            sx={{
              display: 'flex',
              gap: '8px',
              maxWidth: 860,
              mx: 'auto',
              alignItems: 'center',
              [LOW]: { flexDirection: 'column', alignItems: 'stretch', width: '100%', '& > *': { flex: 'none' } },
            }}
          >
            {bar}
          </Box>
        </Box>
      ) : null}
      <FieldNav run={id} place={place} />
    </Box>
  );
}
