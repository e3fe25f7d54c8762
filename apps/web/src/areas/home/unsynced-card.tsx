import { useEffect, useState } from 'react';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { LinkButton } from '../../parts/links.tsx';
import { watchFieldChanges } from '../../session/field-changes.ts';
import { hasFieldData } from '../../session/unsynced.ts';
import { useUnsynced } from '../../session/use-unsynced.ts';
import { WorkCard } from './work-card.tsx';

// Only a device that holds field data loads any of the field app.
const DeviceSync = lazyPart(() => import('../../field/sync/device-sync.tsx').then((file) => file.DeviceSync));

function useHasFieldData(): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    if (isThere) return;
    const look = async () => {
      if (!(await hasFieldData())) return;
      await DeviceSync.fetch();
      setThere(true);
    };
    void look().catch(() => undefined);
    return watchFieldChanges(() => void look().catch(() => undefined));
  }, [isThere]);
  return isThere;
}

/** What this device holds and the server has not, and the runs that can be worked on without a network. */
export function UnsyncedCard() {
  const count = useUnsynced()?.unsynced ?? 0;
  const isThere = useHasFieldData();
  const words =
    count > 0
      ? `${count === 1 ? 'One item' : `${count} items`} on this device ${count === 1 ? 'has' : 'have'} not reached the server yet.`
      : 'Nothing on this device is waiting to be synced.';
  return (
    <WorkCard
      id="unsynced"
      icon="sync"
      title="Unsynced field data"
      action={
        <LinkButton to="/mobile-ready" size="small" variant="outlined">
          Mobile-ready checklist
        </LinkButton>
      }
    >
      {isThere ? <DeviceSync /> : words}
    </WorkCard>
  );
}
