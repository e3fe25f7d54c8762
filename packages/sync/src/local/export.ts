import { type Item, KINDS } from '../item.ts';
import { contentOf } from '../rules/fields.ts';
import { isUnsettled } from '../rules/new-item.ts';
import type { Session } from '../session.ts';
import { deviceId, stamp } from '../session-core.ts';
import { listDrafts } from './draft.ts';

export type ExportFile = { readonly path: string; readonly bytes: Uint8Array };

/**
 * SYNC-A15, when nothing else works: everything the server has not confirmed, as the files of one archive. `records.geojson` has the
 * records under the names of the wire, `manifest.json` their revisions and the hashes of everything, the pictures lie beside them as
 * they were taken. Ids and revisions are those of a push, so bringing it in, even twice, and pushing later is one write.
 * `drafts.json` is what stands in forms and was never saved, whoever typed it; it is for reading, nobody brings it in.
 * `unsaved` are those of forms the storage would not take; they stand in the place of what is stored under the same id.
 */
export async function collectExport(session: Session, unsaved: readonly Item[] = []): Promise<readonly ExportFile[]> {
  const inForms = new Set(unsaved.map(({ id }) => id));
  const items = [...(await listUnsettled(session)).filter(({ id }) => !inForms.has(id)), ...unsaved];
  const photos: ExportFile[] = [];
  const packed: object[] = [];
  for (const item of items) {
    let file: object | null = null;
    if (item.file !== null) {
      const path = `photos/${item.id}`;
      photos.push({ path, bytes: item.file });
      file = { path, sha256: await session.tools.digest(item.file), bytes: item.file.length };
    }
    packed.push({ kind: item.kind, id: item.id, field_run: item.field_run, rev: item._rev, base: item._base, owner: item._owner, file });
  }
  const records = encode({ type: 'FeatureCollection', features: items.map(featureOf) });
  const manifest = {
    format: 'dmse-field-export',
    version: 1,
    device: await deviceId(session),
    exported_on: stamp(session),
    records: { path: 'records.geojson', sha256: await session.tools.digest(records), bytes: records.length },
    items: packed,
  };
  const drafts = await listDrafts(session);
  const typed: ExportFile[] = drafts.length === 0 ? [] : [{ path: 'drafts.json', bytes: encode({ drafts }) }];
  return [{ path: 'manifest.json', bytes: encode(manifest) }, { path: 'records.geojson', bytes: records }, ...photos, ...typed];
}

async function listUnsettled(session: Session): Promise<readonly Item[]> {
  const inRuns = await session.store.runs(async (tx) => {
    const items: Item[] = [];
    for (const kind of KINDS) {
      for (const { id } of await tx.table(kind).list({ dirty: 1 })) {
        const item = await tx.table(kind).get(id);
        if (item !== undefined && isUnsettled(item)) items.push(item);
      }
    }
    return items;
  });
  const here = new Set(inRuns.map(({ id }) => id));
  const aside = await session.store.safety(async ({ rescue }) => {
    const items: Item[] = [];
    for (const { id } of await rescue.list({ dirty: 1 })) {
      const item = await rescue.get(id);
      if (item !== undefined && !here.has(id)) items.push(item);
    }
    return items;
  });
  return [...inRuns, ...aside];
}

function featureOf(item: Item): object {
  const { geometry = null, is_deleted, ...fields } = contentOf(item);
  const properties = is_deleted === true ? { ...fields, is_deleted } : fields;
  return { type: 'Feature', id: item.id, geometry, properties };
}

function encode(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
