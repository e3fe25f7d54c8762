import { type HistoricalRow, listHistoricalCompanies, listHistoricalFiles } from '@dmse/contract/historicals/historical-file';
import { nameHistoricalFile, relevantFieldsOf } from '@dmse/domain/historicals/relevant-fields';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useNavigate } from '@tanstack/react-router';
import { type FocusEvent, type MouseEvent, useMemo, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { useNarrow } from '../../../parts/page/use-narrow.ts';
import { useSetWords, useWords } from '../../../parts/search/address.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import { Can } from '../../../session/can.tsx';
import { useSelf, useUpdateSelf } from '../../../session/self.ts';
import { useOfficeGrid } from '../../places/location/use-office-grid.ts';
import { columnsFor } from './historical-columns.tsx';
import { CATEGORY_CHOICES, SUB_CATEGORY_CHOICES, useRelevantFields } from './historical-fields.ts';
import { HistoricalMap } from './historical-map.tsx';
import { yearFilter } from './year-filter.tsx';

const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];
const OTHER_FILTERS: readonly SearchFilter[] = [
  { kind: 'multi', name: 'category', label: 'Category', choices: CATEGORY_CHOICES },
  yearFilter('from', 'From year'),
  yearFilter('to', 'To year'),
  { kind: 'multi', name: 'sub_category', label: 'Sub-type', choices: SUB_CATEGORY_CHOICES, isAdvanced: true },
  { kind: 'single', name: 'is_located', label: 'Has a location', choices: YES_NO, isAdvanced: true },
  { kind: 'single', name: 'has_scans', label: 'Has scans', choices: YES_NO, isAdvanced: true },
  { kind: 'single', name: 'is_draft', label: 'Draft', choices: YES_NO, isAdvanced: true },
];
/** Drafts of the archive day are looked for only when they are asked for. */
const FINISHED = { is_draft: 'false' };
const EMPTY = { text: 'A historical file is an old plan or folder of the firm, or of one it took over, with its scans.' };

const linkOf = (row: HistoricalRow) => `/historical/${row.id}`;
const ROW_LINK = 'a[data-row-link]';

/** The file that the row under the pointer or the focus stands for. */
function fileAt(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('tr, li') : null;
  const href = row?.querySelector<HTMLAnchorElement>(ROW_LINK)?.pathname;
  const id = Number(/\/historical\/(\d+)$/.exec(href ?? '')?.[1]);
  return Number.isInteger(id) && id > 0 ? id : null;
}

function focusRow(id: number | null): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(ROW_LINK)];
  const link = links.find(({ pathname }) => pathname.endsWith(`/historical/${id}`));
  link?.focus({ preventScroll: true });
  link?.scrollIntoView({ block: 'nearest' });
}

/** Everything old, found by what is written about it and on it; the page of the list stands on a map beside it. */
export function HistoricalSearch() {
  const { preferences } = useSelf();
  const updateSelf = useUpdateSelf();
  const navigate = useNavigate();
  const setWords = useSetWords();
  const search = useWords();
  const isNarrow = useNarrow();
  const isWide = useMediaQuery('(min-width: 1100px)', { noSsr: true });
  const relevant = useRelevantFields();
  const { crs } = useOfficeGrid();
  const companies = useCall(listHistoricalCompanies, {}, { staleTime: 60_000 }).data?.results;
  const [selected, setSelected] = useState<number | null>(null);

  const hasMap = search.map === undefined ? isWide : String(search.map) === 'true';
  const asked = [search.company].flat().filter((company) => company !== undefined);
  const company = asked.length === 1 ? String(asked[0]) : null;
  const columns = useMemo(
    () => columnsFor(company === null ? null : relevantFieldsOf(relevant, company), hasMap && !isNarrow),
    [relevant, company, hasMap, isNarrow],
  );
  const filters = useMemo<readonly SearchFilter[]>(() => {
    const choices = (companies ?? []).map(({ company: name }) => ({ value: name, label: name })).filter(({ value }) => value !== '');
    return [{ kind: 'multi', name: 'company', label: 'Company', choices }, ...OTHER_FILTERS];
  }, [companies]);
  const toggleMap = () => setWords({ map: String(!hasMap) });

  function point(event: MouseEvent | FocusEvent): void {
    const id = fileAt(event.target);
    if (id !== null && id !== selected) setSelected(id);
  }
  return (
    <>
      <PageHeader
        title="Historical Files"
        actions={
          <>
            <Button variant="outlined" startIcon={<Icon name={hasMap && isNarrow ? 'list' : 'map'} size={18} />} onClick={toggleMap}>
              {isNarrow ? (hasMap ? 'List' : 'Map') : hasMap ? 'Hide map' : 'Show map'}
            </Button>
            <Can do="historicals.write">
              <LinkButton to="/historicals" search={{ mode: 'entry' }} variant="outlined" startIcon={<Icon name="upload_file" size={18} />}>
                Enter scans
              </LinkButton>
              <LinkButton to="/historical" variant="contained" startIcon={<Icon name="add" size={18} />}>
                New file
              </LinkButton>
            </Can>
          </>
        }
      />
      <Box onMouseOver={point} onFocus={point} sx={{ '& tr:focus-within': { bgcolor: 'tint.primary' } }}>
        <SearchTable
          endpoint={listHistoricalFiles}
          label="Historical files"
          noun={['historical file', 'historical files']}
          search={{ label: 'Search files and the text in scans' }}
          columns={columns}
          usualOrder="file_number"
          filters={filters}
          defaults={FINISHED}
          rowLink={linkOf}
          rowTitle={nameHistoricalFile}
          pageSize={preferences.page_size}
          onPageSize={(page_size) => void updateSelf({ preferences: { page_size } })}
          empty={EMPTY}
          beside={
            hasMap
              ? (rows) => (
                  <HistoricalMap
                    rows={rows}
                    crs={crs}
                    selected={selected}
                    onSelect={(id) => {
                      setSelected(id);
                      if (!isNarrow) focusRow(id);
                    }}
                    onOpen={(id) => void navigate({ to: '/historical/$id', params: { id: String(id) } })}
                  />
                )
              : undefined
          }
        />
      </Box>
    </>
  );
}
