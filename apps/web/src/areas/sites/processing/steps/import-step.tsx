import { PagePending } from '../../../../parts/page/page-pending.tsx';

export function ImportStep() {
  return <PagePending />;
}
