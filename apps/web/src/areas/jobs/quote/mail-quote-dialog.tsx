import { mailQuote, type Quote } from '@dmse/contract/jobs/quote';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { QuoteMailFields, useQuoteMail } from './quote-mail-fields.tsx';

export type MailQuoteDialogProps = { quote: Quote; onClose: () => void };

/** Mails the last revision of a quote, also to those who have it already. */
export function MailQuoteDialog({ quote, onClose }: MailQuoteDialogProps) {
  const client = useQueryClient();
  const mail = useQuoteMail(quote, quote.valid_until);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  async function send(): Promise<void> {
    if (!mail.mailing) return;
    setBusy(true);
    setRefusal(null);
    try {
      await call(mailQuote, { id: quote.id }, mail.mailing);
      await invalidateArea(client, 'jobs');
      showToast({ text: 'The mail is on its way.', icon: 'mail', colour: 'success' });
      onClose();
    } catch (error) {
      setRefusal(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      isTall
      width="sm"
      title={`Mail revision ${quote.revision} of ${quote.num}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button variant="contained" loading={isBusy} disabled={!mail.mailing} onClick={() => void send()}>
            Send mail
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 4, pt: 2 }}>
        <QuoteMailFields {...mail} />
        {refusal ? <Alert severity="error">{errorText(refusal)}</Alert> : null}
      </Stack>
    </Dialog>
  );
}
