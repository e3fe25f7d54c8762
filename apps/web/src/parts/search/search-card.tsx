import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Stack from '@mui/material/Stack';
import { memo } from 'react';
import { WHOLE_LINES } from '../text/one-line.tsx';
import { RowActions } from './row-actions.tsx';
import { RowCell } from './row-cell.tsx';
import { openRow, RowLink } from './row-link.tsx';
import { cardPlace, titleOf } from './search-column.ts';
import type { SearchRowProps } from './search-view.ts';

/** A name stands on the line where its value begins; a long value goes on below it. */
const FACTS = {
  m: 0,
  mt: 0.5,
  fontSize: '0.8125rem',
  lineHeight: '22px',
  '& > div': { display: 'inline-flex', maxWidth: '100%', mr: 3, gap: 1.5, verticalAlign: 'top' },
  '& dt': { color: 'text.secondary', whiteSpace: 'nowrap' },
  '& dd': { m: 0, minWidth: 0 },
} as const;

const CARD = { px: 3, py: 2.5, borderBottom: 1, borderColor: 'divider', '&:last-of-type': { borderBottom: 0 }, ...WHOLE_LINES } as const;

function Card<Row>({ view, id, row, isSelected }: SearchRowProps<Row>) {
  const { columns, rowTitle, rowLink, rowActions, onSelect, query } = view;
  const title = columns[view.titleAt]!;
  const facts = columns.filter((column, at) => column !== title && cardPlace(column, at) === 'fact');
  const lines = columns.filter((column, at) => cardPlace(column, at) === 'line');
  const chips = columns.filter((column, at) => cardPlace(column, at) === 'chip');
  const heading = <RowCell column={title} row={row} query={query} />;
  return (
    <Box component="li" onClick={openRow} onAuxClick={openRow} sx={CARD}>
      {/* A chip that finds no room beside the title stands below it. */}
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5 }}>
        {onSelect ? (
          <Checkbox
            checked={isSelected}
            onChange={(event) => onSelect(id, event.target.checked)}
            sx={{ m: -2 }}
            slotProps={{ input: { 'aria-label': `Select ${rowTitle(row)}` } }}
          />
        ) : null}
        <Box sx={{ flex: '1 1 120px', minWidth: 0, fontWeight: 500 }}>
          {rowLink ? <RowLink to={rowLink(row)}>{heading}</RowLink> : heading}
        </Box>
        {chips.map((column) => (
          <RowCell key={column.id} column={column} row={row} query={query} />
        ))}
        {rowActions ? <RowActions actions={rowActions(row)} of={rowTitle(row)} /> : null}
      </Stack>
      {lines.map((column) => (
        <Box key={column.id} sx={{ minWidth: 0, fontSize: '0.8125rem', lineHeight: '22px' }}>
          <RowCell column={column} row={row} query={query} />
        </Box>
      ))}
      <Box component="dl" sx={FACTS}>
        {facts.map((column) => (
          <div key={column.id}>
            <dt>{titleOf(column)}</dt>
            <dd>
              <RowCell column={column} row={row} query={query} />
            </dd>
          </div>
        ))}
      </Box>
    </Box>
  );
}

/** A row on a phone: its title and actions, what has a line of its own, its facts and its chip. */
export const SearchCard = memo(Card) as typeof Card;
