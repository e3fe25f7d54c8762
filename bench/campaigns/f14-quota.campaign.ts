/**
 * INT-F14: the tablet's storage is full while photos are taken. A capture is saved whole or refused whole and in words; what waits can be
 * exported as it was captured; and there is a way out each time: the server confirms and its photos' bytes make room, or somebody frees
 * space. Chromium's own quota, and a person in front of it, is a journey (`e2e/journeys/field-sync.spec.ts`).
 * `SABOTAGE=1` takes one stored point away before the check, `BREAK=<breakage>` sends a wrong engine out: the campaign must then fail.
 */
import { collectExport } from '@dmse/sync/local/export';
import { fillBallast } from '@dmse/sync/local/storage';
import { createDisk, type MemoryDisk, openMemoryStore } from '@dmse/sync/memory/memory-store';
import { createRandom } from '@dmse/sync/memory/random';
import { openCampaign } from '../shared/campaign.ts';
import { type Crew, sha256Of } from '../shared/crew.ts';

const SEED = Number(process.env.SEED ?? 14);
const ROUNDS = process.env.CAMPAIGN === 'nightly' ? 50 : 10;
const CAPACITY = 400_000;
const BALLAST = 40_000;

const random = createRandom(SEED);
const campaign = await openCampaign('f14', SEED, {
  json_timeout_ms: 5000,
  form_bytes: 40_000,
  chunk_bytes: 16_000,
  ballast_bytes: BALLAST,
});
const { wrong, ledger } = campaign;
const counted = { saved: 0, refused: 0, exported: 0, relieved_by_sync: 0, relieved_by_hand: 0 };

/** Takes photos until one is refused; each refusal must have left nothing at all. */
async function fill(crew: Crew, run: string): Promise<void> {
  for (let n = 0; n < 200; n += 1) {
    const before = (await crew.list()).length;
    const photos = Array.from({ length: 1 + random.below(2) }, () => random.pick([15_000, 40_000, 70_000]));
    if ((await crew.capture(run, photos)) !== null) {
      counted.saved += 1;
      continue;
    }
    counted.refused += 1;
    if ((await crew.list()).length !== before) wrong.push(`${crew.name}: a capture that was refused has left something`);
    // Words need no room: a point without a photo, and a change, are taken as ever.
    if ((await crew.capture(run)) === null) wrong.push(`${crew.name}: a point without a photo was refused`);
    if (!(await crew.edit(crew.points[0]!, { note: `full at ${n}` }))) wrong.push(`${crew.name}: a change was refused`);
    return;
  }
  wrong.push(`${crew.name}: the storage never became full`);
}

/** Everything that was acknowledged and is not up yet lies in the export, the pictures with the bytes that were captured. */
async function readExport(crew: Crew): Promise<void> {
  const files = await collectExport(crew.session);
  const hashes = new Set(files.filter(({ path }) => path.startsWith('photos/')).map(({ bytes }) => sha256Of(bytes)));
  const manifest = JSON.parse(Buffer.from(files[0]!.bytes).toString('utf8')) as { items: { id: string }[] };
  const ids = new Set(manifest.items.map(({ id }) => id));
  const waiting = new Set((await crew.list()).filter(({ dirty }) => dirty === 1).map(({ id }) => id));
  for (const { op, id, sha256 } of ledger.of(crew.name)) {
    if (op !== 'create' || !waiting.has(id)) continue;
    counted.exported += 1;
    if (!ids.has(id) || (sha256 !== null && !hashes.has(sha256))) wrong.push(`${crew.name}: ${id} is not in the export as it was captured`);
  }
}

async function relieve(crew: Crew, run: string, disk: MemoryDisk, bySync: boolean): Promise<void> {
  if (bySync) {
    crew.is_online = true;
    const result = await campaign.sync(crew);
    if (!(result.ran && result.green)) wrong.push(`${crew.name}: could not bring up what a full storage holds`);
    counted.relieved_by_sync += 1;
  } else {
    disk.capacity += CAPACITY / 2;
    counted.relieved_by_hand += 1;
  }
  if ((await crew.capture(run, [40_000])) === null) wrong.push(`${crew.name}: still full after ${bySync ? 'a sync' : 'space was freed'}`);
}

for (let round = 0; round < ROUNDS; round += 1) {
  const disk = createDisk();
  disk.capacity = CAPACITY;
  const crew = await campaign.addCrew(`tablet-${round}`, { store: openMemoryStore(disk) });
  await fillBallast(crew.session);
  const run = await crew.startRun();
  // Every other tablet has a past that the server has confirmed: its bytes go before anybody is refused.
  if (round % 2 === 0) for (let n = 0; n < 3; n += 1) await crew.capture(run, [60_000]);
  await campaign.sync(crew);
  crew.is_online = false;
  await fill(crew, run);
  await readExport(crew);
  await relieve(crew, run, disk, round % 4 < 2);
  await fill(crew, run);
  crew.is_online = true;
}
console.log(
  Object.entries(counted)
    .map(([what, times]) => `${times} ${what.replaceAll('_', ' ')}`)
    .join(', '),
);
process.exit((await campaign.close('F14 quota', SEED, counted.refused)) ? 0 : 1);
