import type { Memo } from '@dmse/contract/memos/memo';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { MAIL_STATE, sayDelivery } from './mail-state.ts';

export type DeliveryListProps = { recipients: Memo['recipients'] };

/** Who was told by mail, and what became of each mail. */
export function DeliveryList({ recipients }: DeliveryListProps) {
  if (recipients.length === 0) return <Typography sx={{ color: 'text.secondary' }}>Nobody was mailed.</Typography>;
  return (
    <Stack component="ul" sx={{ gap: 1, m: 0, p: 0, listStyle: 'none' }}>
      {recipients.map(({ person, address, ...mail }) => (
        <Stack component="li" key={address} direction="row" sx={{ columnGap: 2, alignItems: 'baseline', flexWrap: 'wrap' }}>
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
