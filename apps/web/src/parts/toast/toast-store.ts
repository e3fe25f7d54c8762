import type { IconName } from '../icon/icon-paths.ts';

export type ToastColour = 'neutral' | 'success' | 'info' | 'warning' | 'error';

export type Toast = {
  text?: string | undefined;
  subtitle?: string | undefined;
  icon?: IconName | undefined;
  /** Neutral unless said. */
  colour?: ToastColour | undefined;
  action?: { label: string; run: () => void } | undefined;
};

export type QueuedToast = Toast & { id: number; text: string; colour: ToastColour; milliseconds: number };

const TEXT_MISSING = 'No text provided, this is a bug';
const SHORT = 5000;
/** A subtitle takes longer to read. */
const LONG = 10_000;

let queue: readonly QueuedToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replaceQueue(next: readonly QueuedToast[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

function isSameWords(one: QueuedToast, other: QueuedToast): boolean {
  return one.text === other.text && one.subtitle === other.subtitle && one.colour === other.colour;
}

/** Only says that something was done: nothing is lost when newer words take its place. */
function isConfirmation({ colour, subtitle, action }: QueuedToast): boolean {
  return colour !== 'error' && colour !== 'warning' && !subtitle && !action;
}

/** An offer to undo is about the last act: once something else has been done, the offer of that takes its place. */
function isOlderOffer(one: QueuedToast, next: QueuedToast): boolean {
  return one.action !== undefined && one.action.label === next.action?.label && one.colour === next.colour && !one.subtitle;
}

/**
 * Says something at the edge of the screen, from anywhere. One toast is shown at a time; those that tell of trouble or offer something
 * to do stay for their time, and the next ones wait. The same words are not said twice: the later ones stay.
 */
export function showToast(toast: Toast): void {
  const next: QueuedToast = {
    ...toast,
    id: ++lastId,
    text: toast.text || TEXT_MISSING,
    colour: toast.colour ?? 'neutral',
    milliseconds: toast.subtitle ? LONG : SHORT,
  };
  replaceQueue([...queue.filter((one) => !isSameWords(one, next) && !isConfirmation(one) && !isOlderOffer(one, next)), next]);
}

export function dismissToast(id: number): void {
  replaceQueue(queue.filter((toast) => toast.id !== id));
}

export function clearToasts(): void {
  replaceQueue([]);
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The toasts not yet gone, the oldest first. */
export function readToasts(): readonly QueuedToast[] {
  return queue;
}
