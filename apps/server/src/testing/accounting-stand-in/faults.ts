/**
 * What may befall a call. `before` and `after` mean its effect: a call that is cut after has been done, and nobody hears of it. A slow one
 * has its effect when the time is over, whether the caller still waits or not.
 */
export type Fault =
  | { kind: 'cut before' | 'cut after' | 'error before' | 'error after' | 'token expired' }
  | { kind: 'too many'; retryAfter: number }
  | { kind: 'slow'; milliseconds: number };

export type CallSeen = { method: string; path: string };
/** A list is for the calls under /api.xro/ in turn; a function is asked about every call. */
export type Faults = (Fault | null)[] | ((call: CallSeen) => Fault | null | undefined);

export function openFaults() {
  let faults: Faults = [];
  return {
    set(next: Faults) {
      faults = typeof next === 'function' ? next : [...next];
    },
    next(call: CallSeen): Fault | null {
      if (typeof faults === 'function') return faults(call) ?? null;
      return call.path.startsWith('/api.xro/') ? (faults.shift() ?? null) : null;
    },
  };
}
