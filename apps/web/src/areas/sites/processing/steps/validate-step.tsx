import { PagePending } from '../../../../parts/page/page-pending.tsx';

export function ValidateStep() {
  return <PagePending />;
}
