import { NoRole } from '../../../parts/page/no-role.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Can } from '../../../session/can.tsx';
import { PaymentSearch } from './payment-search.tsx';

const TITLE = 'Payment Search';

export function Payments() {
  return (
    <Can do="payments.read" otherwise={<NoRole needs="payments.read" title={TITLE} />}>
      <PageHeader title={TITLE} />
      <PaymentSearch />
    </Can>
  );
}
