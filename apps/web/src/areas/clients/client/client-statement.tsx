import { addressOf } from '@dmse/contract/endpoint';
import { getStatementMail, mailStatement, statementPdf } from '@dmse/contract/invoices/statement';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { MailDocumentDialog } from '../../../parts/mail/mail-document-dialog.tsx';
import { useCan } from '../../../session/self.ts';

type StatementOf = { client: number; name: string };

function MailStatementDialog({ client, name, onClose }: StatementOf & { onClose: () => void }) {
  const { data, error } = useCall(getStatementMail, { client }, { staleTime: 0 });
  return (
    <MailDocumentDialog
      title={`Mail the statement of ${name}`}
      draft={data}
      problem={error}
      send={(mailing) => call(mailStatement, { client }, mailing)}
      onClose={onClose}
    />
  );
}

/** The statement of account: as a PDF, and by mail. */
export function ClientStatement({ client, name }: StatementOf) {
  const [isMailing, setMailing] = useState(false);
  const mayMail = useCan('invoices.write');
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'center', ml: { sm: 'auto' }, flexWrap: 'wrap' }}>
      <Button
        component="a"
        size="small"
        href={addressOf(statementPdf, { client })}
        target="_blank"
        rel="noreferrer"
        startIcon={<Icon name="description" size={18} />}
      >
        Statement
      </Button>
      {mayMail ? (
        <Button size="small" startIcon={<Icon name="mail" size={18} />} onClick={() => setMailing(true)}>
          Mail statement
        </Button>
      ) : null}
      {isMailing ? <MailStatementDialog client={client} name={name} onClose={() => setMailing(false)} /> : null}
    </Stack>
  );
}
