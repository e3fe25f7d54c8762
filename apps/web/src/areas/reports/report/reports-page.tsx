import { listReports, listReportViews, REPORT_GROUPS, type ReportView } from '@dmse/contract/reports/report';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { MessagePage } from '../../../parts/page/message-page.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { PagePending } from '../../../parts/page/page-pending.tsx';
import { useRemoveView } from './report-views.tsx';

const TITLE = 'Reports';
const COLUMNS = { display: 'grid', gap: 4, alignItems: 'start', gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1fr) 300px' } };
const GROUPS = { columnCount: { xs: 1, lg: 2 }, columnGap: 4, '& > *': { breakInside: 'avoid', mb: 4 } };
const LIST = { m: 0, p: 0, listStyle: 'none' };
const LINE = { px: 4, py: 2.5, borderTop: 1, borderColor: 'divider' };

type ViewsProps = { views: readonly ReportView[]; titles: ReadonlyMap<string, string> };

function Views({ views, titles }: ViewsProps) {
  const router: AnyRouter = useRouter<AnyRouter>();
  const remove = useRemoveView();
  const [gone, setGone] = useState<ReportView | null>(null);
  return (
    <Paper variant="outlined" component="section" aria-label="Saved views">
      <Typography variant="h2" sx={{ px: 4, py: 3 }}>
        Saved views
      </Typography>
      {views.length === 0 ? (
        <Typography sx={{ ...LINE, color: 'text.secondary' }}>
          Open a report, set its filters and choose “Save this view” to find it here again.
        </Typography>
      ) : (
        <Box component="ul" sx={LIST}>
          {views.map((view) => (
            <Box component="li" key={view.id} sx={{ ...LINE, display: 'flex', alignItems: 'center', gap: 2 }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <TextLink
                  to="/report/$report"
                  params={{ report: view.report }}
                  search={router.options.parseSearch(view.search)}
                  sx={{ fontWeight: 500 }}
                >
                  {view.name}
                </TextLink>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {titles.get(view.report)}
                  {view.is_shared ? (view.is_mine ? ', shared' : ', shared with you') : ''}
                </Typography>
              </Box>
              {view.is_mine ? (
                <IconButton size="small" aria-label={`Delete the view ${view.name}`} onClick={() => setGone(view)}>
                  <Icon name="delete" size={18} />
                </IconButton>
              ) : null}
            </Box>
          ))}
        </Box>
      )}
      {gone ? (
        <ConfirmDialog
          open
          title={`Delete “${gone.name}”?`}
          verb="Delete view"
          isDestructive
          onConfirm={() => remove(gone)}
          onClose={() => setGone(null)}
        >
          {gone.is_shared ? 'Those you share it with no longer find it either.' : 'The report itself stays as it is.'}
        </ConfirmDialog>
      ) : null}
    </Paper>
  );
}

/** The reports one may see, each with the question it answers, and the views that were kept of them. */
export function ReportsPage() {
  const list = useCall(listReports, {});
  const views = useCall(listReportViews, {}).data?.results ?? [];
  if (list.isError)
    return <ErrorState isPage title="The reports could not be loaded." error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <PagePending />;
  const reports = list.data.results;
  if (reports.length === 0)
    return (
      <MessagePage icon="lock" title={TITLE}>
        <Typography>
          Each report is shown to the people of the group whose work it is about, and your account is in none of them.
        </Typography>
        <Typography>If your work needs one, ask a users administrator of the firm to add you.</Typography>
      </MessagePage>
    );
  const titles = new Map(reports.map(({ name, title }) => [name, title]));
  return (
    <>
      <PageHeader title={TITLE} subtitle="Every figure opens to what it is made of." />
      <Box sx={COLUMNS}>
        <Box sx={GROUPS}>
          {REPORT_GROUPS.filter((group) => reports.some((one) => one.group === group)).map((group) => (
            <Paper key={group} variant="outlined" component="section" aria-label={group}>
              <Typography variant="h2" sx={{ px: 4, py: 3 }}>
                {group}
              </Typography>
              <Box component="ul" sx={LIST}>
                {reports
                  .filter((one) => one.group === group)
                  .map(({ name, title, about }) => (
                    <Box component="li" key={name} sx={{ ...LINE, position: 'relative', '&:hover': { bgcolor: 'action.hover' } }}>
                      <TextLink
                        to="/report/$report"
                        params={{ report: name }}
                        sx={{ fontWeight: 500, '&::after': { content: '""', position: 'absolute', inset: 0 } }}
                      >
                        {title}
                      </TextLink>
                      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                        {about}
                      </Typography>
                    </Box>
                  ))}
              </Box>
            </Paper>
          ))}
        </Box>
        <Views views={views.filter(({ report }) => titles.has(report))} titles={titles} />
      </Box>
    </>
  );
}
