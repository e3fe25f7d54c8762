import type { Statement } from '@dmse/contract/invoices/statement';
import type { Firm, Row, SheetDocument } from '../../../adapters/documents/sheets.ts';
import type { DocumentWords } from '../document/document-words.ts';

/** Which word an act has: what takes one back has a word of its own. */
function sayAct({ acts }: DocumentWords, { act, says, invoice, amount }: Statement['lines'][number]): string {
  const isBack = act === 'invoice' ? amount < 0 : amount > 0;
  const word = acts[isBack ? `${act} back` : act] ?? acts[act];
  return word ? [word, invoice?.num].filter(Boolean).join(' ') : says;
}

/** The account of a client as it reads it. */
export function printStatement(words: DocumentWords, statement: Statement, firm: Firm, address: readonly string[]): SheetDocument {
  const { money, sayDay } = words;
  const { as_of, from, opening, lines, open, ages, balance, overdue, unapplied, client } = statement;
  const brought: Row = { kind: 'entry', cells: [sayDay(from), words.opening, '', '', money(opening)], rule: true };
  const moved = lines.map((line): Row => {
    const { date, amount } = line;
    const [charge, credit] = amount >= 0 ? [money(amount), ''] : ['', money(-amount)];
    return { kind: 'entry', cells: [sayDay(date), sayAct(words, line), charge, credit, money(line.balance)], rule: true };
  });
  const last = moved.at(-1) ?? brought;
  const right = { align: 'right' } as const;
  const due = [words.balance_due, money(balance)] as const;
  return {
    firm,
    title: `${words.statement}, ${client.name}`,
    language: words.locale,
    date: as_of,
    mark: '',
    foot: `${firm.name}  ·  ${words.statement}, ${client.name}`,
    page: words.page,
    sheets: [
      {
        has_letterhead: true,
        title: words.statement,
        subtitle: words.as_of(sayDay(as_of)),
        facts: [
          { label: words.account_of, lines: address.filter((one) => one.trim() !== '') },
          { pairs: [...(unapplied === 0 ? [] : [[words.unapplied, money(unapplied)] as const]), [words.overdue, money(overdue)], due] },
        ],
        tables: [
          {
            heading: '',
            columns: [
              { label: words.day, width: 104 },
              { label: words.description },
              { label: words.charge, width: 84, ...right },
              { label: words.credit, width: 84, ...right },
              { label: words.balance, width: 88, ...right },
            ],
            rows: [
              ...(moved.length > 0 ? [brought] : []),
              ...moved.slice(0, -1),
              { ...last, keep: true },
              { kind: 'total', cells: [words.balance_due, '', '', '', money(balance)] },
            ],
          },
          ...(open.length === 0
            ? []
            : [
                {
                  heading: words.open,
                  columns: [
                    { label: words.invoice },
                    { label: words.date, width: 120 },
                    { label: words.due_date, width: 120 },
                    { label: words.total_billed, width: 84, ...right },
                    { label: words.balance, width: 88, ...right },
                  ],
                  rows: open.map(
                    ({ invoice, date, due_date, total, balance: left }): Row => ({
                      kind: 'entry',
                      cells: [invoice.num, sayDay(date), sayDay(due_date), money(total), money(left)],
                      rule: true,
                    }),
                  ),
                },
                {
                  heading: words.age,
                  columns: ages.map(({ bucket }) => ({ label: words.ages[bucket], width: 102, ...right })),
                  rows: [{ kind: 'line' as const, cells: ages.map(({ amount }) => money(amount)) }],
                },
              ]),
        ],
        texts: [],
        stub:
          balance > 0
            ? {
                says: words.stub,
                to: [firm.name, ...firm.address.split('\n')],
                from: address.filter((one) => one.trim() !== ''),
                pairs: [[words.statement, as_of], due, [words.amount_paid, '____________']],
              }
            : null,
      },
    ],
  };
}
