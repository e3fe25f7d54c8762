import type { HistoricalFile, HistoricalRow } from '@dmse/contract/historicals/historical-file';
import { STAMPS } from './stamps.ts';

const BLANK = {
  ...{ pid: '', plan_number: '', surveyed_on: null, legal_description: '', note: '', category: null, sub_category: null },
  ...{ is_draft: false, job: null, scan_count: 0, location: null },
};

export function buildHistoricalRow({ id = 5, ...change }: Partial<HistoricalRow> = {}): HistoricalRow {
  return {
    ...{ ...BLANK, id, company: 'Goguen & Sons', file_number: `84-${id}`, client_name: 'Roy LeBlanc', description: 'Shore lots' },
    ...{ version: 1, scans_unread: 0, scans_failed: 0, first_scan: null, thumbnail_url: null, found: [], proposal: null, ...change },
  };
}

export function buildHistoricalFile({ id = 5, ...change }: Partial<HistoricalFile> = {}): HistoricalFile {
  return {
    ...{ ...BLANK, id, company: 'Goguen & Sons', file_number: `84-${id}`, client_name: 'Roy LeBlanc', description: 'Shore lots' },
    ...{ control_points: [], ...STAMPS, ...change },
  };
}
