import type { Cents } from '@dmse/domain/money/cents';

/** Formatting money is the document's own business; the firm, or its client, says in which language and currency. */
export function moneyWriter(locale: string, currency: string): (cents: Cents) => string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return (cents) => format.format(cents / 100);
}
