import type { OrderOf } from '@dmse/contract/common/paging';
import { readQuery } from '@dmse/contract/common/read-query';
import type { Endpoint, InputOf, Page } from '@dmse/contract/endpoint';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useCall } from '../../api/use-call.ts';
import { useConnected } from '../../session/connection.ts';
import { EmptyState } from '../notice/empty-state.tsx';
import { ErrorState } from '../notice/error-state.tsx';
import { OfflineNote } from '../notice/offline-note.tsx';
import { useNarrow } from '../page/use-narrow.ts';
import { ActiveFilters } from './active-filters.tsx';
import { OrderSelect } from './order-select.tsx';
import { PageBar } from './page-bar.tsx';
import { SearchBar } from './search-bar.tsx';
import { SearchCards } from './search-cards.tsx';
import type { ColumnOf, RowAction, RowOf } from './search-column.ts';
import { activeFilters, type FilterValues, type SearchFilter, wordOf } from './search-filter.ts';
import { SearchRows } from './search-rows.tsx';
import { findTitle, type RowView, type SearchView, type Selection, useRowTable } from './search-view.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useSearchState } from './use-search-state.ts';

export type SearchTableProps<E extends Endpoint> = {
  /** A list endpoint: `query`, `page`, `page_size`, `ordering` and its own filters. */
  endpoint: E;
  /** The name of the list, for screen readers: "Clients". */
  label: string;
  /** One and many: ['client', 'clients']. */
  noun: readonly [string, string];
  /** In the order of the specification. Keep them outside the component, or in a memo. */
  columns: readonly ColumnOf<E>[];
  /** The search box; null for a list without one. "Search" unless said. */
  search?: { label: string; hint?: string } | null;
  /** Keep them outside the component, or in a memo. */
  filters?: readonly SearchFilter[];
  /** Filters in force while the address names none. */
  defaults?: FilterValues;
  /** How the server orders the list while nobody has chosen: "-created_on". */
  usualOrder?: OrderOf<E> | `-${OrderOf<E>}`;
  /** Parameters the person cannot change: `{ client: 5 }`. */
  fixed?: Partial<InputOf<E>>;
  /** What is said of a row is kept outside the component, or in a memo: a new function draws every row again. */
  rowLink?: (row: RowOf<E>) => string;
  rowActions?: (row: RowOf<E>) => RowAction[];
  /** Pixels for the actions column when a row has buttons in it. */
  actionsWidth?: number;
  /** How a row is called in labels; the text of the title column unless said. */
  rowTitle?: (row: RowOf<E>) => string;
  /** `row.id` unless said. */
  rowId?: (row: RowOf<E>) => string;
  /** With this the rows can be selected; it draws what can be done with them. */
  selection?: (selection: Selection<RowOf<E>>) => ReactNode;
  /** The person's preference, and where a new one is kept. */
  pageSize?: number;
  onPageSize?: (size: number) => void;
  /** Buttons of the list: "Create client". */
  tools?: ReactNode;
  /** What to do when the list is empty without any filter: words and a button. */
  empty?: { text?: string; action?: ReactNode };
  /** Keeps the filters in memory: for a list in a dialog, or a second one on a page. */
  isLocal?: boolean;
  /** Asks again by itself after so many milliseconds: for what changes while it is looked at. */
  refreshEvery?: number;
  /** The rows of the page in another way, such as on a map: beside the list, and on a phone in its place. */
  beside?: ((rows: readonly RowOf<E>[]) => ReactNode) | undefined;
};

const NO_FILTERS: readonly SearchFilter[] = [];
const NO_VALUES: FilterValues = {};
const NO_ROWS: readonly never[] = [];
const BESIDE = { display: 'grid', gap: 3, alignItems: 'start', gridTemplateColumns: 'minmax(0, 1fr) minmax(280px, 34%)' };
const COUNT = new Intl.NumberFormat('en-CA');

/**
 * A list one can search. What is looked at stands in the query string (never `tab`, and what others keep there survives): search
 * words, filters, ordering, page, `advancedSearch`. It asks 250 ms after the last change, cancels the question before, asks nothing
 * while offline and says so; keeps the old rows, dimmed, while the new ones come; and becomes cards on a phone.
 */
