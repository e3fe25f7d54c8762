/**
 * Files in a bucket, against a real S3 service (Debian's OpenStack Swift, with encryption at rest). First the laws of a file store, the
 * same that the tests ask of a disk. Then a firm whose crews work all the time: its files move from the disk to the bucket, the move
 * is killed twice and begun again, the service goes away for a while, a backup goes into the bucket and is tried, and the
 * files move back. What was acknowledged is looked for at the end, bytes and all. It installs Debian packages, so it runs with the nightly ones only.
 * `SABOTAGE=1` takes one stored point away before the check: it must fail.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@dmse/sync/memory/random';
import { openBucket, parseBucketAddress } from '../../apps/server/src/adapters/files/bucket.ts';
import { createS3FileStore } from '../../apps/server/src/adapters/files/s3-file-store.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { FILE_STORE_LAWS } from '../../apps/server/src/testing/file-store-laws.ts';
import { openCampaign } from '../shared/campaign.ts';
import { startSwift } from '../shared/swift.ts';
import { runTool } from '../shared/tool.ts';

if (process.env.CAMPAIGN === 'ci') {
  console.log('S3 files: runs with --nightly, or by itself: CAMPAIGN=nightly node bench/campaigns/s3-files.campaign.ts');
  process.exit(0);
}

const SEED = Number(process.env.SEED ?? 3);
const random = createRandom(SEED);
const home = mkdtempSync(join(tmpdir(), 'dmse-swift-'));
const swift = await startSwift(home);
const wrong: string[] = [];
try {
  await swift.createBucket('firm');
  await holdLaws();
  await moveThereAndBack();
} finally {
  await swift.stop();
  rmSync(home, { recursive: true, force: true });
}
process.exit(wrong.length === 0 ? 0 : 1);

async function holdLaws(): Promise<void> {
  const { s3 } = readConfig({ ...swift.env, S3_ENCRYPTION: 'AES256' }, []);
  const bucket = openBucket(s3, parseBucketAddress('s3://firm/laws')!);
  await bucket.check();
  const tmp = join(home, 'tmp');
  const store = await createS3FileStore(bucket, tmp);
  const everything = async () => {
    const names: string[] = await readdir(tmp);
    for await (const { name } of bucket.list('')) names.push(name.split('/').at(-1)!);
    return names.sort();
  };
  for (const { says, holds } of FILE_STORE_LAWS) {
    try {
      await holds({ store, everything, stories: 15 });
      console.log(`holds in a bucket: ${says}`);
    } catch (error) {
      wrong.push(says);
      console.log(`does not hold in a bucket: ${says}: ${(error as Error).stack}`);
    }
  }
  const piece = Buffer.alloc(17 * 1024 * 1024, 'x');
  const cutOff = async function* () {
    yield piece;
    throw new Error('cut off');
  };
  await bucket.write('cut', cutOff()).catch(() => {});
  if ((await bucket.head('cut')) !== null || (await bucket.abortUploads(Date.now() + 60_000)) !== 0)
    wrong.push('an upload in pieces that was cut off has left something');
  const nowhere = openBucket(s3, parseBucketAddress('s3://nobody')!);
  await nowhere.check().then(
    () => wrong.push('a bucket that is not there was not noticed'),
    (error) => console.log(`as it should: ${error.message}`),
  );
}

async function moveThereAndBack(): Promise<void> {
  const S3 = { ...swift.env, S3_ENCRYPTION: 'AES256' };
  const campaign = await openCampaign('s3', SEED, { json_timeout_ms: 15_000 }, S3);
  const { firm, proxy } = campaign;
  const crews = [await campaign.addCrew('crew-a'), await campaign.addCrew('crew-b')];
  const runs = [await crews[0]!.startRun(), await crews[1]!.startRun()];
  const work = async (times: number) => {
    for (let n = 0; n < times; n += 1)
      for (const [at, crew] of crews.entries()) {
        await crew.capture(runs[at]!, [random.pick([3000, 30_000, 200_000])]);
        await campaign.sync(crew);
      }
  };
  const redeploy = async (env: Record<string, string>) => {
    proxy.target = null;
    await firm.kill();
    campaign.recoveries.push(await firm.restart(env));
    proxy.target = firm.origin;
  };
  const move = (to: string, env: Record<string, string>, killAfterMs?: number) =>
    runTool('move-files', ['--to', to], { ...S3, DATA_DIR: firm.dataDir, ...env }, killAfterMs);

  await work(6);
  const there = { FILE_STORE: 's3://firm/dmse', FILE_STORE_BEFORE: 'disk' };
  await redeploy(there);
  const moving = (async () => {
    for (const kill of [600, 900, undefined]) {
      const { code, output } = await move('s3', there, kill);
      if (kill === undefined && code !== 0) campaign.wrong.push(`the move failed: ${output}`);
      if (kill === undefined) console.log(output.trim());
    }
  })();
  await Promise.all([moving, work(5)]);
  const left = (await readdir(join(firm.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  if (left.length > 0) campaign.wrong.push(`${left.length} files are still on the disk`);
  await redeploy({ FILE_STORE_BEFORE: '' });
  await work(2);

  // The service goes away: nothing is acknowledged that is not kept, and all is well when it is back.
  await swift.stop();
  for (const [at, crew] of crews.entries()) {
    await crew.capture(runs[at]!, [5000]);
    await campaign.sync(crew);
  }
  await swift.start();
  await work(2);

  // A backup into the bucket, taken while crews work, and restored from there beside the product.
  const backups = { ...S3, FILE_STORE: 's3://firm/dmse', DATA_DIR: firm.dataDir, BACKUP_DIR: 's3://firm/backups' };
  const [taken] = await Promise.all([runTool('backup', [], backups), work(2)]);
  const drill = await runTool('restore-drill', [], backups);
  console.log(`${taken.output.trim()}\n${drill.output.trim()}`);
  if (taken.code !== 0 || !drill.output.includes('is sound')) campaign.wrong.push('the backup in the bucket is not sound');

  const back = { FILE_STORE: 'disk', FILE_STORE_BEFORE: 's3://firm/dmse' };
  await redeploy(back);
  const [{ code, output }] = await Promise.all([move('disk', back), work(3)]);
  if (code !== 0) campaign.wrong.push(`the move back failed: ${output}`);
  console.log(output.trim());
  await redeploy({ FILE_STORE_BEFORE: '' });
  if (!(await campaign.close('S3 files', SEED, 6))) wrong.push('see above');
}
