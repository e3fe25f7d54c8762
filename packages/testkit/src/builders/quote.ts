import type { Quote, QuoteRow } from '@dmse/contract/jobs/quote';
import { PROJECT } from './project.ts';
import { STAMP } from './stamps.ts';

const numOf = (id: number) => `Q26-${String(id).padStart(4, '0')}`;

export function buildQuoteRow({ id = 7, ...change }: Partial<QuoteRow> = {}): QuoteRow {
  return {
    ...{ id, num: numOf(id), desc: `Offer ${id}`, long_desc: '', client: null, client_name: '', project_manager: null, job_types: [] },
    ...{ state: 'AWAITING QUOTE', is_expired: false, is_editable: true, can_edit: true, updated_on: STAMP, version: 1, ...change },
  };
}

/** A quote as whoever sees no amounts gets it. */
export function buildQuote({ id = 7, ...change }: Partial<Quote> = {}): Quote {
  return {
    ...{ ...PROJECT, id, num: numOf(id), state: 'AWAITING QUOTE', submitted_on: null, valid_until: null, is_expired: false },
    ...{ lost_reason: '', lost_note: '', promoted_to: null, revision: 0, ...change },
  };
}
