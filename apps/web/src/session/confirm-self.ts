import { createStore } from './store.ts';

/** Somebody waits to hear whether the person has shown again who they are. */
export const confirmRequest = createStore<{ settle: (isConfirmed: boolean) => void } | null>(null);

let asked: Promise<boolean> | null = null;

/** Asks the person to show who they are, once for all who wait. False: they thought better of it. */
export function askToConfirm(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    confirmRequest.set({
      settle(isConfirmed) {
        asked = null;
        confirmRequest.set(null);
        resolve(isConfirmed);
      },
    });
  });
  return asked;
}
