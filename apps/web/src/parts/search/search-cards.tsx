import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { walkRows } from './row-link.tsx';
import { SearchCard } from './search-card.tsx';
import type { SearchView } from './search-view.ts';

export type SearchCardsProps<Row> = { view: SearchView<Row> };

/** The list on a phone: each row a card. */
export function SearchCards<Row>({ view }: SearchCardsProps<Row>) {
  if (view.isFirstLoad)
    return [1, 2, 3, 4, 5].map((card) => (
      <Box key={card} aria-hidden sx={{ p: 3, borderBottom: 1, borderColor: 'divider' }}>
        <Skeleton variant="text" width="60%" />
        <Skeleton variant="text" width="85%" />
      </Box>
    ));
  return (
    <Box component="ul" aria-label={view.label} onKeyDown={walkRows} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {view.table.getRowModel().rows.map((entry) => (
        <SearchCard key={entry.id} view={view.ofRow} id={entry.id} row={entry.original as Row} isSelected={entry.getIsSelected()} />
      ))}
    </Box>
  );
}
