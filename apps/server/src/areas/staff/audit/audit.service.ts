import { hiddenFields } from '../../../call/amounts.ts';
import type { Context } from '../../../call/context.ts';
import { toEntry, withoutFields } from '../../../records/history.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as audit from './audit.queries.ts';

/** Everything that was ever changed, by whom and on which of the firm's days. */
export async function searchHistory({ tx, actor }: Context, filter: Parameters<typeof audit.search>[1]) {
  const { time_zone } = await getSection(tx, 'region');
  const hidden = hiddenFields(actor.groups);
  const found = await audit.search(tx, filter, time_zone, hidden);
  return { count: found.count, results: found.results.map((row) => toEntry(withoutFields(row, hidden))) };
}
