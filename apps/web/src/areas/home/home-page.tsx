import { localDate, proseDate } from '@dmse/domain/dates/local-date';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { linkOptions } from '@tanstack/react-router';
import { useFirmZone } from '../../parts/date/firm-zone.ts';
import { useNow } from '../../parts/date/use-now.ts';
import { TextLink } from '../../parts/links.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { useTour } from '../../parts/tour/use-tour.tsx';
import { Can } from '../../session/can.tsx';
import { readRecentRecords } from '../../session/recent-records.ts';
import { useSelf } from '../../session/self.ts';
import { AssignmentsCard } from './assignments-card.tsx';
import { DashboardCard } from './dashboard-card.tsx';
import { HomeNotices } from './home-notices.tsx';
import { HOME_TOUR } from './home-tour.ts';
import { NeedsCard } from './needs-card.tsx';
import { ProjectsCard } from './projects-card.tsx';
import { TimesheetCard } from './timesheet-card.tsx';
import { UnsyncedCard } from './unsynced-card.tsx';
import { useHeadingFirst } from './use-heading-first.ts';
import { WorkCard } from './work-card.tsx';

const JOBS_PLACES = [
  { label: 'Contacts', link: linkOptions({ to: '/jobs', search: { tab: 'contacts' } }) },
  { label: 'Clients', link: linkOptions({ to: '/jobs', search: { tab: 'clients' } }) },
  { label: 'Quotes', link: linkOptions({ to: '/jobs', search: { tab: 'quotes' } }) },
  { label: 'Jobs', link: linkOptions({ to: '/jobs', search: { tab: 'jobs' } }) },
  { label: 'Progress', link: linkOptions({ to: '/jobs', search: { tab: 'progress' } }) },
];
const FIELD_PLACES = [
  { label: 'Field runs', link: linkOptions({ to: '/field', search: { tab: 'fieldruns' } }) },
  { label: 'Control points', link: linkOptions({ to: '/field', search: { tab: 'controlpoints' } }) },
];

const GRID = { display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(260px, 1fr))' } };

/** The person's work on the left with most of the room, what is at hand on the right; below each other on a phone. */
const COLUMNS = { display: 'flex', flexDirection: { xs: 'column', md: 'row' }, alignItems: { md: 'flex-start' }, gap: 3, mt: 3 };
const COLUMN = {
  display: 'flex',
  flexDirection: 'column',
  gap: 3,
  flex: { md: '1 1 0' },
  minWidth: 0,
  '&:first-of-type:not(:only-of-type)': { flex: { md: '2 1 0' } },
};

function RecentCard() {
  const { id } = useSelf();
  const records = readRecentRecords(id);
  return (
    <WorkCard icon="history" title="Recently opened">
      {records.length === 0 ? (
        'The jobs, clients and contacts you open are listed here, on this device.'
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {records.slice(0, 8).map((record) => (
            <Box component="li" key={record.path} sx={{ display: 'flex', gap: 2, minHeight: { xs: 40, sm: 28 }, alignItems: 'center' }}>
              <TextLink to={record.path} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                {record.title}
              </TextLink>
              <Box component="span" sx={{ ml: 'auto', fontSize: '0.75rem' }}>
                {record.kind}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </WorkCard>
  );
}

function Cards() {
  return (
    <>
      <Box component="section" aria-label="Dashboards" sx={GRID}>
        <DashboardCard
          tour="jobs"
          icon="work"
          title="Jobs dashboard"
          text="Contacts, clients, quotes and jobs, their progress and your assignments."
          link={linkOptions({ to: '/jobs' })}
          places={JOBS_PLACES}
        />
        <DashboardCard
          tour="field"
          icon="explore"
          title="Field work"
          text="Field runs to take and to process, and the firm’s control points."
          link={linkOptions({ to: '/field' })}
          places={FIELD_PLACES}
        />
        <DashboardCard
          tour="historicals"
          icon="archive"
          title="Historical files"
          text="The firm’s old plans, notes and scans."
          link={linkOptions({ to: '/historicals' })}
          places={[]}
        />
      </Box>
      <Box sx={COLUMNS}>
        <Can do="work.read">
          <Box sx={COLUMN}>
            <Can do="jobs.write">
              <NeedsCard />
            </Can>
            <AssignmentsCard />
            <Can do="jobs.write">
              <ProjectsCard />
            </Can>
          </Box>
        </Can>
        <Box sx={COLUMN}>
          <RecentCard />
          <UnsyncedCard />
          <Can do="time.own">
            <TimesheetCard />
          </Can>
        </Box>
      </Box>
      <Can do="staff.open">
        <Box sx={{ mt: 4 }}>
          <Button href="/staff/" variant="outlined">
            Open the staff panel
          </Button>
        </Box>
      </Can>
    </>
  );
}

/** The first page: the three dashboards and the person's own work. Works offline. */
export function Home() {
  const self = useSelf();
  const zone = useFirmZone();
  const now = useNow();
  const isRestDue = useHeadingFirst();
  const tour = useTour(HOME_TOUR, isRestDue);
  return (
    <>
      <PageHeader title={`Hello, ${self.full_name.split(' ')[0]}`} subtitle={proseDate(localDate(now, zone))} />
      <HomeNotices />
      {isRestDue ? <Cards /> : null}
      {tour}
    </>
  );
}
