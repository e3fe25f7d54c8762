/** What a schema complains about, as far as a sentence needs to know it. `input` is what was given. */
export type Issue = {
  code?: string | undefined;
  input?: unknown;
  expected?: unknown;
  origin?: unknown;
  format?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  inclusive?: unknown;
  divisor?: unknown;
  values?: unknown;
  errors?: unknown;
};

const BLANK = 'This field may not be blank.';
const UNFIT = 'This value does not fit here.';

/** More than this are not read out: whoever has so many to choose from has them in a list. */
const MOST_CHOICES = 12;

const KINDS = new Map(
  Object.entries({
    string: 'Enter text.',
    number: 'Enter a number.',
    int: 'Enter a whole number.',
    boolean: 'Say true or false.',
    array: 'Give a list.',
    tuple: 'Give a list.',
    object: 'Give a record with named fields.',
    record: 'Give a record with named fields.',
  }),
);

const FORMATS = new Map(
  Object.entries({
    date: 'Enter a date such as 2026-03-04.',
    datetime: 'Enter a date and time such as 2026-03-04T15:00:00.000Z.',
    email: 'Enter an e-mail address such as name@example.ca.',
    uuid: 'Enter an id such as 01968f3c-7d1e-7a52-b1c4-2f6d8e9a0b17.',
    url: 'Enter an address such as https://example.ca.',
  }),
);

const WORDS = new Map<string, (issue: Issue) => string>(
  Object.entries({
    invalid_type: wordKind,
    too_small: wordTooSmall,
    too_big: wordTooBig,
    invalid_format: ({ format }) => FORMATS.get(String(format)) ?? 'This is not written the way it must be.',
    invalid_value: wordChoice,
    not_multiple_of: ({ divisor }) => `Use a multiple of ${divisor}.`,
    unrecognized_keys: () => 'This field is not known here.',
    invalid_union: wordUnion,
  }),
);

/**
 * A plain sentence for every complaint a schema can make, so that no machine's words reach a person. A message written in the contract
 * wins over these: it knows more.
 */
export function wordIssue(issue: Issue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'This field is required.';
  if (issue.input === null || issue.input === '') return BLANK;
  return WORDS.get(issue.code ?? '')?.(issue) ?? UNFIT;
}

function wordKind({ expected, input }: Issue): string {
  const isList = expected === 'array' || expected === 'tuple';
  if (Array.isArray(input) && !isList) return 'Give one value, not a list.';
  return KINDS.get(String(expected)) ?? UNFIT;
}

function wordTooSmall({ origin, input, minimum, inclusive }: Issue): string {
  if (isText(origin, input)) return Number(minimum) <= 1 ? BLANK : `Use at least ${minimum} characters.`;
  if (isList(origin, input)) return Number(minimum) <= 1 ? 'Give at least one.' : `Give at least ${minimum}.`;
  return inclusive === false ? `Use more than ${minimum}.` : `Use ${minimum} or more.`;
}

function wordTooBig({ origin, input, maximum, inclusive }: Issue): string {
  if (isText(origin, input)) return `Use at most ${maximum} characters.`;
  if (isList(origin, input)) return `Give at most ${maximum}.`;
  return inclusive === false ? `Use less than ${maximum}.` : `Use at most ${maximum}.`;
}

function isText(origin: unknown, input: unknown): boolean {
  return origin === 'string' || typeof input === 'string';
}

function isList(origin: unknown, input: unknown): boolean {
  return origin === 'array' || origin === 'set' || Array.isArray(input);
}

function wordChoice({ input, values }: Issue): string {
  if (Array.isArray(input)) return 'Give one value, not a list.';
  const choices = (Array.isArray(values) ? values : []).map(String).filter((choice) => choice !== '');
  if (choices.length === 0 || choices.length > MOST_CHOICES) return 'Choose one from the list.';
  const last = choices.at(-1)!;
  return choices.length === 1 ? `Use ${last}.` : `Choose ${choices.slice(0, -1).join(', ')} or ${last}.`;
}

/** Of several shapes the first that has something to say about the value as a whole; a fixed word (“or nothing at all”) has not. */
function wordUnion({ errors }: Issue): string {
  const branches = (Array.isArray(errors) ? errors : []) as { code?: string; path?: unknown[]; message?: string }[][];
  const told = branches.flat().find(({ code, path, message }) => code !== 'invalid_value' && path?.length === 0 && message);
  return told?.message ?? UNFIT;
}
