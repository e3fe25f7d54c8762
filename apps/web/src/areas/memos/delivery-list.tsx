import type { Memo } from '@dmse/contract/memos/memo';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

type State = Memo['recipients'][number]['state'];

/** What became of a mail, in a word and a colour. */
const WORDS: Record<State, { says: string; colour: 'default' | 'success' | 'warning' | 'error' }> = {
  queued: { says: 'On its way', colour: 'default' },
  sent: { says: 'Accepted', colour: 'success' },
  kept: { says: 'Kept', colour: 'default' },
  refused: { says: 'Refused', colour: 'error' },
  failed: { says: 'Failed', colour: 'error' },
  bounced: { says: 'Bounced', colour: 'error' },
};

export type DeliveryListProps = { recipients: Memo['recipients'] };

/** Who was told by mail, and what the mail server said. */
export function DeliveryList({ recipients }: DeliveryListProps) {
  if (recipients.length === 0) return <Typography sx={{ color: 'text.secondary' }}>Nobody was mailed.</Typography>;
  return (
    <Stack component="ul" sx={{ gap: 1, m: 0, p: 0, listStyle: 'none' }}>
      {recipients.map(({ person, address, state, answer, tries }) => {
        const { says, colour } = WORDS[state];
        return (
          <Stack component="li" key={address} direction="row" sx={{ gap: 2, alignItems: 'baseline', flexWrap: 'wrap' }}>
            <span>{person?.full_name ?? address}</span>
            <Chip size="small" color={colour} label={state === 'queued' && tries > 1 ? `Tried ${tries} times` : says} />
            {answer && state !== 'sent' ? (
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                {answer}
              </Typography>
            ) : null}
          </Stack>
        );
      })}
    </Stack>
  );
}
