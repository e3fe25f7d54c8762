import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { MessagePage } from '../../../parts/page/message-page.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { useWords } from '../../../parts/search/address.ts';
import { Can } from '../../../session/can.tsx';
import { NewHistoricalForm } from './historical-form.tsx';

function NoEditorRole() {
  return (
    <MessagePage icon="lock" title="New Historical File">
      <Typography>Historical files are entered by people in the group Historicals Editor, and your account is not in it.</Typography>
      <Typography>If your work needs it, ask a users administrator of the firm to add you.</Typography>
    </MessagePage>
  );
}

export function NewHistoricalFile() {
  const navigate = useNavigate();
  const search = useWords();
  return (
    <Can do="historicals.write" otherwise={<NoEditorRole />}>
      <PageHeader title="New Historical File" subtitle="Add its scans and location after it is created." />
      <NewHistoricalForm
        company={typeof search.company === 'string' ? search.company : ''}
        onCreated={({ id }) => void navigate({ to: '/historical/$id', params: { id: String(id) }, replace: true })}
      />
    </Can>
  );
}
