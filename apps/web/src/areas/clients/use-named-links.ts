import { useMemo } from 'react';
import type { ListField } from '../../parts/form/merge-list.ts';

type Named = { id: number; name: string };
type LinkItem = { role?: string; is_billing?: boolean } & Record<string, unknown>;

/**
 * How a form speaks of the records its record is linked to, and puts two edits of that list together link by link: one that somebody
 * adds from the other side stays when this form is saved. `end` is the linked record's key in an item.
 */
export function useNamedLinks(end: 'client' | 'contact') {
  return useMemo(() => {
    const known = new Map<number, string>();
    const list: ListField = {
      keyOf: (item) => String((item as LinkItem)[end]),
      say: (item) => {
        const { [end]: id, role, is_billing } = item as LinkItem;
        return [known.get(Number(id)) ?? `Number ${id}`, role, is_billing ? 'Billing' : ''].filter(Boolean).join(', ');
      },
    };
    /** The choices behind the ids of a record's links; what is learned here is what `say` knows. */
    const choices = (linked: readonly Named[]) => {
      for (const { id, name } of linked) known.set(id, name);
      return linked.map(({ id, name }) => ({ id, label: name }));
    };
    return { list, choices };
  }, [end]);
}
