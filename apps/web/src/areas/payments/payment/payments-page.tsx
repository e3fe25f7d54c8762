import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Can } from '../../../session/can.tsx';
import { NoPaymentsRole } from '../no-payments-role.tsx';
import { PaymentSearch } from './payment-search.tsx';

const TITLE = 'Payment Search';

export function Payments() {
  return (
    <Can do="payments.read" otherwise={<NoPaymentsRole title={TITLE} />}>
      <PageHeader title={TITLE} />
      <PaymentSearch />
    </Can>
  );
}
