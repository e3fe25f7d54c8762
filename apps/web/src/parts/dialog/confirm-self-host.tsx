import { confirmRequest } from '../../session/confirm-self.ts';
import { useStore } from '../../session/store.ts';
import { lazyPart } from '../lazy-part.tsx';

const ConfirmSelfDialog = lazyPart(() => import('./confirm-self-dialog.tsx').then((file) => file.ConfirmSelfDialog));

/** Where the question stands, whichever page something dangerous is done on. */
export function ConfirmSelfHost() {
  const request = useStore(confirmRequest);
  if (!request) return null;
  return <ConfirmSelfDialog onEnd={request.settle} />;
}
