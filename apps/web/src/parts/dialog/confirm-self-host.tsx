import { lazy, Suspense } from 'react';
import { confirmRequest } from '../../session/confirm-self.ts';
import { useStore } from '../../session/store.ts';

const ConfirmSelfDialog = lazy(() => import('./confirm-self-dialog.tsx').then((file) => ({ default: file.ConfirmSelfDialog })));

/** Where the question stands, whichever page something dangerous is done on. */
export function ConfirmSelfHost() {
  const request = useStore(confirmRequest);
  if (!request) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmSelfDialog onEnd={request.settle} />
    </Suspense>
  );
}
