import { listReports } from '@dmse/contract/reports/report';
import { exportTasks, TASK_REPORTS } from '@dmse/contract/work/task';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useCall } from '../../../api/use-call.ts';
import { saveFile } from '../../../parts/file/save-file.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import type { WorkOwner } from '../board/work-data.ts';

type Report = (typeof TASK_REPORTS)[number];
const TITLES: Record<Report, string> = {
  tasks: 'Tasks (CSV)',
  'milestones due': 'Milestones due (CSV)',
  'budget vs actual': 'Budget vs actual (CSV)',
  'time detail': 'Time detail (CSV)',
};

export type ReportsMenuProps = { owner: WorkOwner; num: string; today: string };

/** The reports over the work of a job or quote: files of it, and of a job the pages that are narrowed to it. */
export function ReportsMenu({ owner, num, today }: ReportsMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isBusy, setBusy] = useState(false);
  const job = 'job' in owner ? owner.job : null;
  const reports = useCall(listReports, {}, { enabled: job !== null && anchor !== null, retry: false }).data?.results;

  async function download(report: Report): Promise<void> {
    setAnchor(null);
    setBusy(true);
    try {
      const bytes = await call(exportTasks, { ...owner, report });
      saveFile(bytes, `${num}-${report.replaceAll(' ', '-')}-${today}.csv`);
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button
        id="task-reports"
        variant="outlined"
        loading={isBusy}
        startIcon={<Icon name="download" size={18} />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Reports
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} slotProps={{ list: { 'aria-label': 'Reports' } }}>
        {TASK_REPORTS.filter((report) => 'job' in owner || report !== 'time detail').map((report) => (
          <MenuItem key={report} onClick={() => void download(report)}>
            <ListItemText primary={TITLES[report]} />
          </MenuItem>
        ))}
        {job === null || !reports ? null : <Divider />}
        {(job === null ? [] : (reports ?? []))
          .filter(({ filters }) => filters.includes('job'))
          .map(({ name, title }) => (
            <MenuItem key={name} component={Link} {...({ to: `/report/${name}`, search: { job: String(job) } } as object)}>
              <ListItemText primary={title} />
            </MenuItem>
          ))}
      </Menu>
    </>
  );
}
