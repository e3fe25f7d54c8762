/**
 * Saves in flight. Whatever reloads the page asks here first, so that nothing typed is cut off half way: a save is tracked until it
 * has ended, well or not, and a draft registers how it can be put away.
 */
const saves = new Set<Promise<unknown>>();
const drafts = new Set<() => Promise<unknown>>();

export function trackSave<T>(save: Promise<T>): Promise<T> {
  const ended = Promise.allSettled([save]);
  saves.add(ended);
  void ended.then(() => saves.delete(ended));
  return save;
}

/** Registers what must be put away before the page goes; answers how to withdraw it. */
export function registerDraft(flush: () => Promise<unknown>): () => void {
  drafts.add(flush);
  return () => drafts.delete(flush);
}

/** Resolves when every draft is put away and every save has ended, also those begun meanwhile. */
export async function settleSaves(): Promise<void> {
  await Promise.allSettled([...drafts].map((flush) => flush()));
  while (saves.size > 0) await Promise.all(saves);
}
