import type { Context } from '../../../call/context.ts';
import { IMAGE } from '../image/image-noun.ts';
import { PIPE } from '../pipe/pipe-noun.ts';
import * as items from './captured-item.queries.ts';
import type { CapturedNoun, CapturedRow } from './captured-noun.ts';
import { takePlace, writeVersion } from './captured-version.ts';
import type { Push } from './push.ts';

const NOUN_OF = { pipe: PIPE, shot_image: IMAGE } as const;

/** A deleted shot takes its pictures and the pipes at it along, those the deleting tablet never saw too (SYNC-B7). */
export async function deleteChildren(context: Context, shot: string, push: Push | null): Promise<void> {
  for (const { table, row } of await items.listChildren(context.tx, shot)) {
    if (row.is_deleted) continue;
    const locked = (await items.lock(context.tx, table, row.id)) ?? row;
    const { conflict } = locked;
    const change = { values: { is_deleted: true }, conflict, action: 'deleted' as const, push, base: locked.version };
    await writeVersion(context, NOUN_OF[table], locked, change);
  }
}

/** Pictures are found through their shot's run, so they go where it goes; pipes have two ends and stay. */
export async function moveImages(context: Context, from: CapturedRow, to: CapturedRow, push: Push | null): Promise<void> {
  for (const { table, row } of await items.listChildren(context.tx, from.id)) {
    if (table !== 'shot_image' || row.field_run !== from.field_run) continue;
    const change = { values: { field_run: to.field_run }, conflict: row.conflict, action: 'moved' as const, push, base: row.version };
    await noteMove(context, IMAGE, row, await writeVersion(context, IMAGE, row, change));
  }
}

/** What was moved leaves word in the feed of its old run, else a tablet would keep it there for ever (SYNC-D10). */
export async function noteMove(context: Context, noun: CapturedNoun, from: CapturedRow, to: CapturedRow): Promise<void> {
  if (from.field_run === null || to.field_run === null) return;
  const { seq } = await takePlace(context, from.field_run, null);
  await items.insertMove(context.tx, {
    from_run: from.field_run,
    seq,
    kind: noun.kind,
    item: to.id,
    to_run: to.field_run,
    version: to.version,
    at: context.now,
  });
}
