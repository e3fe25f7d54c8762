import type { Laws } from './laws.ts';
import { LIMITS, type Ports, type SessionCore } from './session-core.ts';

/** One open app with all the laws it obeys. */
export type Session = SessionCore & { readonly laws: Laws };

export function openSession(ports: Ports, laws: Laws, limits: typeof LIMITS = LIMITS): Session {
  const stamped = { at: Number.NaN, text: '' };
  return { ...ports, laws, limits, proofs: new Map(), device: null, stamped, clock_memory: null, clock_look: null };
}
