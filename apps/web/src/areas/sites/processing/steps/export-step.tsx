import { PagePending } from '../../../../parts/page/page-pending.tsx';

export function ExportStep() {
  return <PagePending />;
}
