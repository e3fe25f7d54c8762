import type { SitesSettings } from '@dmse/contract/sites/settings';
import { isStructure, SHOT_CATEGORIES, SUB_CATEGORIES_OF } from '@dmse/domain/sites/shot-category';
import type { Context } from '../../../call/context.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { listGeoidGrids } from '../layer/geoid-grid.service.ts';

function describeCategories(): SitesSettings['categories'] {
  return SHOT_CATEGORIES.map((name) => {
    const sub_categories = [...(SUB_CATEGORIES_OF[name] ?? [])];
    return { name, sub_categories, is_structure: sub_categories.filter(isStructure) };
  });
}

/** Everything a field screen or a tablet needs to know before it can work, in one answer it may keep. */
export async function getSitesSettings({
  tx,
  adapters,
  answer_headers,
}: Context & { answer_headers: Record<string, string> }): Promise<SitesSettings> {
  const numbers = await getSection(tx, 'field_numbers');
  answer_headers['X-Max-Upload-Bytes'] = String(Math.min(numbers.image_max_bytes, adapters.maxUploadBytes));
  return {
    ...(await getSection(tx, 'field_codes')),
    tolerances: await getSection(tx, 'field_tolerances'),
    ...(await getSection(tx, 'coordinates')),
    risk_lists: await getSection(tx, 'risk_lists'),
    ...numbers,
    categories: describeCategories(),
    geoid_grids: await listGeoidGrids(tx),
    max_upload_bytes: adapters.maxUploadBytes,
    time_zone: (await getSection(tx, 'region')).time_zone,
  };
}
