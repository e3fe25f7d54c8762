import { clientFields } from '@dmse/contract/clients/client';
import { contactFields } from '@dmse/contract/clients/contact';
import { headingOf } from '@dmse/contract/common/field';
import { blockOf } from '@dmse/domain/clients/merge-values';
import { RISK_WORDS } from '@dmse/domain/clients/party';

type RecordLike = { id: number } & Record<string, unknown>;
type Noun = 'client' | 'contact';

const DECLARED = { client: clientFields, contact: contactFields };
/** How several fields that go together are called. */
const TOGETHER: Record<string, string> = { billing_street: 'Billing address' };

/** What is asked about as one: a field, or the first of several that go together. */
function listFields(noun: Noun): [field: string, label: string][] {
  const first = Object.entries(DECLARED[noun]).filter(([name]) => blockOf(noun, name)[0] === name);
  return first.map(([name, schema]) => [name, TOGETHER[name] ?? headingOf(schema)]);
}

/** `fields` are those that are taken together; the first names them. */
export type MergeField = { field: string; fields: readonly string[]; label: string; options: { id: number; words: string }[] };

function inWords(field: string, record: RecordLike): string {
  const value = record[field];
  if (field === 'billing_street') return sayAddress(record);
  if (field === 'is_tax_exempt') return value ? ['Yes', record.tax_exempt_reason].filter(Boolean).join(': ') : 'No';
  if (field === 'tax_province') return value ? String(value) : 'As the firm';
  if (field === 'risk_level' && value) return RISK_WORDS[value as 'A'];
  if (Array.isArray(value)) return value.join(', ');
  return value === null || value === undefined ? '' : String(value);
}

/** A country alone is not an address. */
function sayAddress(record: RecordLike): string {
  const { billing_street, billing_city, billing_province, billing_postal_code, billing_country } = record;
  const town = [billing_city, billing_province, billing_postal_code].filter(Boolean).join(' ');
  const place = [billing_street, town].filter(Boolean);
  return place.length > 0 ? [...place, billing_country].filter(Boolean).join('\n') : '';
}

/**
 * The fields on which the records disagree, each with the different answers and whose they are; an answer that the one that stays
 * gives as well is its own. An empty answer is no answer, and lists are not chosen from but joined.
 */
export function differingFields(noun: Noun, records: readonly RecordLike[], survivor: number): MergeField[] {
  return listFields(noun).flatMap(([field, label]) => {
    const byWords = new Map<string, number>();
    for (const record of records) {
      const words = inWords(field, record);
      if (words === '' || Array.isArray(record[field])) continue;
      if (record.id === survivor || !byWords.has(words)) byWords.set(words, record.id);
    }
    const options = [...byWords].map(([words, id]) => ({ id, words }));
    return options.length > 1 ? [{ field, fields: blockOf(noun, field), label, options }] : [];
  });
}

/** Whose answer stands: the one that was chosen, else that of the record that stays, else the first there is. */
export function chosenOption({ options }: MergeField, words: string | undefined, survivor: number): number {
  const chosen = options.find((option) => option.words === words) ?? options.find((option) => option.id === survivor);
  return (chosen ?? options[0]!).id;
}

/** What the one that stays gets without being asked about: what it lacks and another has, and the entries of lists. */
export function filledFields(noun: Noun, survivor: RecordLike, outcome: RecordLike, asked: readonly MergeField[]) {
  return listFields(noun).flatMap(([field, label]) => {
    const words = inWords(field, outcome);
    const isNews = words !== inWords(field, survivor) && !asked.some((one) => one.field === field);
    return isNews ? [{ field, label, words }] : [];
  });
}
