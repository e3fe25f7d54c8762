/**
 * Tells whoever shows field data that something on this device has changed, in this tab or in another. Small on purpose: Home
 * listens too, and must not load the field app for it.
 */
export type FieldPlace = 'run' | 'point' | 'pipe' | 'image' | 'rescue' | 'trash' | 'drafts' | 'layers' | 'tiles' | 'ballast' | 'meta';

export type FieldChange = {
  readonly places: readonly FieldPlace[];
  /** a record was written that the server does not have in this form */
  readonly unsettled: boolean;
  /** pictures written or erased: reading all of them again for one would read all their bytes */
  readonly images: readonly string[];
};

type Listener = (change: FieldChange, isOwn: boolean) => void;

const CHANNEL = 'dmse-field-changes';
const listeners = new Set<Listener>();
let channel: BroadcastChannel | null | undefined;

function openChannel(): BroadcastChannel | null {
  if (channel === undefined) {
    channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
    channel?.addEventListener('message', (event: MessageEvent<FieldChange>) => {
      for (const listener of listeners) listener(event.data, false);
    });
  }
  return channel;
}

/** Called after the commit, never before. */
export function tellFieldChange(change: FieldChange): void {
  openChannel()?.postMessage(change);
  for (const listener of listeners) listener(change, true);
}

export function watchFieldChanges(listener: Listener): () => void {
  openChannel();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const savedListeners = new Set<() => void>();

/** Somebody has saved something in this tab: what the sync itself writes is not told here. */
export function tellSaved(): void {
  for (const listener of savedListeners) listener();
}

export function watchSaved(listener: () => void): () => void {
  savedListeners.add(listener);
  return () => {
    savedListeners.delete(listener);
  };
}
