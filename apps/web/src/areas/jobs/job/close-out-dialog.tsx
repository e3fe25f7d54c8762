import type { Blocker } from '@dmse/contract/jobs/job';
import { updateMemo } from '@dmse/contract/memos/memo';
import { updateMilestone } from '@dmse/contract/work/milestone';
import type { BlockerCode } from '@dmse/domain/states/job-blockers';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { saySaved } from '../../../parts/record/use-state-change.ts';
import { useCan } from '../../../session/self.ts';

/** What a line's own button does to the records that stand in the way. Lines without one lead to the place where it is done. */
const DEEDS: Partial<Record<BlockerCode, { verb: string; deed: (id: number) => Promise<unknown> }>> = {
  OPEN_ISSUE: { verb: 'Resolve', deed: (id) => call(updateMemo, { id }, { is_resolved: true }) },
  OPEN_MILESTONE: { verb: 'Skip', deed: (id) => call(updateMilestone, { id }, { state: 'skipped' }) },
};

type Place = { to: string; search?: Record<string, string> };

/** Where a line is dealt with: one record at its own page, several where they are listed. */
function placeOf(job: number, { code, records }: Blocker, approvesAll: boolean): Place {
  const [record] = records;
  if (code === 'UNFINISHED_FIELD_RUN' && record) return { to: `/fieldrun/${record.id}` };
  if (code === 'OPEN_ISSUE') return { to: `/job/${job}/memos` };
  if (code === 'UNBILLED_WIP') return { to: `/job/${job}/tasks`, search: { mode: 'wip' } };
  if (code === 'UNAPPROVED_TIME')
    return { to: approvesAll ? '/timesheet/admin' : '/timesheet/supervisor', ...(record?.date ? { search: { date: record.date } } : {}) };
  if (code === 'UNAPPROVED_EXPENSE') return record && records.length === 1 ? { to: `/expense/${record.id}` } : { to: '/expenses' };
  return { to: `/job/${job}/tasks` };
}

export type CloseOutDialogProps = {
  job: { id: number; num: string };
  /** "Close job" or "Cancel job" */
  verb: string;
  blockers: readonly Blocker[];
  /** Writes the state with what was confirmed; refuses with BLOCKED when something is still in the way. */
  onDone: (confirm: BlockerCode[]) => Promise<unknown>;
  onClose: () => void;
};

/** What has to be settled before a job is closed, a line each: done here, confirmed, or mended where it lies. A line that is settled goes. */
export function CloseOutDialog({ job, verb, blockers, onDone, onClose }: CloseOutDialogProps) {
  const approvesAll = useCan('time.admin');
  const [settled, setSettled] = useState<readonly BlockerCode[]>([]);
  const [confirmed, setConfirmed] = useState<readonly BlockerCode[]>([]);
  const [busy, setBusy] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const open = blockers.filter(({ code }) => !settled.includes(code) && !confirmed.includes(code));

  async function act(name: string, work: () => Promise<unknown>): Promise<void> {
    setBusy(name);
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      setRefusal(error);
    } finally {
      setBusy(null);
    }
  }
  async function finish(): Promise<void> {
    await onDone([...confirmed]);
    saySaved();
    onClose();
  }
  async function settle({ code, records }: Blocker): Promise<void> {
    for (const { id } of records) await DEEDS[code]?.deed(Number(id));
    setSettled((list) => [...list, code]);
  }

  return (
    <Dialog
      open
      isTall
      width="sm"
      title={`${verb.split(' ')[0]} ${job.num}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="contained" disabled={open.length > 0} loading={busy === 'done'} onClick={() => void act('done', finish)}>
            {verb}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 3 }}>
        <Typography sx={{ color: 'text.secondary' }}>
          {open.length === 0 ? 'Nothing is in the way any more.' : 'This would leave work behind. Settle each line, or confirm it.'}
        </Typography>
        {open.map((blocker) => {
          const { code, is_hard, sentence, records } = blocker;
          const deed = DEEDS[code];
          return (
            <Paper key={code} variant="outlined" sx={{ p: 3, display: 'flex', gap: 3, alignItems: 'flex-start', flexWrap: 'wrap' }}>
              <Box sx={{ color: is_hard ? 'error.main' : 'warning.main', pt: 0.5 }}>
                <Icon name={is_hard ? 'error' : 'warning'} size={20} />
              </Box>
              <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
                <Typography>{sentence}</Typography>
                {records.length > 0 ? (
                  <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
                    {records
                      .slice(0, 3)
                      .map(({ name }) => name)
                      .join(', ')}
                    {records.length > 3 ? ` and ${records.length - 3} more` : ''}
                  </Typography>
                ) : null}
              </Box>
              <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
                {deed && records.length > 0 ? (
                  <Button size="small" variant="outlined" loading={busy === code} onClick={() => void act(code, () => settle(blocker))}>
                    {records.length > 1 ? `${deed.verb} ${records.length}` : deed.verb}
                  </Button>
                ) : null}
                <LinkButton size="small" {...placeOf(job.id, blocker, approvesAll)} onClick={onClose}>
                  Open
                </LinkButton>
                {is_hard ? null : (
                  <Button size="small" onClick={() => setConfirmed((list) => [...list, code])}>
                    Confirm
                  </Button>
                )}
              </Stack>
            </Paper>
          );
        })}
        {refusal ? <Alert severity="error">{errorText(refusal)}</Alert> : null}
      </Stack>
    </Dialog>
  );
}
