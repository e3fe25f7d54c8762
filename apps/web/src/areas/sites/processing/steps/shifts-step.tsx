import { PagePending } from '../../../../parts/page/page-pending.tsx';

export function ShiftsStep() {
  return <PagePending />;
}
