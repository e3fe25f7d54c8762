/** What was fetched of the other side's chart, in our words. `code` is what names an account in a document. */
export type RemoteAccount = {
  code: string;
  name: string;
  description: string;
  is_bank: boolean;
  is_expense: boolean;
  takes_payments: boolean;
};
export type RemoteTaxType = {
  code: string;
  name: string;
  components: string[];
  can_apply_to_expenses: boolean;
  can_apply_to_revenue: boolean;
};
export type RemoteSettings = {
  accounts: RemoteAccount[];
  tax_types: RemoteTaxType[];
  /** At most two: the first is the division, the second the activity, unless their names say otherwise. */
  tracking: { name: string; options: string[] }[];
  lock_date: string | null;
};

type OwnTaxType = { code: string; tax_codes: readonly string[] };

const sorted = (names: readonly string[]) =>
  names
    .map((name) => name.toUpperCase())
    .toSorted()
    .join(' ');

/** Which of ours is which of theirs: what somebody chose, the same code, or the same taxes. None fits: empty. */
export function pairTaxTypes(
  own: readonly OwnTaxType[],
  theirs: readonly RemoteTaxType[],
  chosen: Readonly<Record<string, string>>,
): Record<string, string> {
  const known = (code: string | undefined) => theirs.find((one) => one.code === code)?.code;
  return Object.fromEntries(
    own.map(({ code, tax_codes }) => [
      code,
      known(chosen[code]) ??
        known(code) ??
        theirs.find((one) => one.can_apply_to_revenue && sorted(one.components) === sorted(tax_codes))?.code ??
        '',
    ]),
  );
}

/** The category that holds divisions, and the one that holds activities. */
export function trackingOf({ tracking }: Pick<RemoteSettings, 'tracking'>): { division: string | null; activity: string | null } {
  const named = (word: string) => tracking.find(({ name }) => name.toLowerCase().includes(word))?.name;
  const [first = null, second = null] = tracking.map(({ name }) => name);
  const division = named('division') ?? (first === named('activit') ? second : first);
  return { division, activity: named('activit') ?? (division === first ? second : first) };
}
