import { listPayments, PAYMENT_STANDINGS, type PaymentRow, paymentFields } from '@dmse/contract/payments/payment';
import { PAYMENT_METHODS } from '@dmse/domain/payments/deposit';
import { useMemo } from 'react';
import { dateFilter } from '../../../parts/date/date-filter.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import type { ColumnOf } from '../../../parts/search/search-column.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { Can } from '../../../session/can.tsx';
import { useSelf, useUpdateSelf } from '../../../session/self.ts';
import { useClientFilter } from '../client-filter.tsx';
import { InvoiceLinks } from './invoice-links.tsx';
import { PaymentStandingChip } from './payment-standing.tsx';
import { PaymentTotals } from './payment-totals.tsx';

const COLUMNS: readonly ColumnOf<typeof listPayments>[] = [
  {
    id: 'received_on',
    title: 'Date',
    cell: (row) => <DateText value={row.received_on} />,
    order: 'received_on',
    width: 116,
    card: 'fact',
  },
  { id: 'client', title: 'Client', text: (row) => row.client.name, card: 'title' },
  { id: 'method', title: paymentFields.method, text: (row) => row.method, width: 108 },
  { id: 'reference', title: paymentFields.reference, text: (row) => row.reference, unset: '–', width: 140 },
  {
    id: 'amount',
    title: 'Amount (CAD)',
    cell: (row) => <MoneyText cents={row.amount} dense />,
    order: 'amount',
    align: 'right',
    width: 126,
  },
  { id: 'invoices', title: 'On invoices', cell: (row) => <InvoiceLinks invoices={row.invoices} />, width: 176 },
  {
    id: 'unapplied',
    title: 'On no invoice',
    cell: (row) => <MoneyText cents={row.unapplied} dense />,
    order: 'unapplied',
    align: 'right',
    width: 128,
  },
  { id: 'standing', title: 'Standing', cell: (row) => <PaymentStandingChip standing={row.standing} />, width: 124, card: 'chip' },
];

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const FACTS: readonly SearchFilter[] = [
  { kind: 'multi', name: 'standing', label: 'Standing', choices: same(PAYMENT_STANDINGS) },
  { kind: 'multi', name: 'method', label: 'Method', choices: same(PAYMENT_METHODS) },
];
const CREDIT: SearchFilter = { kind: 'toggle', name: 'has_credit', label: 'With credit' };
const DAYS = [dateFilter('date_from', 'From'), dateFilter('date_to', 'To')];

const linkOf = ({ id }: PaymentRow) => `/payment/${id}`;
const titleOf = ({ id, client }: PaymentRow) => `payment ${id} of ${client.name}`;

/** Every payment, found by words, method, standing, client and day, with what they come to. */
export function PaymentSearch() {
  const { preferences } = useSelf();
  const updateSelf = useUpdateSelf();
  const client = useClientFilter();
  const filters = useMemo(() => [...FACTS, ...[...client, ...DAYS, CREDIT].map((one) => ({ ...one, isAdvanced: true }))], [client]);
  return (
    <>
      <PaymentTotals filters={filters} />
      <SearchTable
        endpoint={listPayments}
        label="Payments"
        noun={['payment', 'payments']}
        columns={COLUMNS}
        usualOrder="-received_on"
        filters={filters}
        rowLink={linkOf}
        rowTitle={titleOf}
        pageSize={preferences.page_size}
        onPageSize={(page_size) => void updateSelf({ preferences: { page_size } })}
        tools={
          <Can do="payments.write">
            <LinkButton to="/deposit" variant="outlined">
              New deposit
            </LinkButton>
            <LinkButton to="/payment/new/$" variant="contained" startIcon={<Icon name="add" size={18} />}>
              New payment
            </LinkButton>
          </Can>
        }
        empty={{ text: 'Enter what a client has paid, and the invoices it is for.' }}
      />
    </>
  );
}
