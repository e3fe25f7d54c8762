import { listJobs } from '@dmse/contract/jobs/job';
import { listQuotes } from '@dmse/contract/jobs/quote';
import {
  discardInboundMail,
  fileInboundMail,
  getInboundMail,
  INBOUND_STATES,
  type InboundMail,
  listInboundMails,
} from '@dmse/contract/memos/inbound-mail';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { Icon } from '../../parts/icon/icon.tsx';
import { errorText } from '../../parts/notice/error-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { Picker } from '../../parts/picker/picker.tsx';
import type { PickerChoice } from '../../parts/picker/picker-choice.ts';
import type { SearchColumn } from '../../parts/search/search-column.ts';
import type { SearchFilter } from '../../parts/search/search-filter.ts';
import { SearchTable } from '../../parts/search/search-table.tsx';
import { DateText } from '../../parts/text/date-text.tsx';
import { useSelf } from '../../session/self.ts';
import type { StaffScreenProps } from '../pages.ts';

type State = InboundMail['state'];
const WORDS: Record<State, string> = { triage: 'To decide', filed: 'Filed', ignored: 'Ignored', bounce: 'Bounce', discarded: 'Put aside' };
const COLOURS: Record<State, 'warning' | 'success' | 'default' | 'error'> = {
  triage: 'warning',
  filed: 'success',
  ignored: 'default',
  bounce: 'error',
  discarded: 'default',
};

const COLUMNS: readonly SearchColumn<InboundMail>[] = [
  { id: 'subject', title: 'Subject', text: (row) => row.subject, unset: 'No subject', width: '30%' },
  { id: 'from', title: 'From', text: (row) => row.from_name || row.from_address },
  { id: 'reason', title: 'Why', text: (row) => row.reason, unset: '–' },
  { id: 'received_on', title: 'Received', cell: (row) => <DateText value={row.received_on} as="relative" />, width: 120 },
  {
    id: 'state',
    title: 'State',
    cell: (row) => <Chip size="small" color={COLOURS[row.state]} label={WORDS[row.state]} />,
    width: 120,
    card: 'chip',
  },
];
const FILTERS: readonly SearchFilter[] = [
  { kind: 'multi', name: 'state', label: 'State', choices: INBOUND_STATES.map((value) => ({ value, label: WORDS[value] })) },
];
const DEFAULTS = { state: ['triage'] };

const numChoice = ({ id, num, desc }: { id: number; num: string; desc: string }) => ({ id, label: num, subtitle: desc });

function MailDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const mail = useCall(getInboundMail, { id }, { retry: false });
  const client = useQueryClient();
  const [noun, setNoun] = useState<'job' | 'quote'>('job');
  const [chosen, setChosen] = useState<PickerChoice | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const data = mail.data;
  const suggested = data?.suggested_job ?? data?.suggested_quote ?? null;
  const target = chosen ?? (suggested ? { id: suggested.id, label: suggested.num } : null);
  const of = chosen ? noun : data?.suggested_quote && !data.suggested_job ? 'quote' : 'job';

  async function act(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setRefusal(null);
    try {
      await work();
      await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/staff/inbound-mail') });
      onClose();
    } catch (error) {
      setRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  const isOpen = data?.state === 'triage' || data?.state === 'discarded' || data?.state === 'ignored';
  return (
    <Dialog
      open
      isTall
      width="md"
      title={data?.subject || 'Mail'}
      onClose={onClose}
      actions={
        <>
          {data ? (
            <Button component="a" href={data.eml_url} download startIcon={<Icon name="download" size={18} />}>
              Download .eml
            </Button>
          ) : null}
          <Button onClick={onClose}>Close</Button>
          {data?.state === 'triage' ? (
            <Button disabled={isBusy} onClick={() => void act(() => call(discardInboundMail, { id }))}>
              Put aside
            </Button>
          ) : null}
          {isOpen ? (
            <Button
              variant="contained"
              loading={isBusy}
              disabled={!target}
              onClick={() => void act(() => call(fileInboundMail, { id }, { [of]: Number(target!.id) }))}
            >
              File as memo
            </Button>
          ) : null}
        </>
      }
    >
      {mail.error ? <Alert severity="error">{errorText(mail.error)}</Alert> : null}
      {data ? (
        <Stack sx={{ gap: 3 }}>
          <Typography sx={{ color: 'text.secondary' }}>
            From {data.from_name ? `${data.from_name} <${data.from_address}>` : data.from_address}. {data.reason}
          </Typography>
          <Typography component="pre" sx={{ whiteSpace: 'pre-wrap', fontFamily: 'inherit', m: 0, maxHeight: 320, overflow: 'auto' }}>
            {data.words}
          </Typography>
          {isOpen ? (
            <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}>
              <ToggleButtonGroup
                exclusive
                size="small"
                value={noun}
                aria-label="File under"
                onChange={(_, next: 'job' | 'quote' | null) => {
                  if (!next) return;
                  setNoun(next);
                  setChosen(null);
                }}
              >
                <ToggleButton value="job">Job</ToggleButton>
                <ToggleButton value="quote">Quote</ToggleButton>
              </ToggleButtonGroup>
              <Stack sx={{ flex: '1 1 240px' }}>
                {noun === 'job' ? (
                  <Picker label="Job" endpoint={listJobs} toChoice={numChoice} recentKey="job" value={target} onChange={setChosen} />
                ) : (
                  <Picker label="Quote" endpoint={listQuotes} toChoice={numChoice} recentKey="quote" value={target} onChange={setChosen} />
                )}
              </Stack>
            </Stack>
          ) : null}
          {refusal ? <Alert severity="error">{errorText(refusal)}</Alert> : null}
        </Stack>
      ) : null}
    </Dialog>
  );
}

/** Mail that came in and could not be filed by itself; nothing of it is ever lost. */
export function Triage({ rest }: StaffScreenProps) {
  const navigate = useNavigate();
  const { preferences } = useSelf();
  return (
    <>
      <PageHeader title="Incoming mail" subtitle="What could not be filed by itself waits here for a decision." />
      <SearchTable
        endpoint={listInboundMails}
        label="Incoming mails"
        noun={['mail', 'mails']}
        columns={COLUMNS}
        filters={FILTERS}
        defaults={DEFAULTS}
        refreshEvery={15_000}
        rowLink={(row) => `/triage/${row.id}`}
        pageSize={preferences.page_size}
        empty={{ text: 'Mails to the inbox of a job become memos by themselves when their sender is known.' }}
      />
      {/^\d+$/.test(rest) ? <MailDialog id={Number(rest)} onClose={() => void navigate({ to: '/triage' } as never)} /> : null}
    </>
  );
}
