import type { Lease, Lock } from '../ports.ts';

type Holder = { readonly tab: object; readonly mode: 'exclusive' | 'shared'; lost: boolean };

/** The locks of one device, shared by its tabs. */
export type LockSpace = { readonly holders: Map<string, readonly Holder[]> };

export function createLockSpace(): LockSpace {
  return { holders: new Map() };
}

export function openMemoryLock(space: LockSpace, tab: object): Lock {
  const holdersOf = (name: string) => space.holders.get(name) ?? [];
  return {
    hold: async (name, { mode, steal }, work) => {
      const others = holdersOf(name);
      const isInTheWay = others.some((other) => mode === 'exclusive' || other.mode === 'exclusive');
      if (isInTheWay && !steal) return null;
      // as in a browser: who is robbed goes on running, and only the lease tells
      if (isInTheWay) for (const other of others) other.lost = true;
      const me: Holder = { tab, mode, lost: false };
      space.holders.set(name, isInTheWay ? [me] : [...others, me]);
      const lease: Lease = { isHeld: () => !me.lost };
      try {
        return await work(lease);
      } finally {
        drop(space, name, (holder) => holder === me);
      }
    },
    isHeld: async (name) => holdersOf(name).length > 0,
  };
}

/** A tab that dies lets go of everything. */
export function releaseTab(space: LockSpace, tab: object): void {
  for (const name of space.holders.keys()) drop(space, name, (holder) => holder.tab === tab);
}

function drop(space: LockSpace, name: string, isGone: (holder: Holder) => boolean): void {
  space.holders.set(
    name,
    (space.holders.get(name) ?? []).filter((holder) => !isGone(holder)),
  );
}
