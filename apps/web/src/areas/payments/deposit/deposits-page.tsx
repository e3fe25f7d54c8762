import { type DepositRow, depositFields, listDeposits } from '@dmse/contract/payments/deposit';
import { DEPOSIT_STATES } from '@dmse/domain/states/deposit';
import { useMemo } from 'react';
import { dateFilter } from '../../../parts/date/date-filter.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { useSetWords, useWord } from '../../../parts/search/address.ts';
import type { ColumnOf } from '../../../parts/search/search-column.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { Can } from '../../../session/can.tsx';
import { useSelf, useUpdateSelf } from '../../../session/self.ts';
import { useBankAccounts } from '../bank-account.tsx';
import { DepositPanel } from './deposit-panel.tsx';
import { DepositStateChip } from './deposit-state.tsx';

const TITLE = 'Bank Deposits';
const COLUMNS: readonly ColumnOf<typeof listDeposits>[] = [
  // The link of the row: as text, so that it is read as the day it says.
  { id: 'date', title: depositFields.date, text: (row) => row.date, order: 'date', width: 140 },
  { id: 'account', title: depositFields.account_code, text: (row) => `${row.account_code} ${row.account_name}` },
  { id: 'note', title: depositFields.note, text: (row) => row.note, unset: '–' },
  { id: 'count', title: 'Payments', text: (row) => String(row.count), align: 'right', width: 110 },
  { id: 'total', title: 'Total (CAD)', cell: (row) => <MoneyText cents={row.total} dense />, order: 'total', align: 'right', width: 150 },
  { id: 'state', title: 'State', cell: (row) => <DepositStateChip state={row.state} />, width: 140, card: 'chip' },
];
const STATES: SearchFilter = {
  kind: 'multi',
  name: 'state',
  label: 'State',
  choices: DEPOSIT_STATES.map((state) => ({ value: state, label: state })),
};
const DAYS = [dateFilter('date_from', 'From'), dateFilter('date_to', 'To')];
const linkOf = ({ id }: DepositRow) => `?deposit=${id}`;
const titleOf = ({ id }: DepositRow) => `deposit ${id}`;

function DepositSearch() {
  const { preferences } = useSelf();
  const updateSelf = useUpdateSelf();
  const accounts = useBankAccounts();
  const setWords = useSetWords();
  const deposit = useWord('deposit');
  const filters = useMemo(
    (): SearchFilter[] => [STATES, { kind: 'single', name: 'account_code', label: 'Account', choices: accounts ?? [] }, ...DAYS],
    [accounts],
  );
  const close = () => setWords({ deposit: undefined });
  return (
    <>
      <SearchTable
        endpoint={listDeposits}
        label="Deposits"
        noun={['deposit', 'deposits']}
        columns={COLUMNS}
        search={null}
        usualOrder="-date"
        filters={filters}
        rowTitle={titleOf}
        rowLink={linkOf}
        pageSize={preferences.page_size}
        onPageSize={(page_size) => void updateSelf({ preferences: { page_size } })}
        tools={
          <Can do="payments.write">
            <LinkButton to="/deposit" variant="contained" startIcon={<Icon name="add" size={18} />}>
              New deposit
            </LinkButton>
          </Can>
        }
        empty={{ text: 'Tick the payments that are taken to the bank.' }}
      />
      {Number(deposit) > 0 ? <DepositPanel key={String(deposit)} id={Number(deposit)} onClose={close} /> : null}
    </>
  );
}

/** `?deposit=12` opens that deposit beside the list. */
export function Deposits() {
  return (
    <>
      <PageHeader title={TITLE} />
      <DepositSearch />
    </>
  );
}
