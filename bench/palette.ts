/**
 * Ctrl+K over everything with as many rows as `large` has of what it looks through, and 200,000 pages of scans. The rows are the demo's,
 * each many times: a word that is in the firm at all is in hundreds of its rows, which is more than in a real one.
 * Run: node bench/palette.ts (PALETTE_DATA names a folder that keeps the firm between runs: making it takes minutes)
 */
import { SCALES } from '../apps/server/src/demo/sizes.ts';
import { multiplyFirm } from './shared/multiply-firm.ts';
import { measurePalette } from './shared/palette.ts';
import { startProduct } from './shared/product.ts';
import { openSql } from './shared/same-sql.ts';
import { loadPages } from './shared/scan-pages.ts';

const { large } = SCALES;
const WANTED: Record<string, number> = {
  client: large.clients,
  contact: large.contacts,
  job: large.jobs,
  quote: large.quotes,
  field_run: large.field_runs,
  control_point: large.control_points,
  historical_file: large.historical_files,
  // About two for each job.
  invoice: 2 * large.jobs,
  payment: 2 * large.jobs,
};

const { PALETTE_DATA } = process.env;
const product = await startProduct(PALETTE_DATA ? { DATA_DIR: PALETTE_DATA } : {});
try {
  const sql = await openSql(product.dataDir);
  const counts = async () => {
    const each = Object.keys(WANTED).map((table) => `select '${table}' as name, count(*)::int as rows from ${table}`);
    return sql.ask<{ name: string; rows: number }>(each.join(' union all '));
  };
  const times = (await counts()).map(({ name, rows }): [string, number] => [name, Math.ceil(WANTED[name]! / rows)]);
  await multiplyFirm(product.dataDir, 1, Object.fromEntries(times));
  await loadPages(product.dataDir);
  console.log((await counts()).map(({ name, rows }) => `${name} ${rows.toLocaleString('en-CA')}`).join(', '));
  await sql.close();
  await measurePalette(product.origin);
} finally {
  await product.stop();
}
