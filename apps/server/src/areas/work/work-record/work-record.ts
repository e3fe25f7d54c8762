import { sayChanges } from '@dmse/domain/text/history-sentence';
import { AMOUNT_NAMES } from '../../../call/amounts.ts';
import type { Context } from '../../../call/context.ts';
import type { Noun, RecordTable, Row } from '../../../records/record.ts';
import { listChangesOf, type WorkChange } from './owner.queries.ts';
import { type Owner, tellOwner } from './owner.service.ts';

/** A noun of work. What happens to it is told in the history of its job or quote, not in one of its own. */
export type WorkNoun<T extends RecordTable = RecordTable> = Noun<T> & {
  /** How a sentence names it: "milestone Field work of task Boundary survey". */
  titleOf: (row: Row, context: Context) => string | Promise<string>;
  /** The fields that only say where it stands. */
  places: readonly string[];
};

/** The sentence is read by everybody, so amounts stay in the changes, where whoever may not see them does not get them. */
function belongsInSentence(noun: WorkNoun, { field, from, to }: WorkChange): boolean {
  return !AMOUNT_NAMES.includes(field) && (!noun.places.includes(field) || from !== to);
}

/** The noun with its changes told in the history of the job or quote it belongs to. */
export function workOf<N extends WorkNoun>(noun: N, owner: Owner): N {
  return {
    ...noun,
    journal: {
      async changedSince({ tx }, row, since) {
        const changes = await listChangesOf(tx, owner, noun.noun, row.id);
        return [...new Set(changes.filter(({ version }) => version > since).map(({ field }) => field))];
      },
      async tell(context, before, { id, version }, described) {
        const changes = described.map((change) => ({ ...change, record: noun.noun, id, version }));
        const isMove = changes.every(({ field }) => noun.places.includes(field));
        const what = sayChanges(changes.filter((change) => belongsInSentence(noun, change)));
        const title = await noun.titleOf(before, context);
        await tellOwner(context, owner, `${isMove ? 'moved' : 'changed'} ${title}${what ? ` (${what})` : ''} in`, changes);
      },
    },
  };
}
