import { useEffect, useState } from 'react';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { hasFieldData } from '../../../session/unsynced.ts';

/** Where the runs of this device would stand. */
function NothingStored() {
  return (
    <EmptyState
      icon="mobile"
      title="No run is stored on this device."
      text="Start a run, or open one in the field app while there is a network: it is then here without one."
    />
  );
}

const Panel = lazyPart(() => import('./stored-runs-panel.tsx').then((file) => file.StoredRunsPanel));

export type StoredRunsProps = {
  /** Says so when there is nothing stored; a desk without runs shows nothing at all. */
  isAsked?: boolean;
};

/** The runs on this device. A browser that has never held one is not given a database for asking. */
export function StoredRuns({ isAsked = false }: StoredRunsProps) {
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    let isGone = false;
    void hasFieldData().then((has) => {
      if (!isGone) setHere(has);
    });
    return () => {
      isGone = true;
    };
  }, []);
  if (!isHere) return isAsked ? <NothingStored /> : null;
  return <Panel otherwise={isAsked ? <NothingStored /> : null} />;
}
