import type { LightItem } from '@dmse/sync/item';
import { findItem, NoSuchItem } from '@dmse/sync/local/find';
import type { Kind } from '@dmse/sync/wire';
import { useEffect, useState } from 'react';
import { useFieldSession } from '../../device/use-field.tsx';

export type Found = { readonly item: LightItem | null /** Null while it is looked for. */; readonly problem: string | null };

/** A record that is not among those of the run: asked for in rescue and on the server. */
export function useFound(kind: Kind, id: string, isWanted: boolean): Found {
  const session = useFieldSession();
  const [found, setFound] = useState<Found & { id: string }>({ id, item: null, problem: null });
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    findItem(session, kind, id)
      .then((item) => ({ id, item, problem: null }))
      .catch((error: unknown) => {
        const words = error instanceof Error ? error.message : String(error);
        const isElsewhere = error instanceof NoSuchItem && error.not_here;
        return { id, item: null, problem: isElsewhere ? `${words}. It is not on this device; connect to load it.` : words };
      })
      .then((next) => !isGone && setFound(next));
    return () => {
      isGone = true;
    };
  }, [session, kind, id, isWanted]);
  return found.id === id ? found : { item: null, problem: null };
}
