import type { Language } from '@dmse/domain/clients/party';
import { QUOTE_WORDS } from '@dmse/domain/jobs/quote-words';
import { Document, Page, renderToBuffer, Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { letterhead, type Style, text } from './pdf-letterhead.ts';
import { styles } from './pdf-style.ts';
import type { Firm } from './sheets.ts';

/** A line under a task: a role or a disbursement. */
type QuoteLine = { label: string; quantity: string; amount: string };
export type QuoteTask = { group: string; name: string; description: string; hours: string; amount: string; lines: readonly QuoteLine[] };

/** Everything that stands in a quote, in the words and figures a client reads. */
export type QuoteDocument = {
  firm: Firm;
  /** What was submitted before there were two is English. */
  language?: Language;
  num: string;
  revision: number;
  desc: string;
  long_desc: string;
  date: string;
  valid_until: string;
  client: { name: string; attention: string; address: string };
  site: { address: string; legal_description: string; pid: string };
  manager: { name: string; email: string; phone: string } | null;
  introduction: string;
  terms: string;
  acceptance: string;
  detail: 'totals' | 'by task' | 'by role';
  tasks: readonly QuoteTask[];
  roles: readonly QuoteLine[];
  /** Whether the rows add up to what is charged; otherwise only the sums are shown. */
  has_rows: boolean;
  /** The fee, the taxes and what it comes to, in their order. */
  sums: readonly { label: string; amount: string; is_strong: boolean }[];
  /** How it is charged, in a sentence under the sums; may be empty. */
  basis: string;
  currency: string;
  show_signature: boolean;
  show_minutes: boolean;
};

/** A blank line between paragraphs is kept; a single break is a break. */
function paragraphs(words: string): ReactElement[] {
  return words
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part, place) => h(Text, { key: place, style: styles.paragraph, orphans: 2, widows: 2 }, part));
}

function fact(label: string, lines: readonly string[]): ReactElement {
  const [first = '', ...rest] = lines.filter(Boolean);
  return h(
    View,
    { style: styles.fact, key: label },
    text(styles.label, label),
    text(styles.strong, first),
    text(undefined, rest.join('\n')),
  );
}

const wordsOf = ({ language = 'en' }: QuoteDocument) => QUOTE_WORDS[language];

function facts(document: QuoteDocument): ReactElement {
  const { client, site, manager, date, valid_until } = document;
  const words = wordsOf(document);
  const attention = client.attention && words.attention(client.attention);
  const pid = site.pid && words.pid(site.pid);
  const hasSite = Boolean(site.address || site.legal_description || site.pid);
  return h(
    View,
    { style: styles.facts },
    fact(words.prepared_for, [client.name, attention, client.address]),
    ...(hasSite ? [fact(words.site, [site.address || pid, site.legal_description, site.address ? pid : ''])] : []),
    fact(words.date, [date, words.valid_until(valid_until), ...(manager ? ['', manager.name, manager.phone, manager.email] : [])]),
  );
}

/** The scope in words, by group. A heading stays with what it announces. */
function scope({ tasks }: QuoteDocument): ReactElement[] {
  let group = '';
  return tasks.flatMap((task, place) => {
    const opens = task.group !== group && task.group !== '';
    group = task.group;
    const name = text(styles.strong, `${place + 1}. ${task.name}`);
    const words = task.description.trim();
    return [
      ...(opens ? [h(Text, { key: `g${place}`, style: styles.group, minPresenceAhead: 60 }, task.group)] : []),
      h(
        View,
        { key: `t${place}`, style: styles.task, wrap: words.length > 1500 },
        name,
        ...(words ? [h(Text, { key: 'words', orphans: 2, widows: 2 }, words)] : []),
      ),
    ];
  });
}

function cells(document: QuoteDocument, what: ReactNode, hours: string, amount: string, style: Style, strong = false): ReactElement {
  const weight = strong ? [styles.strong] : [];
  return h(
    View,
    { style },
    text([styles.what, ...weight], what),
    ...(document.show_minutes ? [h(Text, { key: 'hours', style: styles.hours }, hours)] : []),
    text([styles.amount, ...weight], amount),
  );
}

function keyed(element: ReactElement, key: string): ReactElement {
  return h(View, { key, wrap: false }, element);
}

