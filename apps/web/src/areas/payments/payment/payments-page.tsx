import { PageHeader } from '../../../parts/page/page-header.tsx';
import { PaymentSearch } from './payment-search.tsx';

const TITLE = 'Payment Search';

export function Payments() {
  return (
    <>
      <PageHeader title={TITLE} />
      <PaymentSearch />
    </>
  );
}
