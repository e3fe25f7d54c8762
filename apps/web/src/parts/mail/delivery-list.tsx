import type { PersonRef } from '@dmse/contract/common/fields';
import type { MailState } from '@dmse/contract/staff/mail';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { MAIL_STATE, sayDelivery } from './mail-state.ts';

type Told = { person: PersonRef | null; address: string; state: MailState; answer: string; tries: number; created_on?: string };
export type DeliveryListProps = { recipients: readonly Told[] };

/** Who was told by mail, and what became of each mail. */
export function DeliveryList({ recipients }: DeliveryListProps) {
  if (recipients.length === 0) return <Typography sx={{ color: 'text.secondary' }}>Nobody was mailed.</Typography>;
  return (
    <Stack component="ul" sx={{ gap: 1, m: 0, p: 0, listStyle: 'none' }}>
      {recipients.map(({ person, address, created_on, ...mail }) => (
        <Stack
          component="li"
          key={`${address} ${created_on}`}
          direction="row"
          sx={{ columnGap: 2, alignItems: 'baseline', flexWrap: 'wrap' }}
        >
          <span>{person?.full_name ?? address}</span>
          <Chip size="small" color={MAIL_STATE[mail.state].colour} label={MAIL_STATE[mail.state].label} />
          {mail.state === 'sent' ? null : (
            <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {sayDelivery(mail)}
            </Typography>
          )}
        </Stack>
      ))}
    </Stack>
  );
}
