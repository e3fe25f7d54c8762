import Box from '@mui/material/Box';
import type { Found } from '../capture/point/use-found.ts';
import { FieldFrame } from '../frame/field-frame.tsx';
import type { FieldPlaceName } from '../frame/field-nav.tsx';

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
