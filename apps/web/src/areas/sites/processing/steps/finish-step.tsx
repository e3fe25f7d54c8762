import { PagePending } from '../../../../parts/page/page-pending.tsx';

export function FinishStep() {
  return <PagePending />;
}
