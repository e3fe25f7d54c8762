/**
 * To the minute: a firm whose crews work while the log of its PostgreSQL is kept. Somebody deletes everything by mistake; the product's own
 * command restores the minute before into an empty folder. What was acknowledged before that instant is there, what was destroyed
 * after it is not destroyed, and tablets offer again what is newer. In nightly runs the log lies in a bucket (Debian's OpenStack Swift).
 * `SABOTAGE=1` takes one stored point away before the check: it must fail.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@dmse/sync/memory/random';
import { openShelf } from '../../apps/server/src/backup/shelf.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { openCampaign } from '../shared/campaign.ts';
import { startSwift } from '../shared/swift.ts';

const SEED = Number(process.env.SEED ?? 42);
const IS_NIGHTLY = process.env.CAMPAIGN === 'nightly';
const ROUNDS = IS_NIGHTLY ? 3 : 1;
const random = createRandom(SEED);
const swiftHome = mkdtempSync(join(tmpdir(), 'dmse-swift-'));
const swift = IS_NIGHTLY ? await startSwift(swiftHome) : null;
await swift?.createBucket('firm');
const bucket: Record<string, string> = swift ? { ...swift.env, BACKUP_DIR: 's3://firm/backups' } : {};
const campaign = await openCampaign('at', SEED, { json_timeout_ms: 15_000 }, { BACKUP_EVERY_MINUTE_DAYS: '2', ...bucket });
const { firm, proxy, wrong } = campaign;
const shelf = openShelf(bucket.BACKUP_DIR ?? join(firm.home, 'backups'), readConfig(bucket, []).s3);
const crew = await campaign.addCrew('crew-a');
const run = await crew.startRun();

async function work(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await crew.capture(run, random.chance(0.5) ? [random.pick([3000, 30_000])] : []);
  await campaign.sync(crew);
}

const countNotes = async () => (await firm.sql<{ n: number }>('select count(*)::int as n from setting_note'))[0]!.n;
const now = async () =>
  (await firm.sql<{ at: string }>(`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`))[0]!.at;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The job runs every minute; what is finished then lies beside the backups. */
async function until(says: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    if (tries > 300) throw new Error(`It did not come to this: ${says}.`);
    await pause(1000);
  }
}

async function listKept(beginning: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of shelf.list(beginning)) names.push(name);
  return names;
}
const countBases = async () => (await listKept('base/')).filter((name) => name.endsWith('base.json')).length;

for (let round = 1; round <= ROUNDS; round += 1) {
  const before = await countBases();
  await until('a base copy is taken', async () => (await countBases()) > before);
  await work(8);
  await firm.sql('create table setting_note (n int)');
  await firm.sql('insert into setting_note select generate_series(1, 1000)');
  await pause(1500);
  const at = await now();
  await pause(1500);
  // The mistake, and work that goes on after it.
  await firm.sql('delete from setting_note');
  await work(4);
  const [piece] = await firm.inspect<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name');
  await firm.inspect('select pg_switch_wal()');
  await until('the log is carried away', async () => (await listKept('wal/')).some((name) => name.includes(piece!.name)));
  proxy.target = null;
  const began = performance.now();
  await firm.restore(['--at', at]);
  campaign.recoveries.push(performance.now() - began);
  proxy.target = firm.origin;
  if ((await countNotes()) !== 1000) wrong.push(`${await countNotes()} of 1000 rows are back`);
  await firm.sql('drop table setting_note');
  for (let turn = 0; turn < 2; turn += 1) await campaign.sync(crew);
}
const isSound = await campaign.close('Point in time', SEED, ROUNDS);
await swift?.stop();
rmSync(swiftHome, { recursive: true, force: true });
process.exit(isSound ? 0 : 1);
