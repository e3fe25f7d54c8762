import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { RowActions } from './row-actions.tsx';
import { RowCell } from './row-cell.tsx';
import { openRow, RowLink, walkRows } from './row-link.tsx';
import { cardPlace } from './search-column.ts';
import type { SearchView } from './search-view.ts';

export type SearchCardsProps<Row> = { view: SearchView<Row> };

const CARD = { p: 3, borderBottom: 1, borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } } as const;

/** The list on a phone: each row a card with its title, its chip, two lines of facts, and its actions in a sheet. */
export function SearchCards<Row>({ view }: SearchCardsProps<Row>) {
  const { table, columns, label, rowTitle, rowLink, rowActions, canSelect, isFirstLoad, query } = view;
  const title = columns[view.titleAt]!;
  const facts = columns.filter((column, at) => column !== title && cardPlace(column, at) === 'fact');
  const chips = columns.filter((column, at) => cardPlace(column, at) === 'chip');
  if (isFirstLoad)
    return [1, 2, 3, 4, 5].map((card) => (
      <Box key={card} aria-hidden sx={CARD}>
        <Skeleton variant="text" width="60%" />
        <Skeleton variant="text" width="85%" />
      </Box>
    ));
  return (
    <Box component="ul" aria-label={label} onKeyDown={walkRows} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {table
        .getRowModel()
        .rows.map((entry) => ({ entry, row: entry.original as Row }))
        .map(({ entry, row }) => (
          <Box component="li" key={entry.id} onClick={openRow} onAuxClick={openRow} sx={CARD}>
            <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
              {canSelect ? (
                <Checkbox
                  checked={entry.getIsSelected()}
                  onChange={entry.getToggleSelectedHandler()}
                  sx={{ m: -2 }}
                  slotProps={{ input: { 'aria-label': `Select ${rowTitle(row)}` } }}
                />
              ) : null}
              <Box sx={{ flex: 1, minWidth: 0, fontWeight: 500 }}>
                {rowLink ? (
                  <RowLink to={rowLink(row)}>
                    <RowCell column={title} row={row} query={query} />
                  </RowLink>
                ) : (
                  <RowCell column={title} row={row} query={query} />
                )}
              </Box>
              {chips.map((column) => (
                <RowCell key={column.id} column={column} row={row} query={query} />
              ))}
              {rowActions ? <RowActions actions={rowActions(row)} of={rowTitle(row)} /> : null}
            </Stack>
            <Box
              component="dl"
              sx={{
                m: 0,
                mt: 1,
                fontSize: '0.8125rem',
                display: '-webkit-box',
                WebkitLineClamp: 2,
                WebkitBoxOrient: 'vertical',
                overflow: 'hidden',
                '& > div': { display: 'inline', mr: 3 },
                '& dt, & dd, & dd > span': { display: 'inline', m: 0, whiteSpace: 'normal' },
                '& dt': { color: 'text.secondary', mr: 1 },
              }}
            >
              {facts.map((column) => (
                <div key={column.id}>
                  <dt>{column.title}</dt>{' '}
                  <dd>
                    <RowCell column={column} row={row} query={query} />
                  </dd>{' '}
                </div>
              ))}
            </Box>
          </Box>
        ))}
    </Box>
  );
}
