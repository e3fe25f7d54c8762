import type { Language } from '../clients/party.ts';

type LineWords = { disbursements: (of: string) => string; job: (num: string) => string; retainer: string; discount: string };

/** What a new line of an invoice is called, in the language of its client, until somebody types otherwise. */
export const LINE_WORDS: Record<Language, LineWords> = {
  en: { disbursements: (of) => `Disbursements: ${of}`, job: (num) => `Job ${num}`, retainer: 'Retainer applied', discount: 'Discount' },
  fr: { disbursements: (of) => `Débours : ${of}`, job: (num) => `Dossier ${num}`, retainer: 'Acompte appliqué', discount: 'Remise' },
};
