/**
 * Saves in flight. Whatever reloads the page asks here first, so that nothing is cut off half way: a save is tracked until it has
 * ended, well or not.
 */
const saves = new Set<Promise<unknown>>();

export function trackSave<T>(save: Promise<T>): Promise<T> {
  const ended = Promise.allSettled([save]);
  saves.add(ended);
  void ended.then(() => saves.delete(ended));
  return save;
}

const PATIENCE = 10_000;

/** Resolves when every save has ended, also those begun meanwhile; a request that hangs is not waited for without end. */
export async function settleSaves(): Promise<void> {
  const enough = new Promise<'enough'>((resolve) => setTimeout(() => resolve('enough'), PATIENCE));
  while (saves.size > 0) if ((await Promise.race([Promise.all(saves), enough])) === 'enough') return;
}
