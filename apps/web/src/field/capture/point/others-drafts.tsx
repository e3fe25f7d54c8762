import { listOtherOwners } from '@dmse/sync/local/draft';
import Box from '@mui/material/Box';
import { useFieldPeople } from '../../device/kept-notes.ts';
import { useLocalValue } from '../../device/use-field.tsx';

export type OthersDraftsProps = { /** The key of the form's draft. */ form: string };

/** Says that somebody else has left something unsaved in this form. It is theirs, so it is not shown. */
export function OthersDrafts({ form }: OthersDraftsProps) {
  const { value: owners = [] } = useLocalValue(['others-drafts', form], (session) => listOtherOwners(session, form), { also: ['drafts'] });
  const people = useFieldPeople();
  if (owners.length === 0) return null;
  const names = owners.map((owner) => people.find(({ id }) => id === owner)?.full_name ?? 'Somebody else');
  return (
    <Box role="note" sx={{ mb: 3, p: 3, borderRadius: '10px', bgcolor: 'tint.info' }}>
      {names.join(' and ')} left something unsaved in this form. It is kept on this device and comes back when{' '}
      {names.length === 1 ? 'that person signs' : 'they sign'} in.
    </Box>
  );
}
