import type { DemoSize } from '../config.ts';

/** How much of everything there is. Later nouns add their own column. */
export type Scale = { clients: number; contacts: number };

export const SCALES: Record<DemoSize, Scale> = {
  small: { clients: 120, contacts: 260 },
  medium: { clients: 5000, contacts: 5000 },
  large: { clients: 100_000, contacts: 100_000 },
};
