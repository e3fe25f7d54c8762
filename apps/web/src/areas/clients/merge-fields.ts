import { RISK_WORDS } from '@dmse/domain/parties/party';

type RecordLike = { id: number } & Record<string, unknown>;

const FIELDS = {
  client: [
    ['name', 'Name'],
    ['party_type', 'Party type'],
    ['classification', 'Classification'],
    ['risk_level', 'Risk level'],
    ['phone', 'Phone'],
    ['email', 'E-mail'],
    ['website', 'Website'],
    ['billing_street', 'Street'],
    ['billing_city', 'City'],
    ['billing_province', 'Province or state'],
    ['billing_postal_code', 'Postal code'],
    ['billing_country', 'Country'],
    ['payment_terms_days', 'Payment terms (days)'],
    ['tax_province', 'Tax province'],
    ['is_tax_exempt', 'Tax exempt'],
    ['tax_exempt_reason', 'Reason for exemption'],
    ['note', 'Note'],
  ],
  contact: [
    ['name', 'Name'],
    ['position', 'Position'],
    ['note', 'Note'],
  ],
} as const;

export type MergeField = { field: string; label: string; options: { id: number; words: string }[] };

function inWords(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'risk_level' && value) return RISK_WORDS[value as 'A'];
  return value === null || value === undefined ? '' : String(value);
}

/** The fields on which the records disagree, each with the different answers and whose they are. An empty answer is no answer. */
export function differingFields(noun: 'client' | 'contact', records: readonly RecordLike[]): MergeField[] {
  return FIELDS[noun].flatMap(([field, label]) => {
    const byWords = new Map<string, number>();
    for (const record of records) {
      const words = inWords(field, record[field]);
      if (words !== '' && !byWords.has(words)) byWords.set(words, record.id);
    }
    const options = [...byWords].map(([words, id]) => ({ id, words }));
    return options.length > 1 ? [{ field, label, options }] : [];
  });
}
