import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { FileStore } from '../../adapters/files/file-store.ts';
import type { Context } from '../../call/context.ts';
import { demoUuid } from '../firm/field-runs.ts';
import { makePicture, PICTURE_SIZE } from '../firm/picture.ts';
import type { Random } from '../firm/random.ts';

/** A few pictures of structures. Their bytes lie in the store before their rows do. */
export async function loadPictures({ tx }: Context, random: Random, files: FileStore): Promise<void> {
  const own = random.fork('pictures');
  // Two of a run, and first of those that somebody looks through now.
  const inRun = sql<number>`row_number() over (partition by shot.field_run order by shot.id)`;
  const lids = tx
    .selectFrom('shot')
    .innerJoin('field_run', 'field_run.id', 'shot.field_run')
    .selectAll('shot')
    .select([inRun.as('in_run'), sql<boolean>`field_run.state = 'Finished'`.as('is_done')])
    .where('shot.kind', '=', 'manhole')
    .where('shot.is_deleted', '=', false);
  const shots = await tx
    .selectFrom(lids.as('lid'))
    .selectAll()
    .where('in_run', '<=', 2)
    .orderBy('is_done')
    .orderBy('id', 'desc')
    .limit(16)
    .execute();
  for (const shot of shots) {
    const bytes = makePicture(own);
    const { sha256 } = await files.put(Readable.from([bytes]), bytes.length);
    const at = shot.received_at;
    const by = shot.captured_by!;
    const stored = {
      sha256,
      bytes: bytes.length,
      name: `lid ${shot.name}.png`,
      mime_type: 'image/png',
      created_on: at,
      created_by: by,
      ...PICTURE_SIZE,
    };
    const file = (await tx.insertInto('file').values(stored).returning('id').executeTakeFirstOrThrow()).id;
    const id = demoUuid(own, at);
    const { rows } = await sql<{ seq: number }>`update field_run set seq = seq + 1 where id = ${shot.field_run} returning seq`.execute(tx);
    const { captured_at, device, field_run } = shot;
    const stamps = { received_at: at, created_on: at, created_by: by, updated_on: at, updated_by: by, captured_by: by };
    const image = {
      id,
      field_run,
      fieldrun_shot: shot.id,
      file,
      sha256,
      name: `lid ${shot.name}`,
      captured_at,
      device,
      seq: rows[0]!.seq,
      create_op: `${id}:1:${device}`,
      ...stamps,
    };
    await tx.insertInto('shot_image').values(image).execute();
    await tx.insertInto('shot_image_bytes').values({ image: id, version: 1, file }).execute();
    const after = JSON.stringify({
      name: image.name,
      note: null,
      fieldrun_shot: shot.id,
      control_point: null,
      captured_at,
      field_run,
      is_deleted: false,
      sha256,
    });
    const entry = {
      kind: 'image',
      item: id,
      field_run,
      version: 1,
      action: 'created',
      fields: ['name', 'fieldrun_shot'],
      after,
      device,
      op: image.create_op,
      at,
      by,
      captured_by: by,
      request_id: 'demo',
    };
    await tx.insertInto('field_history').values(entry).execute();
  }
}
