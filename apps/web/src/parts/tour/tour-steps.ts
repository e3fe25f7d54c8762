/** One stop of a tour: what is pointed at, and what is said about it. A stop whose anchor is not on the page is said in the middle. */
export type TourStep = { anchor?: string; title: string; text: string };

export type Tour = {
  /** Remembered in browser storage under this very name. */
  key: string;
  /** Milliseconds between the page being shown and the tour beginning. */
  delay: number;
  /** Milliseconds between one step and the next, where the page needs them. */
  pause?: number;
  steps: readonly TourStep[];
};

export function isTourDone(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Without storage every visit would be the first; a tour that never ends is worse than none.
    return true;
  }
}

/** A tour counts as completed once it has started: it is shown one time, not until somebody reads it to the end. */
export function markTourDone(key: string): void {
  try {
    localStorage.setItem(key, 'completed');
  } catch {
    // See above.
  }
}
