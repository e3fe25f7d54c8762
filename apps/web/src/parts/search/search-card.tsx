import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Stack from '@mui/material/Stack';
import type { Row as TableRow } from '@tanstack/react-table';
import { RowActions } from './row-actions.tsx';
import { RowCell } from './row-cell.tsx';
import { openRow, RowLink } from './row-link.tsx';
import { cardPlace } from './search-column.ts';
import type { RowFeatures, SearchView } from './search-view.ts';

export type SearchCardProps<Row> = { view: SearchView<Row>; entry: TableRow<RowFeatures, object & Row> };

/** At most two lines; a name never stands on one line and its value on the next. */
const FACTS = {
  m: 0,
  flex: 1,
  minWidth: 0,
  fontSize: '0.8125rem',
  lineHeight: '22px',
  maxHeight: 52,
  overflow: 'hidden',
  '& > div': { display: 'inline-flex', maxWidth: '100%', mr: 3, gap: 1.5, verticalAlign: 'top' },
  '& dt': { color: 'text.secondary', whiteSpace: 'nowrap' },
  '& dd': { m: 0, minWidth: 0 },
} as const;

/** Where there are two of them, they stand above each other rather than before the facts. */
const CHIP = { flexShrink: 0, maxWidth: '50%', '& > *, & > * > *': { justifyContent: 'flex-end' } };

/** A row on a phone: its title and actions, what has a line of its own, two lines of facts, its chip. */
export function SearchCard<Row>({ view, entry }: SearchCardProps<Row>) {
  const { columns, rowTitle, rowLink, rowActions, query } = view;
  const row: Row = entry.original;
  const title = columns[view.titleAt]!;
  const facts = columns.filter((column, at) => column !== title && cardPlace(column, at) === 'fact');
  const lines = columns.filter((column, at) => cardPlace(column, at) === 'line');
  const chips = columns.filter((column, at) => cardPlace(column, at) === 'chip');
  const heading = <RowCell column={title} row={row} query={query} />;
  return (
    <Box
      component="li"
      onClick={openRow}
      onAuxClick={openRow}
      sx={{ px: 3, py: 2.5, borderBottom: 1, borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
        {view.canSelect ? (
          <Checkbox
            checked={entry.getIsSelected()}
            onChange={entry.getToggleSelectedHandler()}
            sx={{ m: -2 }}
            slotProps={{ input: { 'aria-label': `Select ${rowTitle(row)}` } }}
          />
        ) : null}
        <Box sx={{ flex: 1, minWidth: 0, fontWeight: 500 }}>{rowLink ? <RowLink to={rowLink(row)}>{heading}</RowLink> : heading}</Box>
        {rowActions ? <RowActions actions={rowActions(row)} of={rowTitle(row)} /> : null}
      </Stack>
      {lines.map((column) => (
        <Box key={column.id} sx={{ minWidth: 0, fontSize: '0.8125rem', lineHeight: '22px' }}>
          <RowCell column={column} row={row} query={query} />
        </Box>
      ))}
      <Stack direction="row" sx={{ alignItems: 'flex-end', gap: 2, mt: 0.5 }}>
        <Box component="dl" sx={FACTS}>
          {facts.map((column) => (
            <div key={column.id}>
              <dt>{column.title}</dt>
              <dd>
                <RowCell column={column} row={row} query={query} />
              </dd>
            </div>
          ))}
        </Box>
        {chips.map((column) => (
          <Box key={column.id} sx={CHIP}>
            <RowCell column={column} row={row} query={query} />
          </Box>
        ))}
      </Stack>
    </Box>
  );
}