/** The rows a client is shown: none, one for each task, or one for each role and disbursement. */
function priceRows(document: QuoteDocument): ReactElement[] {
  const { detail, tasks, roles, has_rows } = document;
  if (!has_rows) return [];
  if (detail === 'by role')
    return roles.map(({ label, quantity, amount }, place) => keyed(cells(document, label, quantity, amount, styles.row), `r${place}`));
  if (detail === 'by task')
    return tasks.map(({ name, hours, amount }, place) =>
      keyed(cells(document, `${place + 1}. ${name}`, hours, amount, styles.row), `r${place}`),
    );
  return [];
}

/** The head is repeated on every page, and the sums stay with the last row: neither stands alone. */
function prices(document: QuoteDocument): ReactElement[] {
  const { detail, currency, sums, basis } = document;
  const words = wordsOf(document);
  const rows = priceRows(document);
  const heading = h(Text, { key: 'heading', style: styles.heading, minPresenceAhead: 80 }, words.fees);
  const head = cells(document, detail === 'by role' ? words.role : words.task, words.hours, words.amount(currency), styles.headRow, true);
  const under = sums.map(({ label, amount, is_strong }, place) =>
    keyed(cells(document, label, '', amount, is_strong ? styles.totalRow : styles.sumRow, is_strong), `s${place}`),
  );
  const note = basis ? [h(Text, { key: 'basis', style: styles.basis }, basis)] : [];
  const last = h(View, { key: 'last', wrap: false }, ...rows.slice(-1), ...under, ...note);
  const table = rows.length > 0 ? [h(View, { key: 'head', fixed: true }, head), ...rows.slice(0, -1), last] : [last];
  return [heading, h(View, { key: 'table' }, ...table)];
}

function signature(document: QuoteDocument): ReactElement {
  const { acceptance, client } = document;
  const words = wordsOf(document);
  const line = (label: string) => h(View, { style: styles.signLine, key: label }, text(styles.small, label));
  return h(
    View,
    { wrap: false },
    text(styles.heading, words.acceptance),
    ...paragraphs(acceptance),
    h(View, { style: styles.sign }, line(words.signed_for(client.name)), line(words.name_and_title), line(words.date)),
  );
}

function foot(document: QuoteDocument): ReactElement[] {
  const { firm, num, revision } = document;
  const words = wordsOf(document);
  const name = `${firm.name}  ·  ${words.quote} ${num}${revision > 1 ? `, ${words.revision(revision)}` : ''}`;
  const page = ({ pageNumber, totalPages }: { pageNumber: number; totalPages: number }) => words.page(pageNumber, totalPages);
  return [
    h(View, { key: 'foot', style: styles.foot, fixed: true }, text(undefined, name)),
    h(Text, { key: 'page', style: styles.pageNumber, fixed: true, render: page }),
  ];
}

function quotePage(document: QuoteDocument): ReactElement {
  const { num, revision, desc, long_desc, introduction, terms, tasks, show_signature } = document;
  const words = wordsOf(document);
  const opening = [introduction, long_desc].filter((part) => part.trim());
  return h(
    Page,
    { size: 'LETTER', style: styles.page },
    letterhead(document.firm, document.language ?? 'en'),
    text(styles.title, `${words.quote} ${num}`),
    text(styles.subtitle, revision > 1 ? `${desc}  ·  ${words.revision(revision)}` : desc),
    facts(document),
    h(
      View,
      { style: { marginTop: 12 } },
      ...opening.flatMap((part, place) => paragraphs(part).map((one, at) => h(View, { key: `${place}-${at}` }, one))),
    ),
    ...(tasks.length > 0
      ? [h(Text, { key: 'scope', style: styles.heading, minPresenceAhead: 60 }, words.scope), h(View, { key: 'tasks' }, ...scope(document))]
      : []),
    ...prices(document),
    ...(terms.trim()
      ? [
          h(Text, { key: 'terms', style: styles.heading, minPresenceAhead: 60 }, words.terms),
          h(View, { key: 'words' }, ...paragraphs(terms)),
        ]
      : []),
    ...(show_signature ? [h(View, { key: 'sign', wrap: false }, signature(document))] : []),
    ...foot(document),
  );
}

export async function renderQuote(document: QuoteDocument): Promise<Buffer> {
  const { firm, num, desc } = document;
  const made = { creator: 'DMSE', producer: 'DMSE', language: `${document.language ?? 'en'}-CA` };
  const about = { title: `${wordsOf(document).quote} ${num}: ${desc}`, author: firm.name, subject: desc, ...made };
  return renderToBuffer(h(Document, about, quotePage(document)) as Parameters<typeof renderToBuffer>[0]);
}
