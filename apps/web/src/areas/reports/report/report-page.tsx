import type { InputOf } from '@dmse/contract/endpoint';
import { queryString } from '@dmse/contract/endpoint';
import { getReport, listReports, type Report, type ReportAbout } from '@dmse/contract/reports/report';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useParams } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { ProblemError } from '../../../api/problem-error.ts';
import { useCall } from '../../../api/use-call.ts';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { MessagePage } from '../../../parts/page/message-page.tsx';
import { NotFound } from '../../../parts/page/not-found.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { PagePending } from '../../../parts/page/page-pending.tsx';
import { useNarrow } from '../../../parts/page/use-narrow.ts';
import { ActiveFilters } from '../../../parts/search/active-filters.tsx';
import { useWords } from '../../../parts/search/address.ts';
import { readAddress } from '../../../parts/search/address-values.ts';
import { OrderSelect } from '../../../parts/search/order-select.tsx';
import { PageBar } from '../../../parts/search/page-bar.tsx';
import { SearchBar } from '../../../parts/search/search-bar.tsx';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { useSearchState } from '../../../parts/search/use-search-state.ts';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { useConnected } from '../../../session/connection.ts';
import { useSelf, useUpdateSelf } from '../../../session/self.ts';
import { isFigure, reportCell } from './report-cell.tsx';
import { ReportDownloads } from './report-downloads.tsx';
import { useReportFilters } from './report-search.tsx';
import { ReportViews } from './report-views.tsx';

const ReportChart = lazyPart(() => import('./report-chart.tsx').then((file) => file.ReportChart), <Box sx={{ height: 200 }} />);

type Words = Readonly<Record<string, unknown>>;
type Row = Report['rows'][number];
const NO_FILTERS = {};
const COUNT = new Intl.NumberFormat('en-CA');
/** What says how the rows are shown, not which; it is gone when a group is opened. */
const SHOWN = { group_by: undefined, ordering: undefined, page: undefined };

/** Longer text is cut where its column ends; numbers of jobs and names of people stay whole. */
const SHORT_TEXT = 24;
/** What a column of long text takes of the table, in hundredths: enough for most of it, and some for the figures. */
const widthOf = (longest: number) => `${Math.round(6 + Math.min(longest, 40) * 0.4)}%`;

function columnsOf({ columns, totals, rows }: Report): DataColumn<Row>[] {
  return columns.map(({ name, label, kind }, at) => {
    const total = totals[at];
    const longest = kind === 'text' ? rows.reduce((most, { cells }) => Math.max(most, String(cells[at] ?? '').length), 0) : 0;
    return {
      id: name,
      title: label,
      order: name,
      cell: ({ cells }) => reportCell(kind, cells[at] ?? null, name),
      ...(isFigure(kind) ? { align: 'right' as const } : {}),
      ...(longest > SHORT_TEXT ? { text: ({ cells }: Row) => String(cells[at] ?? ''), width: widthOf(longest) } : {}),
      ...(total === null || total === undefined ? {} : { foot: reportCell(kind, total, name) }),
    };
  });
}

/** What the server is asked, and the order in the address, which is that of a column the answer has to know. */
function useAsked(about: ReportAbout, filters: readonly SearchFilter[], words: Words) {
  return useMemo(() => {
    const own = new Set([...filters.map(({ name }) => name), 'ordering']);
    const mine = Object.fromEntries(Object.entries(words).filter(([name, value]) => own.has(name) && value !== undefined && value !== ''));
    const read = readAddress(getReport.declaration.query, mine, filters);
    const asked = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
    return { asked: { report: about.name, ...asked }, search: queryString(asked) };
  }, [about.name, filters, words]);
}

