import { phoneDigits } from './phone.ts';

/** Fields that mean something only together: an address is one person's or another's, not the street of one and the town of the other. */
type Block = { fields: readonly string[]; isEmpty: (row: Values) => boolean };
type Values = Readonly<Record<string, unknown>>;

type MergeRules = {
  blocks: readonly Block[];
  /** Fields whose empty value is a choice of its own ("as the firm") and not something missing. */
  meaningful: readonly string[];
  /** By what an entry of a list is known again. */
  keys: Readonly<Record<string, (entry: string) => string>>;
};

const isBlank = (value: unknown) => value === '' || value === null || value === undefined;

/** A country alone is not an address; new clients begin with one. */
const ADDRESS: Block = {
  fields: ['billing_street', 'billing_city', 'billing_province', 'billing_postal_code', 'billing_country'],
  isEmpty: (row) => ADDRESS.fields.every((field) => field === 'billing_country' || isBlank(row[field])),
};

/** Not exempt is an answer, not a gap; and a reason without an exemption says nothing. */
const EXEMPTION: Block = { fields: ['is_tax_exempt', 'tax_exempt_reason'], isEmpty: () => false };

/** The digits, without the country code that some write and some do not; an extension is part of it. */
function phoneEntryKey(phone: string): string {
  return phoneDigits(phone).replace(/^1(?=\d{10})/, '') || phone.toLowerCase();
}

export const MERGE_RULES: Record<'client' | 'contact', MergeRules> = {
  client: { blocks: [ADDRESS, EXEMPTION], meaningful: ['tax_province'], keys: {} },
  contact: { blocks: [], meaningful: [], keys: { phones: phoneEntryKey, emails: (email) => email.trim().toLowerCase() } },
};

/** The block a field belongs to, or the field alone. */
export function blockOf(noun: 'client' | 'contact', field: string): readonly string[] {
  return MERGE_RULES[noun].blocks.find(({ fields }) => fields.includes(field))?.fields ?? [field];
}

/** Every entry once, as it was first written. */
export function joinLists(lists: readonly (readonly string[])[], keyOf: (entry: string) => string = (entry) => entry): string[] {
  const joined = new Map<string, string>();
  for (const entry of lists.flat()) if (!joined.has(keyOf(entry))) joined.set(keyOf(entry), entry);
  return [...joined.values()];
}

/**
 * The values of the record that stays. `keep` says from which record a field comes, and its block with it; for the rest the
 * survivor's own stay, lists are joined, and what is missing is filled in from the first of the others that has it.
 */
export function mergedValues<R extends Values>(
  noun: 'client' | 'contact',
  fields: readonly string[],
  [survivor, ...others]: readonly [R, ...R[]],
  keep: Readonly<Record<string, R>>,
): Record<string, unknown> {
  const { blocks, meaningful, keys } = MERGE_RULES[noun];
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const block = blocks.find((one) => one.fields.includes(field));
    const named = block?.fields.find((one) => one in keep);
    const chosen = keep[field] ?? (named === undefined ? undefined : keep[named]);
    const isGap = block ? block.isEmpty(survivor) : isBlank(survivor[field]) && !meaningful.includes(field);
    const filler = isGap ? others.find((row) => (block ? !block.isEmpty(row) : !isBlank(row[field]))) : undefined;
    if (chosen) values[field] = chosen[field];
    else if (Array.isArray(survivor[field]))
      values[field] = joinLists(
        [survivor, ...others].map((row) => row[field] as string[]),
        keys[field],
      );
    else values[field] = (filler ?? survivor)[field];
  }
  return values;
}
