// How long `npm start` takes: the first time with an empty data folder, and every time after that.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, percentile, startProduct } from './shared/product.ts';

const LIMIT_S = 3;
const TIMES = 7;
const dataDir = await mkdtemp(join(tmpdir(), 'dmse-start-'));
const command = ['npm', 'start', '--silent'];
try {
  const first = await startProduct({ DATA_DIR: dataDir, LEAVE_QUEUES: '' }, command);
  console.log(`first start, with the demo firm: ${(first.readyAfterMs / 1000).toFixed(2)} s`);
  await first.stop();
  const times: number[] = [];
  for (let i = 0; i < TIMES; i += 1) {
    const again = await startProduct({ DATA_DIR: dataDir, LEAVE_QUEUES: '' }, command);
    times.push(again.readyAfterMs / 1000);
    await again.stop();
  }
  times.sort((a, b) => a - b);
  console.log(`later starts: ${times.map((time) => time.toFixed(2)).join(' ')} s`);
  compare('second start, p50', percentile(times, 0.5), LIMIT_S, 's');
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
