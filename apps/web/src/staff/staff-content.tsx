import { rolesFor } from '@dmse/domain/access/grants';
import { sayList } from '@dmse/domain/text/counts';
import Typography from '@mui/material/Typography';
import { useParams } from '@tanstack/react-router';
import { MessagePage } from '../parts/page/message-page.tsx';
import { useSelf } from '../session/self.ts';
import { readStaffPath, STAFF_PAGES } from './pages.ts';

/** The page the address names, or why there is none. */
export function StaffContent() {
  const self = useSelf();
  const { page: current, rest } = readStaffPath((useParams({ strict: false }) as { _splat?: string })._splat);
  const pages = STAFF_PAGES.filter((page) => self.can.includes(page.needs));
  const page = pages.find((one) => one.path === current) ?? (current === '' ? pages[0] : undefined);
  if (page) return <page.Screen rest={rest} />;
  return pages.length === 0 ? (
    <MessagePage icon="lock" title="Staff panel">
      <Typography>
        The staff panel is for the groups {sayList(rolesFor('staff.open'))}. Ask a users administrator of the firm if your work needs it.
      </Typography>
    </MessagePage>
  ) : (
    <MessagePage icon="search_off" title="Not Found">
      <Typography>There is no page of the staff panel at this address, or it belongs to another group.</Typography>
    </MessagePage>
  );
}
