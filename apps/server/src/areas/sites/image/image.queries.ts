import type { OrderOf } from '@dmse/contract/common/paging';
import type { listImages } from '@dmse/contract/sites/image';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { CapturedSource } from '../capture/captured-list.queries.ts';
import { controlRef } from '../shot/shot.queries.ts';
import { IMAGE } from './image-noun.ts';

type FileFacts = { mime_type: string; bytes: number; width: number | null; height: number | null };
type Place = { lon: number | null; lat: number | null; altitude: number | null };

function select(tx: Tx) {
  return tx
    .selectFrom('shot_image')
    .selectAll('shot_image')
    .select([
      personRef('shot_image.created_by').as('created_by'),
      personRef('shot_image.updated_by').as('updated_by'),
      personRef('shot_image.captured_by').as('captured_by'),
      controlRef('shot_image.control_point').as('control_point'),
      sql<FileFacts>`(select json_build_object('mime_type', f.mime_type, 'bytes', f.bytes, 'width', f.width, 'height', f.height)
        from file f where f.id = shot_image.file)`.as('file_facts'),
      sql<Place | null>`(select json_build_object('lon', s.lon, 'lat', s.lat, 'altitude', s.altitude)
        from shot s where s.id = shot_image.fieldrun_shot)`.as('place'),
    ]);
}

export type ImageRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

export const IMAGES: CapturedSource<'shot_image', ImageRow> = {
  noun: { ...IMAGE, table: 'shot_image' },
  select,
  search: sql`norm(concat_ws(' ', shot_image.name, shot_image.note))`,
  columns: {
    name: sql`shot_image.name`,
    captured_at: sql`shot_image.captured_at`,
    created_on: sql`shot_image.created_on`,
    updated_on: sql`shot_image.updated_on`,
  } satisfies Record<OrderOf<typeof listImages>, RawBuilder<unknown>>,
};

export function find(tx: Tx, id: string): Promise<ImageRow | undefined> {
  return select(tx).where('shot_image.id', '=', id).executeTakeFirst();
}

type Filter = { fieldrun_shot?: string | undefined; control_point?: number | undefined };

export function conditionsOf({ fieldrun_shot, control_point }: Filter): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  if (fieldrun_shot) conditions.push(sql`shot_image.fieldrun_shot = ${fieldrun_shot}`);
  if (control_point !== undefined) conditions.push(sql`shot_image.control_point = ${control_point}`);
  return conditions;
}

/** Bytes that are replaced are kept: each file an image ever had stands with the version that brought it. */
export async function insertBytes(tx: Tx, row: { image: string; version: number; file: number }): Promise<void> {
  await tx.insertInto('shot_image_bytes').values(row).execute();
}
