/** Run by the tests as a process of its own: takes the lock or starts PostgreSQL, says so on a line of JSON, and stays until killed. */
import { takeDataLock } from './data-lock.ts';
import { startEmbedded } from './embedded.ts';

const [task, dataDir] = process.argv.slice(2) as ['lock' | 'start' | 'start-and-stop', string];

function answer(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

try {
  if (task === 'lock') takeDataLock(dataDir).announce('http://localhost:8111/');
  else {
    const embedded = await startEmbedded({ dataDir, say: () => {}, settings: { fsync: 'off', shared_buffers: '16MB' } });
    if (task === 'start-and-stop') await embedded.stop();
  }
  answer({ ok: true });
  if (task !== 'start-and-stop') setInterval(() => {}, 60_000);
} catch (error) {
  answer({ ok: false, name: (error as Error).name, says: (error as Error).message });
}
