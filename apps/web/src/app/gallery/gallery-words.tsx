import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useState } from 'react';
import { ProblemError } from '../../api/problem-error.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../parts/notice/error-state.tsx';
import { OfflineNote } from '../../parts/notice/offline-note.tsx';
import { RecordTabs } from '../../parts/record/record-tabs.tsx';
import { DateText } from '../../parts/text/date-text.tsx';
import { Highlight } from '../../parts/text/highlight.tsx';
import { MoneyText } from '../../parts/text/money-text.tsx';
import { showToast, type Toast } from '../../parts/toast/toast-store.ts';
import { GalleryChip } from './gallery-chip.tsx';
import { GallerySection } from './gallery-section.tsx';

const TOASTS: [string, Toast][] = [
  ['Neutral', { text: 'A new update is ready to use.' }],
  ['Success', { text: 'Saved state edit.', colour: 'success', icon: 'check' }],
  ['Info', { text: 'Three rows were skipped.', colour: 'info' }],
  ['Warning', { text: 'Your session ends in five minutes.', colour: 'warning' }],
  ['Error, subtitle', { text: 'Failed to save job.', subtitle: 'Somebody else has changed it meanwhile.', colour: 'error' }],
  ['Action', { text: 'Removed Zoë Léger.', action: { label: 'Undo', run: () => {} } }],
  ['No text', {}],
];
const PROBLEMS = [401, 403, 400, 500];

function Row({ children }: { children: React.ReactNode }) {
  return <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>{children}</Box>;
}

/** Everything that is said: toasts, dialogs, chips, tabs, amounts, dates, and what fills a gap. */
export function GalleryWords() {
  const [isAsking, setAsking] = useState(false);
  const [isRefused, setRefused] = useState(false);
  return (
    <>
      <GallerySection title="Toasts">
        <Row>
          {TOASTS.map(([label, toast]) => (
            <Button key={label} variant="outlined" onClick={() => showToast(toast)}>
              {label}
            </Button>
          ))}
          {PROBLEMS.map((status) => (
            <Button
              key={status}
              variant="outlined"
              onClick={() => showProblem(new ProblemError(status, { detail: `What a ${status} says.` }))}
            >
              {status}
            </Button>
          ))}
        </Row>
      </GallerySection>
      <GallerySection title="Dialogs">
        <Row>
          <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
            Delete client
          </Button>
          <Button variant="outlined" onClick={() => setRefused(true)}>
            One that is refused
          </Button>
        </Row>
        <ConfirmDialog
          open={isAsking}
          title="Delete Baie Verte Holdings?"
          verb="Delete client"
          isDestructive
          onConfirm={() => {}}
          onClose={() => setAsking(false)}
        >
          The client and its two addresses will be gone. Its history stays.
        </ConfirmDialog>
        <ConfirmDialog
          open={isRefused}
          title="Close this job?"
          verb="Close job"
          onConfirm={() => Promise.reject(new ProblemError(409, { detail: 'Two milestones are not finished.' }))}
          onClose={() => setRefused(false)}
        >
          Nobody will be able to add time to it.
        </ConfirmDialog>
      </GallerySection>
      <GallerySection title="State chips and tabs">
        <Row>
          <GalleryChip state="IN PROGRESS" canEdit />
          <GalleryChip state="CLOSED" canEdit={false} />
          <GalleryChip state="CANCELLED" canEdit={false} />
          <GalleryChip state="ON HOLD" canEdit={false} />
        </Row>
        <RecordTabs
          label="Client sections"
          tabs={[
            { label: 'Info', to: '/gallery', isCurrent: true },
            { label: 'Quotes', to: '/gallery', search: { tab: 'quotes' }, isCurrent: false, badge: 4 },
            { label: 'Jobs', to: '/gallery', search: { tab: 'jobs' }, isCurrent: false },
          ]}
        />
      </GallerySection>
      <GallerySection title="Amounts, dates and matches">
        <Row>
          <MoneyText cents={123_456_789} />
          <MoneyText cents={-4_250} />
          <MoneyText cents={0} />
          <MoneyText cents={0} dense />
          <MoneyText cents={-4_250} dense />
        </Row>
        <Row>
          <DateText value="2026-03-04" />
          <DateText value="2026-03-04T14:30:00.000Z" as="prose" />
          <DateText value="2026-03-04T14:30:00.000Z" as="relative" />
          <DateText value={null} unset="Never" />
        </Row>
        <Row>
          <span>
            <Highlight text="Société Évangéline, Cap-Pelé" query="evan cap pele" />
          </span>
        </Row>
      </GallerySection>
      <GallerySection title="Notices">
        <Paper variant="outlined">
          <EmptyState title="No clients yet." text="A client is whoever pays for a job.">
            <Button variant="contained">Create client</Button>
          </EmptyState>
        </Paper>
        <Paper variant="outlined">
          <ErrorState title="The clients could not be loaded." error={new Error('The server cannot be reached.')} onRetry={() => {}} />
        </Paper>
        <OfflineNote>You are offline. These rows were loaded before; search resumes when you are online.</OfflineNote>
      </GallerySection>
    </>
  );
}