export function SearchTable<E extends Endpoint>(props: SearchTableProps<E>) {
  type Row = RowOf<E>;
  const { endpoint, columns, filters = NO_FILTERS, defaults = NO_VALUES, pageSize = 25, noun, rowLink, rowActions } = props;
  const isNarrow = useNarrow();
  const isOnline = useConnected();
  const state = useSearchState(endpoint.declaration.query, filters, defaults, !props.isLocal, columns);
  const input = useListInput(endpoint, filters, state.values, state.page, pageSize, state.ordering, props.fixed);
  const list = useCall(endpoint, input as InputOf<E>, { keepOld: true, enabled: isOnline, refetchInterval: props.refreshEvery ?? false });
  const page = list.data as Page<Row> | undefined;
  const { rows, query, isBehind } = useFoundRows(page?.results, wordOf(state.values.query), list.isPlaceholderData);
  const rowId = props.rowId ?? idOf;
  const { table, selection, select } = useRowTable(rows, columns, rowId);
  const onSelect = props.selection ? select : undefined;
  const ofRow = useMemo<RowView<Row>>(() => {
    const titleAt = findTitle(columns);
    const rowTitle = props.rowTitle ?? ((row: Row) => columns[titleAt]?.text?.(row) || `${noun[0]} ${rowId(row)}`);
    return { columns, query, titleAt, rowTitle, rowLink, rowActions, onSelect };
  }, [columns, query, noun[0], props.rowTitle, rowId, rowLink, rowActions, onSelect]);

  const last = page && !list.isPlaceholderData ? Math.max(1, Math.ceil(page.count / pageSize)) : state.page;
  const { setPage } = state;
  useEffect(() => {
    // The list has become shorter than the page one stood on.
    if (state.page > last) setPage(last);
  }, [state.page, last, setPage]);

  const isFiltered = activeFilters(filters, state.values).length > 0 || wordOf(state.values.query) !== '';
  const view: SearchView<Row> = {
    table: table as SearchView<Row>['table'],
    ofRow,
    state,
    label: props.label,
    // Found by words, the best match comes first instead.
    usualOrder: wordOf(state.values.query) === '' ? (props.usualOrder ?? '') : '',
    actionsWidth: props.actionsWidth ?? 56,
    isFirstLoad: rows === undefined,
  };
  const count = page ? `${COUNT.format(page.count)} ${page.count === 1 ? noun[0] : noun[1]}` : '';

  function showBody(): ReactNode {
    if (list.isError)
      return (
        <ErrorState title={`The ${noun[1]} could not be loaded.`} error={list.error} onRetry={() => void list.refetch()}>
          {isFiltered ? <Button onClick={state.clear}>Clear filters</Button> : null}
        </ErrorState>
      );
    if (!page && !isOnline)
      return <EmptyState icon="wifi_off" title="You are offline." text={`The ${noun[1]} are searched on the server.`} />;
    if (page?.count === 0 && !list.isPlaceholderData)
      return isFiltered ? (
        <EmptyState icon="search_off" title={`No ${noun[1]} match.`} text="Try fewer words, or take a filter off.">
          <Button variant="outlined" onClick={state.clear}>
            Clear filters
          </Button>
        </EmptyState>
      ) : (
        <EmptyState title={`No ${noun[1]} yet.`} text={props.empty?.text}>
          {props.empty?.action}
        </EmptyState>
      );
    if (isNarrow && props.beside) return props.beside(rows ?? NO_ROWS);
    return isNarrow ? <SearchCards view={view} /> : <SearchRows view={view} />;
  }

  const body = (
    <Paper variant="outlined" sx={{ position: 'relative' }} aria-busy={list.isFetching}>
      {list.isFetching && page ? (
        <LinearProgress aria-label={`Loading ${noun[1]}`} sx={{ position: 'absolute', inset: '0 0 auto', height: 2, zIndex: 3 }} />
      ) : null}
      <Box sx={isBehind && !list.isError ? { opacity: 0.55 } : {}}>{showBody()}</Box>
    </Paper>
  );

  return (
    <Stack sx={{ gap: 3 }}>
      <SearchBar
        state={state}
        filters={filters}
        search={props.search === undefined ? { label: 'Search' } : props.search}
        tools={props.tools}
        isOfPage={!props.isLocal}
        sorting={isNarrow ? <OrderSelect columns={columns} ordering={state.ordering} onOrder={state.setOrdering} /> : null}
      />
      {!isOnline && page ? (
        <OfflineNote>You are offline. These rows were loaded before; search resumes when you are online.</OfflineNote>
      ) : null}
      <ActiveFilters filters={filters} state={state} count={count} />
      {props.selection && selection.rows.length > 0 ? (
        <SelectionBar count={selection.rows.length} onClear={selection.clear}>
          {props.selection(selection)}
        </SelectionBar>
      ) : null}
      {props.beside && !isNarrow ? (
        <Box sx={BESIDE}>
          {body}
          {props.beside(rows ?? NO_ROWS)}
        </Box>
      ) : (
        body
      )}
      {page && page.count > 0 && !list.isError ? (
        <PageBar
          page={state.page}
          pageSize={pageSize}
          count={page.count}
          onPage={state.setPage}
          onPageSize={
            props.onPageSize
              ? (size) => {
                  props.onPageSize?.(size);
                  state.setPage(1);
                }
              : undefined
          }
        />
      ) : null}
    </Stack>
  );
}

function idOf(row: unknown): string {
  return String((row as { id: number | string }).id);
}

/**
 * The rows to draw and the words they were found by. Drawing them gives way to typing: a letter that comes meanwhile is shown first,
 * and until the new rows are there the old ones stay as they are.
 */
function useFoundRows<Row>(results: readonly Row[] | undefined, asked: string, isOld: boolean) {
  const words = useRef(asked);
  if (!isOld) words.current = asked;
  const query = words.current;
  const found = useMemo(() => ({ rows: results, query }), [results, query]);
  const last = useDeferredValue(found);
  const shown = last.rows ? last : found;
  return { ...shown, isBehind: isOld || shown !== found };
}

/** What the endpoint is asked: the words of the address read as the declaration types them. */
function useListInput(
  endpoint: Endpoint,
  filters: readonly SearchFilter[],
  values: FilterValues,
  page: number,
  pageSize: number,
  ordering: string,
  fixed: object | undefined,
) {
  return useMemo(() => {
    const words: Record<string, string | string[]> = { page: String(page), page_size: String(pageSize) };
    if (ordering) words.ordering = ordering;
    for (const [name, value] of Object.entries(values)) {
      const sent = filters.find((filter) => filter.name === name)?.sent ?? name;
      if (value.length > 0) words[sent] = typeof value === 'string' ? value : [...value];
    }
    const { query } = endpoint.declaration;
    return { ...(query ? readQuery(query, words) : {}), ...fixed };
  }, [endpoint, filters, values, page, pageSize, ordering, fixed]);
}
