import { searchHistory } from '@dmse/contract/staff/audit';
import { toEntry } from '../../db/history.ts';
import { serve } from '../../http/serve.ts';
import { getSection } from '../settings/setting.service.ts';
import * as audit from './audit.queries.ts';

export const auditRoutes = [
  serve(searchHistory, async ({ tx, query }) => {
    const { time_zone } = await getSection(tx, 'region');
    const found = await audit.search(tx, query, time_zone);
    return { count: found.count, results: found.results.map(toEntry) };
  }),
];
