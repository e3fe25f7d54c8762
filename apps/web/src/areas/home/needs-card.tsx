import { getNeeds, type Need } from '@dmse/contract/reports/needs';
import { sayCents } from '@dmse/domain/money/cents';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useCall } from '../../api/use-call.ts';
import { LinkButton, TextLink } from '../../parts/links.tsx';
import { MoneyText } from '../../parts/text/money-text.tsx';
import { useConnected } from '../../session/connection.ts';
import { WorkCard } from './work-card.tsx';

const LIST = { m: 0, p: 0, listStyle: 'none' };
const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 3,
  rowGap: 1,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
};

function NeedLines({ need: { title, count, amount, path, action, items } }: { need: Need }) {
  return (
    <Box component="li" sx={{ '& + &': { mt: 3 } }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 1 }}>
        <Typography variant="h3" sx={{ color: 'text.primary' }}>
          {title}
        </Typography>
        <Box component="span" sx={{ flex: 1 }}>
          {count}
          {!amount ? '' : ` · ${sayCents(amount)}`}
        </Box>
        <TextLink to={path} aria-label={`See all: ${title}`}>
          See all
        </TextLink>
      </Box>
      <Box component="ul" sx={LIST}>
        {items.map((item) => (
          <Box component="li" key={`${item.path} ${item.title}`} sx={ROW}>
            <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
              <Box sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>{item.title}</Box>
              <Box sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>{item.text}</Box>
            </Box>
            <Box sx={{ color: 'text.primary' }}>
              <MoneyText cents={item.amount || null} />
            </Box>
            <LinkButton to={item.path} size="small" variant="outlined" aria-label={`${action}: ${item.title}`}>
              {action}
            </LinkButton>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** For whoever runs jobs: what has to be acted on, each with its action. Nothing without a network, and nothing to say of a failure. */
export function NeedsCard() {
  const isConnected = useConnected();
  const { data, isError } = useCall(getNeeds, {}, { enabled: isConnected });
  if (isError || (!data && !isConnected)) return null;
  return (
    <WorkCard icon="report" title={data?.is_of_firm ? 'What the firm needs today' : 'What needs me today'}>
      {!data ? <Skeleton variant="text" width="80%" /> : null}
      {data && data.needs.length === 0 ? 'Nothing is ready to bill, over budget, overdue, stale or waiting.' : null}
      {data && data.needs.length > 0 ? (
        <Box component="ul" sx={LIST}>
          {data.needs.map((need) => (
            <NeedLines key={need.name} need={need} />
          ))}
        </Box>
      ) : null}
    </WorkCard>
  );
}
