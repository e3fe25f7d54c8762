/**
 * What the headers of a mail tell about who, or what, sent it. Headers are given as a question: the values under a name, topmost first.
 * Any of them may be forged; so they are believed when they speak against a mail, and for it only where our own mail server wrote them.
 */
export type HeadersOf = (name: string) => readonly string[];

const AUTOMATIC_SUBJECT =
  /^(?:automatic reply|auto[- ]?reply|auto[- ]?response|out of (?:the )?office|réponse automatique|absence du bureau|abwesenheitsnotiz)\s*:/i;

function firstWord(value: string | undefined): string {
  return (value ?? '')
    .replace(/[;(].*$/s, '')
    .trim()
    .toLowerCase();
}

/** Why a machine wrote it: an answer to it, or a memo of it, would only make noise. Null for what a person sent. */
export function whyAutomatic(headers: HeadersOf, subject: string): string | null {
  const submitted = firstWord(headers('auto-submitted')[0]);
  if (submitted !== '' && submitted !== 'no') return `It says that it was sent automatically (${submitted}).`;
  const precedence = firstWord(headers('precedence')[0]);
  if (['bulk', 'junk', 'auto_reply'].includes(precedence)) return `It says that it was sent automatically (precedence ${precedence}).`;
  const mark = ['x-autoreply', 'x-autorespond', 'x-auto-reply'].find((name) => headers(name).some((value) => firstWord(value) !== 'no'));
  if (mark) return 'It says that it is an automatic reply.';
  if (/report-type="?disposition-notification/i.test(headers('content-type')[0] ?? '')) return 'It is a receipt.';
  if (AUTOMATIC_SUBJECT.test(subject.trim())) return 'It is an automatic reply.';
  return headers('return-path')[0]?.trim() === '<>' ? 'It was sent without an address to answer to.' : null;
}

/** It came through a mailing list, and so to many others. */
export function isListMail(headers: HeadersOf): boolean {
  return firstWord(headers('precedence')[0]) === 'list' || headers('list-id').length > 0 || headers('list-unsubscribe').length > 0;
}

type Result = { by: string; results: Map<string, string> };

/** One Authentication-Results header: who results, and what each method gave. */
function readResults(value: string): Result {
  const [by = '', ...parts] = value.replace(/\([^()]*\)/g, ' ').split(';');
  const results = parts.flatMap((part) => {
    const [, method, result] = /^\s*([\w-]+)\s*=\s*(\w+)/.exec(part) ?? [];
    return method && result ? [[method.toLowerCase(), result.toLowerCase()] as const] : [];
  });
  return { by: by.trim().split(/\s/)[0]!.toLowerCase(), results: new Map(results) };
}

function hasFailed({ results }: Result): boolean {
  if (results.get('dmarc') === 'fail') return true;
  return ['fail', 'softfail'].includes(results.get('spf') ?? '') && results.get('dkim') !== 'pass';
}

function domainOf(address: string): string {
  return address
    .slice(address.lastIndexOf('@') + 1)
    .replace(/[<>\s]/g, '')
    .toLowerCase();
}

function isRelated(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/**
 * Why the address it says it is from may not be who sent it. Where the name of the firm's own mail server is known (`judge`), its word
 * decides, and silence counts as no.
 */
export function whyDoubtSender(headers: HeadersOf, from: readonly string[], judge: string): string | null {
  if (headers('from').length > 1 || from.length > 1) return 'It names more than one sender.';
  const results = headers('authentication-results').map(readResults);
  if (judge !== '') {
    const ours = results.find(({ by }) => by === judge.toLowerCase());
    return ours?.results.get('dmarc') === 'pass' ? null : 'The mail server could not confirm that it comes from this sender.';
  }
  if (results.some(hasFailed)) return 'A mail server on its way says that it does not come from this sender.';
  const back = domainOf(headers('return-path')[0] ?? '');
  if (back !== '' && !isRelated(back, domainOf(from[0] ?? ''))) return `It was sent through ${back}, which is not where its sender is.`;
  return null;
}
