/**
 * A table as a file to download, as a curve over its rows: rows a second and the most memory held, for CSV and XLSX. Each size runs in a
 * process of its own, so that no figure carries what an earlier one left. What the process holds (RSS) grows with what it has not yet
 * cleared away; what is still in use half way, once that is done, is the figure that must not grow. Target: 200,000 rows keep no more in
 * use than 1,000.
 * Run: node bench/table-file.ts
 */
import { execFileSync } from 'node:child_process';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { TableColumn, TableFormat, TableRow } from '@dmse/domain/text/table';
import { tableStream } from '../apps/server/src/call/table-file.ts';
import { compare } from './shared/product.ts';

const SIZES = [1_000, 10_000, 50_000, 200_000];
const LARGEST = SIZES.at(-1)!;
const TARGET_SECONDS = 10;
const TARGET_GROWTH_MB = 4;

const COLUMNS: TableColumn[] = [
  { heading: 'Person', kind: 'text' },
  { heading: 'Date', kind: 'date' },
  { heading: 'Job', kind: 'text' },
  { heading: 'Task', kind: 'text' },
  { heading: 'Role', kind: 'text' },
  { heading: 'Hours', kind: 'minutes' },
  { heading: 'Rate', kind: 'money' },
  { heading: 'Amount', kind: 'money' },
  { heading: 'Note', kind: 'text' },
];

/** Lines of a time report, all different. */
async function* makeRows(count: number, halfWay: () => void): AsyncGenerator<TableRow> {
  for (let i = 0; i < count; i += 1) {
    if (i === count / 2) halfWay();
    const date = new Date(Date.UTC(2024, 0, 1 + (i % 700))).toISOString().slice(0, 10);
    const minutes = 15 * (1 + (i % 32));
    const note = `Set out lot ${i % 97}, checked against plan ${i} & marked`;
    yield [`Person ${i % 60}`, date, `25-${i % 9000}`, `Task ${i % 40}`, 'Party chief', minutes, 12_500, (minutes * 12_500) / 60, note];
  }
}

type Figures = { ms: number; bytes: number; peak: number; in_use: number };

setFlagsFromString('--expose-gc');
const clearMemory = runInNewContext('gc') as () => void;

async function measure(format: TableFormat, count: number): Promise<Figures> {
  let peak = process.memoryUsage.rss();
  let bytes = 0;
  let in_use = 0;
  const lookHalfWay = () => {
    clearMemory();
    const { heapUsed, external } = process.memoryUsage();
    in_use = heapUsed + external;
  };
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      bytes += chunk.length;
      peak = Math.max(peak, process.memoryUsage.rss());
      done();
    },
  });
  const began = performance.now();
  await pipeline(tableStream(format, { title: 'Time', columns: COLUMNS, rows: makeRows(count, lookHalfWay) }), sink);
  return { ms: performance.now() - began, bytes, peak, in_use };
}

const [, , format, count] = process.argv;
if (format && count) console.log(JSON.stringify(await measure(format as TableFormat, Number(count))));
else {
  for (const each of ['csv', 'xlsx'] as const) {
    const curve = SIZES.map((rows) => {
      const printed = execFileSync(process.execPath, [fileURLToPath(import.meta.url), each, String(rows)], { encoding: 'utf8' });
      const figures = JSON.parse(printed) as Figures;
      const speed = Math.round((rows / figures.ms) * 1000);
      const size = (figures.bytes / 1e6).toFixed(1);
      const [most, used] = [figures.peak, figures.in_use].map((memory) => (memory / 1e6).toFixed(1));
      console.log(`${each}, ${rows} rows: ${speed} rows/s, ${size} MB; memory at most ${most} MB, in use half way ${used} MB`);
      return figures;
    });
    const [smallest, largest] = [curve[0]!, curve.at(-1)!];
    compare(`${each}, ${LARGEST} rows`, largest.ms / 1000, TARGET_SECONDS, 's');
    compare(
      `${each}, in use with ${LARGEST} rows more than with ${SIZES[0]}`,
      (largest.in_use - smallest.in_use) / 1e6,
      TARGET_GROWTH_MB,
      'MB',
    );
  }
}
