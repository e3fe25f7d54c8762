/**
 * Saves in flight. Whatever reloads the page asks here first, so that nothing is cut off half way: a save is tracked until it has
 * ended, well or not.
 */
const saves = new Set<Promise<unknown>>();
const flushes = new Set<() => Promise<unknown>>();

export function trackSave<T>(save: Promise<T>): Promise<T> {
  const ended = Promise.allSettled([save]);
  saves.add(ended);
  void ended.then(() => saves.delete(ended));
  return save;
}

/** What has been typed and not yet saved as a draft is saved by this before the page goes. Answers how to withdraw it. */
export function flushBeforeLeaving(flush: () => Promise<unknown>): () => void {
  flushes.add(flush);
  return () => {
    flushes.delete(flush);
  };
}

const PATIENCE = 10_000;

/** Resolves when every save has ended, also those begun meanwhile; a request that hangs is not waited for without end. */
export async function settleSaves(): Promise<void> {
  for (const flush of flushes) void trackSave(flush()).catch((error: unknown) => console.warn('A draft could not be saved.', error));
  const enough = new Promise<'enough'>((resolve) => setTimeout(() => resolve('enough'), PATIENCE));
  while (saves.size > 0) if ((await Promise.race([Promise.all(saves), enough])) === 'enough') return;
}
