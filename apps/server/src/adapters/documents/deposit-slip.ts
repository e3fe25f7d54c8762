import { Document, Page, renderToBuffer, View } from '@react-pdf/renderer';
import { createElement as h, type ReactElement } from 'react';
import { type Firm, letterhead, type Style, text } from './pdf-letterhead.ts';
import { styles } from './pdf-style.ts';

type SlipRow = { date?: string; what: string; amount: string };

/** A deposit in the words and figures the bank reads. */
export type DepositSlip = {
  firm: Firm;
  number: number;
  date: string;
  /** Under the title: the account, and the note. */
  subtitle: string;
  currency: string;
  rows: readonly SlipRow[];
  methods: readonly SlipRow[];
  total: string;
};

/** A row with a day, words and an amount, which is never split over pages. */
export function dayRow({ date = '', what, amount }: SlipRow, style: Style, strong = false): ReactElement {
  const weight = strong ? [styles.strong] : [];
  return h(
    View,
    { style, wrap: false },
    text([styles.amount, { textAlign: 'left' }, ...weight] as Style[], date),
    text([styles.what, ...weight], what),
    text([styles.amount, ...weight], amount),
  );
}

export async function renderDepositSlip({ firm, number, date, subtitle, currency, rows, methods, total }: DepositSlip): Promise<Buffer> {
  const about = { title: `Deposit ${number}`, author: firm.name, creator: 'DMSE', producer: 'DMSE', language: 'en-CA' };
  const page = h(
    Page,
    { size: 'LETTER', style: styles.page },
    letterhead(firm),
    text(styles.title, `Deposit ${number}`),
    text(styles.subtitle, [date, subtitle].filter(Boolean).join('  ·  ')),
    h(View, { fixed: true }, dayRow({ date: 'Received', what: 'Payment', amount: `Amount (${currency})` }, styles.headRow, true)),
    ...rows.map((row, at) => h(View, { key: at }, dayRow(row, styles.row))),
    ...methods.map((row, at) => h(View, { key: `method ${at}` }, dayRow(row, styles.row))),
    dayRow({ what: 'Deposited', amount: total }, styles.totalRow, true),
    h(View, { style: styles.foot, fixed: true }, text(undefined, `${firm.name}  ·  Deposit ${number}`)),
  );
  return renderToBuffer(h(Document, about, page) as Parameters<typeof renderToBuffer>[0]);
}
