import { labelOf } from '@dmse/contract/common/field';
import { getMemo, type Memo, updateMemo } from '@dmse/contract/memos/memo';
import { isActiveIssue, sayIssue } from '@dmse/domain/states/memo';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useCall } from '../../../api/use-call.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { DeliveryList } from '../../../parts/mail/delivery-list.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { RichTextView } from '../../../parts/text/rich-text-view.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { AttachmentList } from './attachment-list.tsx';

const FIELDS = updateMemo.declaration.body.shape;

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="caption" component="h3" sx={{ color: 'text.secondary', mb: 0.5 }}>
        {label}
      </Typography>
      {children}
    </div>
  );
}

/** All there is to a memo. */
export function MemoFacts({ memo }: { memo: Memo }) {
  const issue = sayIssue(memo);
  return (
    <Stack sx={{ gap: 4 }}>
      {issue ? <Alert severity={isActiveIssue(memo) ? 'error' : 'success'}>{issue}</Alert> : null}
      {memo.resolved_note ? <Fact label={labelOf(FIELDS.resolved_note)}>{memo.resolved_note}</Fact> : null}
      <Fact label={labelOf(FIELDS.title)}>{memo.title}</Fact>
      <Fact label={labelOf(FIELDS.text)}>
        <RichTextView document={memo.text} />
      </Fact>
      <Fact label={labelOf(FIELDS.attachments)}>
        <AttachmentList attachments={memo.attachments} />
      </Fact>
      <Fact label="Sender">{memo.created_by?.full_name ?? (memo.sender || 'The system')}</Fact>
      <Fact label="Mailed to">
        {isActiveIssue(memo) && memo.recipients.length === 0 ? (
          <Alert severity="warning">Nobody was mailed about this issue.</Alert>
        ) : (
          <DeliveryList recipients={memo.recipients} />
        )}
      </Fact>
      <Fact label="Last Updated">
        <DateText value={memo.updated_on} as="relative" />
      </Fact>
    </Stack>
  );
}

export type MemoDialogProps = { id: number; onClose: () => void; actions?: (memo: Memo) => ReactNode };

/** One memo, read; an issue that blocks the job is resolved here. */
export function MemoDialog({ id, onClose, actions }: MemoDialogProps) {
  const memo = useCall(getMemo, { id }, { retry: false });
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function resolve(is_resolved: boolean): Promise<void> {
    setBusy(true);
    try {
      await call(updateMemo, { id }, { is_resolved });
      showToast({ text: is_resolved ? 'Resolved memo.' : 'Reopened memo.', icon: 'check', colour: 'success' });
      await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/jobs/') });
    } catch (error) {
      showProblem(error, 'Failed to update memo.');
    } finally {
      setBusy(false);
    }
  }

  const shown = memo.data;
  return (
    <Dialog
      open
      isTall
      width="sm"
      title="Memo"
      onClose={onClose}
      actions={
        <>
          {shown ? actions?.(shown) : null}
          {shown?.is_issue && shown.is_resolved ? (
            <Button loading={isBusy} onClick={() => void resolve(false)}>
              Reopen
            </Button>
          ) : null}
          <Button onClick={onClose}>Close</Button>
          {shown && isActiveIssue(shown) ? (
            <Button variant="contained" loading={isBusy} onClick={() => void resolve(true)}>
              Mark as Resolved
            </Button>
          ) : null}
        </>
      }
    >
      {shown ? (
        <MemoFacts memo={shown} />
      ) : memo.isError ? (
        <ErrorState title="The memo could not be loaded." error={memo.error} onRetry={() => void memo.refetch()} />
      ) : (
        <Skeleton variant="rounded" height={220} role="progressbar" aria-label="Loading the memo" />
      )}
    </Dialog>
  );
}
