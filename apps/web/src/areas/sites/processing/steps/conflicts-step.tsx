import { PagePending } from '../../../../parts/page/page-pending.tsx';

export function ConflictsStep() {
  return <PagePending />;
}
