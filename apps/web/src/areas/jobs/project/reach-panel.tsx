import type { Endpoint } from '@dmse/contract/endpoint';
import type { Action } from '@dmse/domain/access/grants';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callAny } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { CopyText } from '../../../parts/record/copy-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { Can } from '../../../session/can.tsx';
import { useJobSettings } from '../job/use-job-settings.ts';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="caption" component="h3" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      {children}
    </div>
  );
}

type StaffPageNameProps = { path: string; title: string; needs: Action };

/** A page of the staff panel: a link for those who may open it, its name for the others. */
function StaffPageName({ path, title, needs }: StaffPageNameProps) {
  return (
    <Can do={needs} otherwise={title}>
      <Link href={`/staff/${path}`}>{title}</Link>
    </Can>
  );
}

export type ReachPanelProps = {
  record: { id: number; inbox_address: string; folder_url: string };
  /** The call that creates the folders. */
  populate: Endpoint;
  isReadOnly: boolean;
};

/** Where mail about it goes, and where its files lie. */
export function ReachPanel({ record, populate, isReadOnly }: ReachPanelProps) {
  const settings = useJobSettings();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  async function createFolders(): Promise<void> {
    setBusy(true);
    try {
      const { created } = (await callAny(populate, { id: record.id })) as { created: number };
      showToast({
        text: created === 0 ? 'The folders were there already.' : `Created ${created} folders.`,
        icon: 'folder',
        colour: 'success',
      });
      await invalidateArea(client, 'jobs');
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  }
  const isWeb = /^https?:/.test(record.folder_url);
  return (
    <Paper component="section" variant="outlined" aria-label="Inbox and folder" sx={{ p: { xs: 4, sm: 5 }, mt: 4 }}>
      <Stack direction={{ xs: 'column', md: 'row' }} sx={{ gap: 6, alignItems: { md: 'flex-start' } }}>
        <Fact label="Inbox address">
          {record.inbox_address ? (
            <CopyText text={record.inbox_address} noun="inbox address" />
          ) : (
            <Typography sx={{ color: 'text.secondary' }}>
              No inbox is set up. It is set in the staff panel, under{' '}
              <StaffPageName path="folders" title="Folders, inbox and places" needs="settings.jobs" />.
            </Typography>
          )}
          <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
            A mail forwarded to it becomes a memo here, with its attachments.
          </Typography>
        </Fact>
        <Fact label="Drive folder">
          {record.folder_url ? (
            isWeb ? (
              <Link href={record.folder_url} target="_blank" rel="noopener">
                {record.folder_url}
              </Link>
            ) : (
              <CopyText text={record.folder_url} noun="folder path" />
            )
          ) : (
            <Typography sx={{ color: 'text.secondary' }}>Not created yet.</Typography>
          )}
          {isReadOnly ? null : (
            <Button
              size="small"
              variant="outlined"
              sx={{ mt: 2 }}
              loading={isBusy}
              disabled={settings !== undefined && !settings.has_drive}
              startIcon={<Icon name="folder" size={18} />}
              onClick={() => void createFolders()}
            >
              {record.folder_url ? 'Complete the folders' : 'Create the folders'}
            </Button>
          )}
          {settings && !settings.has_drive ? (
            <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
              No drive is set up. It is set in the staff panel, under{' '}
              <StaffPageName path="servers" title="Mail server and drive" needs="settings.hosts" />.
            </Typography>
          ) : null}
        </Fact>
      </Stack>
    </Paper>
  );
}
