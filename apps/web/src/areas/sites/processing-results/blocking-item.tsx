import type { ProcessingConflict } from '@dmse/contract/sites/processing/result';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ConflictButtons } from '../processing-conflicts/conflict-buttons.tsx';
import { titleOfKind } from '../processing-conflicts/conflict-kinds.ts';
import { useConflictActs } from '../processing-conflicts/use-conflict-acts.tsx';

/** What blocks finishing, with what settles it. */
export function BlockingItem({ conflict }: { conflict: ProcessingConflict }) {
  const acts = useConflictActs(conflict);
  return (
    <Box component="li" sx={{ py: 3, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0, pt: 0 } }}>
      <Typography variant="h3">{titleOfKind(conflict.id)}</Typography>
      <Typography sx={{ mb: 2 }}>{conflict.sentence}</Typography>
      <ConflictButtons conflict={conflict} acts={acts} hasKeys={false} />
      {acts.dialog}
    </Box>
  );
}
