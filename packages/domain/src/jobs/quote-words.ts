import type { Language } from '../clients/party.ts';
import { type LocalDate, proseDate } from '../dates/local-date.ts';

/** What taxes are called in French, by their code. */
export const FRENCH_TAXES: Readonly<Record<string, string>> = { HST: 'TVH', GST: 'TPS', QST: 'TVQ', PST: 'TVP', RST: 'TVD' };

const ENGLISH = {
  quote: 'Quote',
  revision: (n: number) => `revision ${n}`,
  prepared_for: 'Prepared for',
  attention: (name: string) => `Attention: ${name}`,
  pid: (pid: string) => `PID ${pid}`,
  site: 'Site',
  date: 'Date',
  valid_until: (day: string) => `Valid until ${day}`,
  scope: 'Scope of work',
  fees: 'Fees',
  task: 'Task',
  role: 'Role or disbursement',
  hours: 'Hours',
  amount: (currency: string) => `Amount (${currency})`,
  estimated_fees: 'Estimated fees, before tax',
  capped_fees: 'Capped at, before tax',
  fixed_fee: 'Fixed fee, before tax',
  exempt: (reason: string) => (reason ? `Tax exempt: ${reason}` : 'Tax exempt'),
  total: 'Total',
  total_at_most: 'Total, at most',
  total_estimated: 'Estimated total',
  as_worked: 'Time is charged as worked; the amounts are an estimate.',
  as_worked_up_to: (amount: string) => `Time is charged as worked, up to ${amount} before tax.`,
  taxes_extra: 'Applicable taxes are extra.',
  terms: 'Terms',
  acceptance: 'Acceptance',
  signed_for: (client: string) => `For ${client || 'the client'}`,
  name_and_title: 'Name and title',
  page: (n: number, of: number) => `Page ${n} of ${of}`,
  mail: ({ greeted, num, desc, valid_until, sender }: QuoteMailFacts) =>
    `Hello${greeted ? ` ${greeted}` : ''},\n\nPlease find attached our quote ${num} for ${desc}.${
      valid_until ? ` It is valid until ${valid_until}.` : ''
    }\n\nPlease call or write if you have any questions.\n\n${sender}\n`,
};
export type QuoteWords = typeof ENGLISH;
export type QuoteMailFacts = { greeted: string; num: string; desc: string; valid_until: string; sender: string };

const FRENCH: QuoteWords = {
  quote: 'Soumission',
  revision: (n) => `révision ${n}`,
  prepared_for: 'Préparée pour',
  attention: (name) => `À l’attention de ${name}`,
  pid: (pid) => `NID ${pid}`,
  site: 'Emplacement',
  date: 'Date',
  valid_until: (day) => `Valide jusqu’au ${day}`,
  scope: 'Étendue des travaux',
  fees: 'Honoraires',
  task: 'Tâche',
  role: 'Fonction ou débours',
  hours: 'Heures',
  amount: (currency) => `Montant (${currency})`,
  estimated_fees: 'Honoraires estimatifs, avant taxes',
  capped_fees: 'Plafond, avant taxes',
  fixed_fee: 'Honoraires forfaitaires, avant taxes',
  exempt: (reason) => (reason ? `Exonéré de taxes : ${reason}` : 'Exonéré de taxes'),
  total: 'Total',
  total_at_most: 'Total, au plus',
  total_estimated: 'Total estimatif',
  as_worked: 'Le temps est facturé selon les heures travaillées; les montants sont estimatifs.',
  as_worked_up_to: (amount) => `Le temps est facturé selon les heures travaillées, jusqu’à concurrence de ${amount} avant taxes.`,
  taxes_extra: 'Les taxes applicables sont en sus.',
  terms: 'Modalités',
  acceptance: 'Acceptation',
  signed_for: (client) => `Pour ${client || 'le client'}`,
  name_and_title: 'Nom et titre',
  page: (n, of) => `Page ${n} de ${of}`,
  mail: ({ greeted, num, desc, valid_until, sender }) =>
    `Bonjour${greeted ? ` ${greeted}` : ''},\n\nVous trouverez ci-joint notre soumission ${num} : ${desc}.${
      valid_until ? ` Elle est valide jusqu’au ${valid_until}.` : ''
    }\n\nN’hésitez pas à nous appeler ou à nous écrire pour toute question.\n\n${sender}\n`,
};

/** The words of a quote and of the mail it goes out with. */
export const QUOTE_WORDS: Readonly<Record<Language, QuoteWords>> = { en: ENGLISH, fr: FRENCH };

/** `4 March 2026`, `4 mars 2026`, `1er mars 2026`. */
export function sayLongDay(language: Language, date: LocalDate): string {
  const words = new Intl.DateTimeFormat(`${language}-CA`, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
  return words.replace(/^1 (?=\p{L})/u, '1er ');
}

/** `4 Mar 2026`, `4 mars 2026`: as quotes write it. */
export function sayQuoteDay(language: Language, date: LocalDate): string {
  return language === 'fr' ? sayLongDay(language, date) : proseDate(date);
}
