/**
 * INT-F5: the disk fills up under files and database, by and by and at one stroke, and is grown again. Uploads must be refused with 507 and
 * writes with 503, nothing half may be left, nothing acknowledged may be lost, and the product must mend itself.
 * `SABOTAGE=1` damages one acknowledged file before the check: the campaign must then fail.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Office, openOffice } from '../shared/office.ts';
import { startProduct } from '../shared/product.ts';
import { mountSmallDisk, type SmallDisk } from '../shared/small-disk.ts';

const SEED = Number(process.env.SEED ?? 5);
const ROUNDS = process.env.CAMPAIGN === 'nightly' ? 30 : 5;
const WAYS = ['files', 'database', 'both'] as const;
const RECOVERY_S = 60;

const random = seeded(SEED);
const wrong: string[] = [];
const seen = { uploads: new Map<number, number>(), writes: new Map<number, number>() };
let slowest = 0;

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 4096) bytes.writeUInt32LE(Math.floor(random() * 2 ** 32), Math.min(at, size - 4));
  return bytes;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function count(kind: 'uploads' | 'writes', status: number, allowed: number[], what: string): void {
  seen[kind].set(status, (seen[kind].get(status) ?? 0) + 1);
  if (!allowed.includes(status)) wrong.push(`${what} answered ${status}`);
}

async function tryUpload(office: Office): Promise<number> {
  const { status } = await office.upload(randomBytes(200_000 + Math.floor(random() * 2_000_000)));
  // While the database itself is down nobody can be recognised, which is a 503 for everything.
  count('uploads', status, [201, 507, 503], 'an upload');
  return status;
}

async function tryWrite(office: Office): Promise<number> {
  const { status } = await office.writeClient(`Client ${Math.floor(random() * 1e9)}`);
  count('writes', status, [201, 503, 507], 'a write');
  return status;
}

/** People go on working while the disk runs full: by their own files, or because something else takes it all at once. */
async function fillUp(office: Office, disk: SmallDisk, way: (typeof WAYS)[number]): Promise<void> {
  disk.resize(15 + Math.floor(random() * 25));
  if (way !== 'database') {
    for (let refused = 0; refused < 3; ) if ((await tryUpload(office)) !== 201) refused += 1;
  }
  if (way === 'files') return;
  disk.fill(Math.floor(random() * 300));
  for (let tries = 0; tries < 25; tries += 1) {
    await Promise.all([tryWrite(office), way === 'both' ? tryUpload(office) : tryWrite(office)]);
    await sleep(100);
  }
}

async function recover(office: Office, disk: SmallDisk): Promise<void> {
  disk.release();
  disk.resize(120);
  const began = performance.now();
  for (;;) {
    const ready = await office.get('/readyz').catch(() => null);
    if (ready?.status === 200) break;
    if (performance.now() - began > RECOVERY_S * 1000) {
      wrong.push(`not ready ${RECOVERY_S} s after there was room again`);
      return;
    }
    await sleep(200);
  }
  slowest = Math.max(slowest, performance.now() - began);
  if ((await tryUpload(office)) !== 201) wrong.push('an upload is still refused after recovery');
  if ((await tryWrite(office)) !== 201) wrong.push('a write is still refused after recovery');
}

type Losses = { lost: number; corrupted: number };

async function check(office: Office, filesFolder: string): Promise<Losses> {
  const losses = { lost: 0, corrupted: 0 };
  const note = (kind: keyof Losses, what: string) => {
    losses[kind] += 1;
    console.log(`${kind}: ${what}`);
  };
  for (const [id, sha256] of office.acked.uploads) {
    const answer = await office.get(`/api/core/file/${id}/`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200) note('lost', `file ${id} answers ${answer.status} ${bytes.toString('utf8', 0, 200)}`);
    else if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      note('corrupted', `file ${id}, ${bytes.length} bytes of another hash`);
  }
  for (const [id, name] of office.acked.clients) {
    const answer = await office.get(`/api/clients/client/${id}/`);
    const found = (await answer.json()) as { name?: string };
    if (answer.status !== 200) note('lost', `client ${id} answers ${answer.status}`);
    else if (found.name !== name) note('corrupted', `client ${id} is "${found.name}", not "${name}"`);
  }
  const half = readdirSync(join(filesFolder, 'tmp'));
  if (half.length > 0) wrong.push(`${half.length} half files were left`);
  return losses;
}

function told(statuses: Map<number, number>): string {
  return [...statuses]
    .sort()
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ');
}

const disk = mountSmallDisk(400);
if (!disk) {
  console.log('F5 disk full: mounting a small disk is not permitted here, so this campaign cannot run.');
  process.exit(0);
}
const notes = mkdtempSync(join(tmpdir(), 'dmse-ledger-'));
let failed = true;
try {
  const product = await startProduct({ DATA_DIR: join(disk.folder, 'data') });
  try {
    const office = await openOffice(product.origin, 'mona', join(notes, 'ledger.jsonl'));
    for (let round = 0; round < ROUNDS; round += 1) {
      await fillUp(office, disk, WAYS[round % WAYS.length]!);
      await recover(office, disk);
    }
    const files = join(product.dataDir, 'files');
    if (process.env.SABOTAGE) {
      const sha256 = [...office.acked.uploads.values()][0]!;
      truncateSync(join(files, sha256.slice(0, 2), sha256), 1000);
    }
    const { lost, corrupted } = await check(office, files);
    office.close();
    const actions = office.acked.uploads.size + office.acked.clients.size;
    console.log(`uploads: ${told(seen.uploads)}; writes: ${told(seen.writes)}`);
    for (const line of new Set(wrong)) console.log(`wrong: ${line} (${wrong.filter((other) => other === line).length} ×)`);
    console.log(
      `F5 disk full: ${ROUNDS} faults, ${actions} acknowledged actions, ${lost} lost, 0 duplicated, ${corrupted} corrupted, ${wrong.length} wrong answers; slowest recovery ${(slowest / 1000).toFixed(1)} s; seed ${SEED}`,
    );
    failed = lost + corrupted + wrong.length > 0;
  } finally {
    await product.stop();
  }
} finally {
  disk.remove();
  rmSync(notes, { recursive: true });
}
process.exit(failed ? 1 : 0);
