import { getTimeEntry, listTimeEntryHistory, removeTimeEntry, type TimeEntry as TimeEntryRecord } from '@dmse/contract/time/entry';
import { sayDuration } from '@dmse/domain/dates/duration';
import { proseDate } from '@dmse/domain/dates/local-date';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { HistoryPanel } from '../../../parts/record/history-panel.tsx';
import { RecordPage } from '../../../parts/record/record-page.tsx';
import { TraceLink } from '../../../parts/record/trace-link.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { nameTarget } from '../week/target.ts';
import { WeekStateChip } from '../week/week-toolbar.tsx';
import { EntryForm } from './entry-form.tsx';

const RULES: Record<string, string> = { job: 'agreed for the job', client: 'agreed for the client', role: 'of the role' };

/** What the entry comes to, for whoever sees amounts: the rate and the rule that chose it. */
function Pricing({ entry }: { entry: TimeEntryRecord }) {
  const { rate, amount, rate_rule, rate_valid_from, cost_rate, cost } = entry;
  if (amount === undefined) return null;
  return (
    <Box component="dl" aria-label="Pricing" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 2, m: 0, mb: 4 }}>
      {[
        {
          term: 'Rate an hour',
          cents: rate,
          says: rate_rule ? `${RULES[rate_rule] ?? rate_rule}${rate_valid_from ? ` since ${proseDate(rate_valid_from)}` : ''}` : '',
        },
        { term: 'Amount', cents: amount, says: '' },
        ...(cost_rate == null
          ? []
          : [
              { term: 'Cost an hour', cents: cost_rate, says: '' },
              { term: 'Cost', cents: cost, says: '' },
            ]),
      ].map(({ term, cents, says }) => (
        <div key={term}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
            {term}
          </Box>
          <Box component="dd" sx={{ m: 0 }}>
            <MoneyText cents={cents} /> {says}
          </Box>
        </div>
      ))}
    </Box>
  );
}

function DeleteEntry({ entry }: { entry: TimeEntryRecord }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  async function remove(): Promise<void> {
    await call(removeTimeEntry, { id: entry.id });
    await invalidateArea(client, 'timesheet');
    showToast({ text: `Deleted ${sayDuration(entry.minutes)} on ${proseDate(entry.date)}.` });
    void navigate({ to: '/timesheet/$tab', params: { tab: 'entries' }, search: { date: entry.date } });
  }
  return (
    <>
      <Button color="error" startIcon={<Icon name="delete" size={18} />} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isOpen}
        title="Delete this entry?"
        verb="Delete entry"
        isDestructive
        onConfirm={remove}
        onClose={() => setOpen(false)}
      >
        {sayDuration(entry.minutes)} on {proseDate(entry.date)} for {nameTarget(entry)} will be gone; only its history stays.
      </ConfirmDialog>
    </>
  );
}

function Loaded({ entry }: { entry: TimeEntryRecord }) {
  return (
    <>
      <PageHeader
        title={`${sayDuration(entry.minutes)} on ${proseDate(entry.date)}`}
        chip={<WeekStateChip state={entry.batch_state} />}
        subtitle={`${entry.user.full_name} · ${nameTarget(entry)}`}
        actions={
          <>
            {entry.why_closed === null ? <DeleteEntry entry={entry} /> : null}
            {entry.job ? <TraceLink from={`time-entry:${entry.id}`} /> : null}
            <LinkButton to="/timesheet/$tab" params={{ tab: 'entries' }} search={{ date: entry.date }} variant="outlined">
              Open the week
            </LinkButton>
          </>
        }
      />
      {entry.why_closed ? (
        <Alert severity="info" sx={{ mb: 4 }}>
          {entry.why_closed}
        </Alert>
      ) : null}
      <Pricing entry={entry} />
      <EntryForm key={entry.id} entry={entry} />
      <HistoryPanel endpoint={listTimeEntryHistory} id={entry.id} />
    </>
  );
}

/** One time entry: the form, what it comes to, and what happened to it. */
export function TimeEntryPage() {
  const { id } = useParams({ from: '/entry/$id' });
  return (
    <RecordPage endpoint={getTimeEntry} id={Number(id)} noun="entry" list={{ to: '/timesheet' }}>
      {(entry) => <Loaded entry={entry} />}
    </RecordPage>
  );
}
