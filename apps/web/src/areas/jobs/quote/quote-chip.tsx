import { getQuote, type Quote, type QuoteRow, updateQuote } from '@dmse/contract/jobs/quote';
import { QUOTE, QUOTE_STATES, type QuoteState } from '@dmse/domain/states/quote';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { useQuestion } from '../../../parts/dialog/use-question.tsx';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { StateChip } from '../../../parts/record/state-chip.tsx';
import { useJobSettings } from '../job/use-job-settings.ts';

export const QUOTE_STATE_FILTER = QUOTE_STATES.map((state) => ({ value: state, label: state }));
const CHOICES = QUOTE_STATES.map((state) => ({ state, tone: QUOTE.rows[state].tone }));

// A list of quotes is shown without it.
const SubmitQuoteDialog = lazyPart(() => import('./submit-quote-dialog.tsx').then((file) => file.SubmitQuoteDialog));

export type QuoteChipProps = {
  quote: Pick<QuoteRow | Quote, 'id' | 'num' | 'state' | 'can_edit' | 'is_editable' | 'is_expired' | 'version'>;
};

/** A quote's state; that its last day has passed stands beside it. Submitting it opens the dialog for that; rejecting it asks why it was lost. */
export function QuoteChip({ quote }: QuoteChipProps) {
  const client = useQueryClient();
  const question = useQuestion();
  const mayChange = quote.can_edit && quote.is_editable;
  const settings = useJobSettings();
  const [submitting, setSubmitting] = useState<Quote | null>(null);

  async function choose(chosen: string): Promise<boolean> {
    const state = chosen as QuoteState;
    if (state === 'QUOTE SUBMITTED') {
      setSubmitting(await call(getQuote, { id: quote.id }));
      return false;
    }
    let lost = {};
    if (state === 'REJECTED') {
      const answer = await question.ask({
        title: `Reject ${quote.num}`,
        label: 'Note',
        choices: settings?.lost_reasons ?? [],
        choiceLabel: 'Why was it lost?',
        verb: 'Reject quote',
      });
      if (!answer) return false;
      lost = { lost_reason: answer.choice, lost_note: answer.words };
    }
    await call(updateQuote, { id: quote.id }, { state, ...lost }, { ifMatch: quote.version });
    await invalidateArea(client, 'jobs');
    return true;
  }

  return (
    <Stack direction="row" component="span" sx={{ gap: 1, alignItems: 'center', flexWrap: { xs: 'wrap', sm: 'nowrap' }, py: 1 }}>
      <StateChip
        state={quote.state}
        choices={CHOICES}
        failedText="Failed to save job."
        label={`State of ${quote.num}`}
        {...(mayChange ? { onChoose: choose } : {})}
      />
      {quote.is_expired ? <Chip size="small" variant="outlined" color="error" label="Expired" /> : null}
      {question.dialog}
      {submitting ? <SubmitQuoteDialog quote={submitting} onClose={() => setSubmitting(null)} /> : null}
    </Stack>
  );
}
