import type { SettingSection } from '@dmse/contract/settings/core';
import { Coordinates } from '@dmse/contract/settings/field';
import { Numbering } from '@dmse/contract/settings/office';
import { whyNotPatterns } from '@dmse/domain/jobs/numbering';
import { whyNotCrs } from '@dmse/survey/geo/check-crs';
import { updateSection } from '../areas/settings/setting.service.ts';
import { whyNotInForce } from '../areas/sites/geoid-grid.service.ts';
import type { Context } from '../http/context.ts';
import { invalid } from '../http/refusal.ts';

/** Changes a section of the settings. What a section says about another area's records is asked of that area first. */
export async function changeSetting(context: Context, section: SettingSection, patch: Record<string, unknown>) {
  const stored = await updateSection(context, section, patch);
  if (section === 'coordinates') await refuseUnusable(context, Coordinates.parse(stored.value), patch);
  if (section === 'numbering') refuseAlike(Numbering.parse(stored.value));
  return stored;
}

/** A number must say by itself whether it is a job's or a quote's. */
function refuseAlike({ job, quote }: ReturnType<typeof Numbering.parse>): void {
  const why = whyNotPatterns(job, quote);
  if (why) throw invalid({ quote: why });
}

/** Throwing takes the change back with everything else in the transaction. */
async function refuseUnusable(
  { tx }: Context,
  { office_crs, undulation_grid, offset_grid }: ReturnType<typeof Coordinates.parse>,
  patch: object,
) {
  const why = 'office_crs' in patch ? whyNotCrs(office_crs) : null;
  if (why) throw invalid({ 'office_crs.proj': why });
  const asked = { undulation_grid: 'undulation', offset_grid: 'offset' } as const;
  for (const [field, id] of Object.entries({ undulation_grid, offset_grid })) {
    const fault = id === null ? null : await whyNotInForce(tx, id, asked[field as keyof typeof asked]);
    if (fault) throw invalid({ [field]: fault });
  }
}
