import { type FieldPlace, watchFieldChanges } from '../../session/field-changes.ts';

/** Written all the time, and shown almost nowhere. */
const QUIET: readonly FieldPlace[] = ['meta', 'ballast', 'drafts', 'tiles'];
const GAP = 120;

export type Follow<T> = {
  readonly read: () => Promise<T>;
  readonly onValue: (value: T) => void;
  readonly onError: (error: unknown) => void;
  /** also read again when these change */
  readonly also?: readonly FieldPlace[] | undefined;
  /** milliseconds between the end of a reading and the next; what is dear to read asks for more */
  readonly gap?: number | undefined;
};

/**
 * Reads now and again after every change on this device. One reading at a time; changes that come meanwhile are answered by one more,
 * so that a long sync does not read for ever, and the last state is always seen.
 */
export function followLocal<T>({ read, onValue, onError, also = [], gap = GAP }: Follow<T>): () => void {
  let isGone = false;
  let isReading = false;
  let isStale = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const readNow = async () => {
    isReading = true;
    isStale = false;
    try {
      const value = await read();
      if (!isGone) onValue(value);
    } catch (error) {
      if (!isGone) onError(error);
    }
    timer = setTimeout(() => {
      isReading = false;
      if (isStale && !isGone) void readNow();
    }, gap);
  };
  const wake = () => {
    isStale = true;
    if (!isReading && !isGone) void readNow();
  };
  const stopWatching = watchFieldChanges(({ places }) => {
    if (places.some((place) => !QUIET.includes(place) || also.includes(place))) wake();
  });
  // A browser may have dropped the database while the app was in the background: reading opens it again.
  const onVisible = () => document.visibilityState === 'visible' && wake();
  document.addEventListener('visibilitychange', onVisible);
  void readNow();
  return () => {
    isGone = true;
    clearTimeout(timer);
    stopWatching();
    document.removeEventListener('visibilitychange', onVisible);
  };
}