function ReportScreen({ about }: { about: ReportAbout }) {
  const isNarrow = useNarrow();
  const isOnline = useConnected();
  const { preferences } = useSelf();
  const updateSelf = useUpdateSelf();
  const words = useWords();
  const filters = useReportFilters(about);
  const ordered = String(words.ordering ?? '').replace(/^-/, '');
  const orders = useMemo(() => [{ order: ordered }], [ordered]);
  const state = useSearchState(getReport.declaration.query, filters, NO_FILTERS, true, orders);
  const { asked, search } = useAsked(about, filters, words);
  const { page_size } = preferences;
  const input = { ...asked, page: state.page, page_size } as InputOf<typeof getReport>;
  const {
    data: report,
    error,
    isError,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useCall(getReport, input, {
    keepOld: true,
    enabled: isOnline,
    retry: false,
  });
  const columns = useMemo(() => (report ? columnsOf(report) : []), [report]);

  // Rows that are put together have fewer columns to be ordered by.
  const isUnordered = error instanceof ProblemError && error.fields.ordering !== undefined && state.ordering !== '';
  const last = report && !isPlaceholderData ? Math.max(1, Math.ceil(report.count / page_size)) : state.page;
  const { setOrdering, setPage } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what sets them is new with every drawing
  useEffect(() => {
    if (isUnordered) setOrdering('');
    else if (state.page > last) setPage(last);
  }, [isUnordered, state.page, last]);

  function linkOf({ path }: Row): string | null {
    if (!path?.startsWith('?')) return path;
    const { of, ...own } = Object.fromEntries(new URLSearchParams(path));
    // A group within a group is of both.
    const groups = new Set([words.of ?? [], of ?? []].flat());
    const narrowed = { ...words, ...SHOWN, ...own, of: [...groups] };
    return `/report/${about.name}?${queryString(narrowed)}`;
  }
  const hasMoney = report?.columns.some(({ kind }) => kind === 'money');
  const count = report ? `${COUNT.format(report.count)} ${report.count === 1 ? 'row' : 'rows'}${hasMoney ? ', amounts in CAD' : ''}` : '';

  function showBody() {
    if (isError && !isUnordered)
      return (
        <ErrorState title="The report could not be made." error={error} onRetry={() => void refetch()}>
          <Button onClick={state.clear}>Clear filters</Button>
        </ErrorState>
      );
    if (!report && !isOnline) return <EmptyState icon="wifi_off" title="You are offline." text="Reports are made on the server." />;
    const chart = report?.chart;
    return (
      <Stack sx={{ gap: 3, position: 'relative' }} aria-busy={isFetching}>
        {isFetching && report ? (
          <LinearProgress aria-label="Loading the report" sx={{ position: 'absolute', inset: '0 0 auto', height: 2, zIndex: 3 }} />
        ) : null}
        <Stack sx={{ gap: 3, ...(isPlaceholderData ? { opacity: 0.55 } : {}) }}>
          {/* One bar compares nothing, and its figure stands in the table. */}
          {chart && chart.points.length > 1 ? <ReportChart chart={chart} title={about.title} /> : null}
          <DataTable
            isOfPage
            label={about.title}
            columns={columns}
            rows={report?.rows.map((row, at) => ({ ...row, at }))}
            rowId={(row) => row.at}
            rowLink={linkOf}
            sorting={{ ordering: state.ordering, usualOrder: '', onOrder: state.setOrdering }}
            empty={
              <EmptyState icon="search_off" title="Nothing to report." text="Nothing is of this period and these filters.">
                <Button variant="outlined" onClick={state.clear}>
                  Clear filters
                </Button>
              </EmptyState>
            }
          />
        </Stack>
        {report && report.count > 0 ? (
          <PageBar
            page={state.page}
            pageSize={page_size}
            count={report.count}
            onPage={state.setPage}
            onPageSize={(size) => {
              void updateSelf({ preferences: { page_size: size } });
              state.setPage(1);
            }}
          />
        ) : null}
      </Stack>
    );
  }

  return (
    <>
      <PageHeader
        title={about.title}
        subtitle={report?.subtitle ? `${about.about} ${report.subtitle}` : about.about}
        actions={
          <>
            <ReportViews report={about.name} search={search} />
            <ReportDownloads asked={asked} />
          </>
        }
      />
      <Stack sx={{ gap: 3 }}>
        <SearchBar
          state={state}
          filters={filters}
          search={null}
          isOfPage
          sorting={
            isNarrow && columns.length > 0 ? <OrderSelect columns={columns} ordering={state.ordering} onOrder={state.setOrdering} /> : null
          }
        />
        <ActiveFilters filters={filters} state={state} count={count} />
        {showBody()}
      </Stack>
    </>
  );
}

/** A report that is not among those of the list: there is none of that name, or it is for others. */
function NoReport({ name }: { name: string }) {
  const found = useCall(getReport, { report: name, page_size: 1 }, { retry: false });
  if (found.isPending) return <PagePending />;
  if (found.error instanceof ProblemError && found.error.status === 404) return <NotFound />;
  const actions = (
    <LinkButton to="/report" variant="contained">
      See your reports
    </LinkButton>
  );
  if (found.error instanceof ProblemError && found.error.status === 403)
    return (
      <MessagePage icon="lock" title="Reports" actions={actions}>
        <Typography>This report is for people in other groups than yours.</Typography>
        <Typography>If your work needs it, ask a users administrator of the firm to add you.</Typography>
      </MessagePage>
    );
  return <ErrorState isPage title="The report could not be made." error={found.error} onRetry={() => void found.refetch()} />;
}

/** One report with its filters, chart, table and downloads. */
export function ReportPage() {
  const { report: name } = useParams({ from: '/report/$report' });
  const list = useCall(listReports, {});
  if (list.isPending) return <PagePending />;
  if (list.isError)
    return <ErrorState isPage title="The report could not be made." error={list.error} onRetry={() => void list.refetch()} />;
  const about = list.data.results.find((one) => one.name === name);
  return about ? <ReportScreen key={name} about={about} /> : <NoReport key={name} name={name} />;
}
