import { addressOf } from '@dmse/contract/endpoint';
import { getMail, getMailSource, listMails, type SentMail } from '@dmse/contract/staff/mail';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '../../api/use-call.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { Icon } from '../../parts/icon/icon.tsx';
import { MAIL_STATE, sayDelivery } from '../../parts/mail/mail-state.ts';
import { errorText } from '../../parts/notice/error-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import type { SearchColumn } from '../../parts/search/search-column.ts';
import type { SearchFilter } from '../../parts/search/search-filter.ts';
import { SearchTable } from '../../parts/search/search-table.tsx';
import { DateText } from '../../parts/text/date-text.tsx';
import { useSelf } from '../../session/self.ts';
import type { StaffScreenProps } from '../pages.ts';

const COLUMNS: readonly SearchColumn<SentMail>[] = [
  { id: 'subject', title: 'Subject', text: (row) => row.subject, width: '32%' },
  { id: 'to', title: 'To', text: (row) => row.to.join(', ') },
  { id: 'answer', title: 'Answer', text: (row) => row.answer, unset: '–', card: 'none' },
  { id: 'created_on', title: 'Written', cell: (row) => <DateText value={row.created_on} as="relative" />, width: 130 },
  {
    id: 'state',
    title: 'State',
    cell: (row) => <Chip size="small" label={MAIL_STATE[row.state].label} color={MAIL_STATE[row.state].colour} />,
    width: 130,
    card: 'chip',
  },
];

const FILTERS: readonly SearchFilter[] = [
  { kind: 'multi', name: 'state', label: 'State', choices: Object.entries(MAIL_STATE).map(([value, { label }]) => ({ value, label })) },
];

function MailDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useCall(getMail, { id }, { retry: false });
  const actions = (
    <>
      <Button component="a" href={addressOf(getMailSource, { id })} download startIcon={<Icon name="download" size={18} />}>
        Download .eml
      </Button>
      <Button variant="contained" onClick={onClose}>
        Close
      </Button>
    </>
  );
  return (
    <Dialog open title={data?.subject ?? 'Mail'} onClose={onClose} actions={actions} width="sm" isTall>
      {error ? errorText(error) : null}
      {data ? (
        <>
          <Typography sx={{ color: 'text.secondary' }}>
            To {data.to.join(', ')}. {sayDelivery(data)}
          </Typography>
          <Typography component="pre" sx={{ whiteSpace: 'pre-wrap', fontFamily: 'inherit', mt: 3 }}>
            {data.text}
          </Typography>
        </>
      ) : null}
    </Dialog>
  );
}

/** Every mail the product has written, and what became of it. */
export function Mails({ rest }: StaffScreenProps) {
  const navigate = useNavigate();
  const { preferences } = useSelf();
  return (
    <>
      <PageHeader title="Mail" />
      <SearchTable
        endpoint={listMails}
        label="Mails"
        noun={['mail', 'mails']}
        columns={COLUMNS}
        filters={FILTERS}
        refreshEvery={5000}
        rowLink={(row) => `/mails/${row.id}`}
        pageSize={preferences.page_size}
        empty={{ text: 'Mails appear here when the product writes to people.' }}
      />
      {/^\d+$/.test(rest) ? <MailDialog id={Number(rest)} onClose={() => void navigate({ to: '/mails' } as never)} /> : null}
    </>
  );
}
