import { Document, Page, renderToBuffer, Text, View } from '@react-pdf/renderer';
import { createElement as h } from 'react';
import { dayRow } from './deposit-slip.ts';
import { type Firm, letterhead, text } from './pdf-letterhead.ts';
import { styles } from './pdf-style.ts';

type PaidPerson = { name: string; rows: readonly { date: string; what: string; amount: string }[]; total: string };

/** What people get back by one run, a page for each, in the words and figures they read. */
export type ReimbursementDocument = {
  firm: Firm;
  number: number;
  date: string;
  /** Under the title: that the run takes another back, or its note. */
  subtitle: string;
  currency: string;
  people: readonly PaidPerson[];
};

function personPage({ firm, number, date, subtitle, currency }: ReimbursementDocument, { name, rows, total }: PaidPerson, place: number) {
  const lines = rows.map((row, at) => h(View, { key: at }, dayRow(row, styles.row)));
  return h(
    Page,
    { key: place, size: 'LETTER', style: styles.page },
    letterhead(firm),
    text(styles.title, `Reimbursement ${number}: ${name}`),
    text(styles.subtitle, [date, subtitle].filter(Boolean).join('  ·  ')),
    h(Text, { style: styles.heading }, 'Expenses'),
    h(View, { fixed: true }, dayRow({ date: 'Date', what: 'Expense', amount: `Total (${currency})` }, styles.headRow, true)),
    ...lines,
    dayRow({ what: 'Paid back', amount: total }, styles.totalRow, true),
    h(View, { style: styles.foot, fixed: true }, text(undefined, `${firm.name}  ·  Reimbursement ${number}`)),
  );
}

export async function renderReimbursement(document: ReimbursementDocument): Promise<Buffer> {
  const { firm, number, people } = document;
  const about = { title: `Reimbursement ${number}`, author: firm.name, creator: 'DMSE', producer: 'DMSE', language: 'en-CA' };
  const pages = people.map((person, place) => personPage(document, person, place));
  return renderToBuffer(h(Document, about, ...pages) as Parameters<typeof renderToBuffer>[0]);
}
