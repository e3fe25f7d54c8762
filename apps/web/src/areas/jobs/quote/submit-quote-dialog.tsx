import { headingOf } from '@dmse/contract/common/field';
import { type Quote, QuotePatch, updateQuote } from '@dmse/contract/jobs/quote';
import { localDate } from '@dmse/domain/dates/local-date';
import { quotedLines, sayFeeGap } from '@dmse/domain/jobs/fee';
import { sayCents, sumCents } from '@dmse/domain/money/cents';
import { validUntil } from '@dmse/domain/states/quote';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { DateInput } from '../../../parts/date/date-input.tsx';
import { useFirmZone } from '../../../parts/date/firm-zone.ts';
import { useNow } from '../../../parts/date/use-now.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useJobSettings } from '../job/use-job-settings.ts';
import { QuoteMailFields, useQuoteMail } from './quote-mail-fields.tsx';
import { keepQuoteTexts, readPdfChoices, readQuoteTexts } from './quote-pdf-choices.ts';

export type SubmitQuoteDialogProps = { quote: Quote; onClose: () => void };

/** Submits a quote: what it comes to, until when it holds, and whether the client is mailed its PDF. */
export function SubmitQuoteDialog({ quote, onClose }: SubmitQuoteDialogProps) {
  const client = useQueryClient();
  const settings = useJobSettings();
  const today = localDate(useNow(), useFirmZone());
  const [typed, setTyped] = useState<string | null | undefined>(undefined);
  const usual = settings ? validUntil(today, settings.quote_texts.valid_days) : null;
  const valid_until = typed === undefined ? usual : typed;
  const [texts] = useState(() => readQuoteTexts(quote.id));
  const own = [...(texts.introduction === undefined ? [] : ['introduction']), ...(texts.terms === undefined ? [] : ['terms'])];
  const [wantsMail, setWantsMail] = useState(true);
  const mail = useQuoteMail(quote, valid_until);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const canMail = mail.addresses === undefined || mail.addresses.length > 0;
  const isMailed = wantsMail && canMail;
  const { billing_type, fee_cap = null, total } = quote;
  const gap = total === undefined ? null : sayFeeGap({ billing_type, fee_cap, total });

  async function submit(): Promise<void> {
    setBusy(true);
    setRefusal(null);
    try {
      await call(
        updateQuote,
        { id: quote.id },
        {
          state: 'QUOTE SUBMITTED',
          ...(valid_until ? { valid_until } : {}),
          document: { ...readPdfChoices(), ...texts },
          ...(isMailed && mail.mailing ? { mail: mail.mailing } : {}),
        },
        { ifMatch: quote.version },
      );
      keepQuoteTexts(quote.id, null);
      await invalidateArea(client, 'jobs');
      const words =
        isMailed && mail.mailing ? `Submitted ${quote.num}; the mail is on its way.` : `Submitted ${quote.num}. Nobody was mailed.`;
      showToast({ text: words, icon: 'check', colour: 'success' });
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
      title={`Submit ${quote.num}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button variant="contained" loading={isBusy} disabled={isMailed && !mail.mailing} onClick={() => void submit()}>
            {isMailed ? 'Submit and mail' : 'Submit quote'}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 4, pt: 2 }}>
        <Typography sx={{ color: 'text.secondary' }}>
          {total === undefined ? '' : `${sayCents(sumCents(quotedLines({ billing_type, fee_cap }, [total])))} before tax. `}
          The PDF is frozen as a revision: what the client gets stays as it is now.
          {own.length > 0 ? ` It has the ${own.join(' and ')} you typed for it.` : ''}
        </Typography>
        {gap ? <Alert severity="warning">{gap}</Alert> : null}
        <DateInput label={headingOf(QuotePatch.shape.valid_until)} value={valid_until} onChange={setTyped} />
        <FormControlLabel
          label="Mail the PDF to the client"
          control={<Switch size="small" checked={isMailed} disabled={!canMail} onChange={(_, isOn) => setWantsMail(isOn)} />}
          sx={{ mx: 0, gap: 2 }}
        />
        {wantsMail ? <QuoteMailFields {...mail} /> : null}
        {refusal ? <Alert severity="error">{errorText(refusal)}</Alert> : null}
      </Stack>
    </Dialog>
  );
}
