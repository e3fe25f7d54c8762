import Box from '@mui/material/Box';
import { FieldFrame } from './field-frame.tsx';
import type { FieldPlaceName } from './field-nav.tsx';
import type { Found } from './use-found.ts';

export type MissingRecordProps = { found: Found; place: FieldPlaceName };

/** Neither here nor on the server: said in the words of the specification. */
export function MissingRecord({ found, place }: MissingRecordProps) {
  return (
    <FieldFrame place={place}>
      <Box role={found.problem ? 'alert' : 'status'} sx={{ p: 3, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {found.problem ?? 'Looking for it…'}
      </Box>
    </FieldFrame>
  );
}
