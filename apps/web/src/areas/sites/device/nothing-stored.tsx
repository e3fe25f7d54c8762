import { EmptyState } from '../../../parts/notice/empty-state.tsx';

/** Where the runs of this device would stand. */
export function NothingStored() {
  return (
    <EmptyState
      icon="mobile"
      title="No run is stored on this device."
      text="Start a run, or open one in the field app while there is a network: it is then here without one."
    />
  );
}
