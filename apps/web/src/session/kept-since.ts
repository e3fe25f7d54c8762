import { createStore } from './store.ts';

/** When the person shown was last confirmed by the server; null while the server confirms them now. */
export const keptSince = createStore<string | null>(null);
