import type { Endpoint } from '@dmse/contract/endpoint';
import * as fieldRun from '@dmse/contract/sites/field-run';
import * as image from '@dmse/contract/sites/image';
import * as pipe from '@dmse/contract/sites/pipe';
import * as shot from '@dmse/contract/sites/shot';
import type { FieldKind } from '@dmse/contract/sites/sync';
import { isEqual } from '@dmse/domain/values/is-equal';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { parseBody } from '../../../call/parse.ts';
import * as runs from '../field-run/field-run.queries.ts';
import { createFieldRun } from '../field-run/field-run.service.ts';
import { updateFieldRun } from '../field-run/field-run-update.service.ts';
import * as images from '../image/image.service.ts';
import * as pipes from '../pipe/pipe.service.ts';
import * as shots from '../shot/shot.service.ts';
import * as items from './captured-item.queries.ts';
import type { Values } from './captured-noun.ts';

/** A write that did not come by the tablet's own request: out of quarantine, or out of an export file. */
export type Meant = {
  op: string;
  kind: FieldKind;
  item: string;
  field_run: string;
  device: string;
  base: number;
  /** The whole record as the tablet had it. */
  content: Values;
  captured_by: number | null;
  /** The bytes of a picture, stored already. */
  file: number | null;
};

export type Outcome = 'created' | 'updated' | 'unchanged';

type Stored = { version?: number; properties?: { version: number } };
type Writer = {
  table: 'shot' | 'pipe' | 'shot_image' | null;
  fresh: Endpoint;
  patch: Endpoint;
  create(context: Context, meant: Meant, body: unknown): Promise<Stored>;
  update(context: Context, meant: Meant, body: unknown): Promise<Stored>;
};

function headersOf({ op, device, captured_by }: Meant) {
  return { 'x-op-id': op, 'x-device': device, ...(captured_by === null ? {} : { 'x-captured-by': String(captured_by) }) };
}

const WRITERS: Record<FieldKind, Writer> = {
  run: {
    table: null,
    fresh: fieldRun.createFieldRun,
    patch: fieldRun.updateFieldRun,
    create: (context, meant, body) => createFieldRun(context, headersOf(meant), body as z.infer<typeof fieldRun.NewFieldRun>),
    update: (context, meant, body) => updateFieldRun(context, meant.item, headersOf(meant), body as z.infer<typeof fieldRun.FieldRunPatch>),
  },
  point: {
    table: 'shot',
    fresh: shot.createShot,
    patch: shot.updateShot,
    create: (context, meant, body) => shots.createShot(context, headersOf(meant), body as z.infer<typeof shot.NewShot>),
    update: (context, meant, body) => shots.updateShot(context, meant.item, headersOf(meant), body as z.infer<typeof shot.ShotPatch>),
  },
  pipe: {
    table: 'pipe',
    fresh: pipe.createPipe,
    patch: pipe.updatePipe,
    create: (context, meant, body) => pipes.createPipe(context, headersOf(meant), body as z.infer<typeof pipe.NewPipe>),
    update: (context, meant, body) => pipes.updatePipe(context, meant.item, headersOf(meant), body as z.infer<typeof pipe.PipePatch>),
  },
  image: {
    table: 'shot_image',
    fresh: image.createImage,
    patch: image.updateImage,
    create: (context, meant, body) =>
      images.createImage(context, headersOf(meant), body as z.infer<typeof image.NewImage>, { uploads: [], file: meant.file }),
    update: (context, meant, body) =>
      images.updateImage(context, meant.item, headersOf(meant), body as z.infer<typeof image.ImagePatch>, {
        uploads: [],
        file: meant.file,
      }),
  },
};

/**
 * Stores a record as the tablet meant it: created if it is not here, else merged like any push, under the tablet's own operation, so
 * that the same thing by two ways is one write. What is no longer part of a record's shape is left out; what does not hold is refused by
 * field.
 */
export async function storeCaptured(context: Context, meant: Meant): Promise<Outcome> {
  const writer = WRITERS[meant.kind];
  const before = await findVersion(context, writer, meant.item);
  if (before !== null) return updateCaptured(context, writer, meant, before);
  const { is_deleted, ...content } = meant.content;
  const own = meant.kind === 'run' ? {} : { field_run: meant.field_run };
  await writer.create(context, meant, parseBody(writer.fresh, { ...known(writer.fresh, content), id: meant.item, ...own }));
  if (is_deleted === true) {
    const deletion = { ...meant, op: `${meant.op}:deleted` };
    await writer.update({ ...context, if_match: 1 }, deletion, { is_deleted: true });
  }
  return 'created';
}

/** Only what the tablet changed on the version it knew: the rest of its copy is older than what is here. */
async function updateCaptured(context: Context, writer: Writer, meant: Meant, before: number): Promise<Outcome> {
  const seen = (await items.findVersion(context.tx, meant.item, meant.base)) ?? { is_deleted: false };
  const changed = Object.entries(known(writer.patch, meant.content)).filter(
    ([field, value]) => !(field in seen && isEqual(value, seen[field])),
  );
  const body = parseBody(writer.patch, Object.fromEntries(changed));
  await writer.update({ ...context, if_match: meant.base }, meant, body);
  const after = await findVersion(context, writer, meant.item);
  return after === before ? 'unchanged' : 'updated';
}

async function findVersion({ tx }: Context, { table }: Writer, id: string): Promise<number | null> {
  const row = table === null ? await runs.lock(tx, id) : await items.find(tx, table, id);
  return row?.version ?? null;
}

const NOT_CONTENT = new Set(['id', 'field_run', 'upload', 'cleared', 'field_base', 'resolved']);

function known({ declaration }: Endpoint, content: Values): Values {
  const { shape } = declaration.body as z.ZodObject;
  return Object.fromEntries(Object.entries(content).filter(([field]) => field in shape && !NOT_CONTENT.has(field)));
}
