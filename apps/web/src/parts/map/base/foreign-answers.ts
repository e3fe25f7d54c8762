type Listener = (status: number) => void;

const listeners = new Set<Listener>();

/** Hears how other servers answer. The map itself says nothing of a 404, which may be the edge of what they have. */
export function watchForeignAnswers(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellForeignAnswer(status: number): void {
  for (const listener of listeners) listener(status);
}
