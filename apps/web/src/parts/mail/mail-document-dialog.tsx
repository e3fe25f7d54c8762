import type { DocumentMailing } from '@dmse/contract/invoices/document';
import { DocumentMailing as MailingSchema } from '@dmse/contract/invoices/document';
import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { Dialog } from '../dialog/dialog.tsx';
import { errorText } from '../notice/error-state.tsx';
import { showToast } from '../toast/toast-store.ts';

type Mailing = z.infer<typeof DocumentMailing>;
export type MailDraft = { to: readonly string[]; known: readonly string[]; subject: string; message: string };
export type MailDocumentDialogProps = {
  title: string;
  /** What the mail begins with; nothing while it is loaded. */
  draft: MailDraft | undefined;
  problem: unknown;
  send: (mailing: Mailing) => Promise<unknown>;
  onClose: () => void;
  /** Below the fields: what was mailed before. */
  children?: ReactNode;
};

type FieldsProps = { draft: MailDraft; typed: Partial<Mailing>; onChange: (typed: Partial<Mailing>) => void };

function MailFields({ draft, typed, onChange }: FieldsProps) {
  const { to = [...draft.to], subject = draft.subject, message = draft.message } = typed;
  return (
    <>
      <Autocomplete
        multiple
        options={[...draft.known]}
        filterSelectedOptions
        value={to}
        onChange={(_, chosen) => onChange({ ...typed, to: chosen })}
        renderInput={(field) => (
          <TextField
            {...field}
            label="To"
            helperText={
              draft.known.length === 0
                ? 'Nobody can be mailed: neither the client nor one of its contacts has an e-mail address.'
                : 'Addresses of the client and its contacts. Everybody gets a mail of their own.'
            }
          />
        )}
      />
      <TextField
        label="Subject"
        value={subject}
        onChange={(event) => onChange({ ...typed, subject: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField
        label="Message"
        multiline
        minRows={6}
        maxRows={14}
        value={message}
        onChange={(event) => onChange({ ...typed, message: event.target.value })}
      />
    </>
  );
}

/** Mails a document of the firm as a PDF: to whom, and with which words. */
export function MailDocumentDialog({ title, draft, problem, send, onClose, children }: MailDocumentDialogProps) {
  const [typed, setTyped] = useState<Partial<Mailing>>({});
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const { to, subject, message } = { to: [], subject: '', message: '', ...draft, ...typed };
  const mailing = MailingSchema.safeParse({ to: [...to], subject, message });
  async function finish(): Promise<void> {
    if (!mailing.success) return;
    setBusy(true);
    setRefusal(null);
    try {
      await send(mailing.data);
      showToast({ text: 'The mail is on its way.', icon: 'mail', colour: 'success' });
      onClose();
    } catch (error) {
      setRefusal(error);
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      isTall
      width="sm"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button variant="contained" loading={isBusy} disabled={!mailing.success} onClick={() => void finish()}>
            Send mail
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 4, pt: 2 }}>
        {draft ? <MailFields draft={draft} typed={typed} onChange={setTyped} /> : null}
        {!draft && !problem ? <Typography sx={{ color: 'text.secondary' }}>Preparing the mail…</Typography> : null}
        {draft && !mailing.success ? (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {mailing.error.issues[0]?.message}
          </Typography>
        ) : null}
        {(refusal ?? problem) ? <Alert severity="error">{errorText(refusal ?? problem)}</Alert> : null}
        {children}
      </Stack>
    </Dialog>
  );
}
