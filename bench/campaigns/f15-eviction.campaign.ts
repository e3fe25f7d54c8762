/**
 * INT-F15: the browser throws out what it keeps for the tablet. When the database goes, the tablet comes back empty and must get everything
 * again that the server holds, and the office must know from the tablet's last report exactly how much went with it. When only what lies
 * beside the database goes, the tablet takes another name and nothing at all may be lost or doubled, not even what was being sent.
 * `SABOTAGE=1` takes one stored point away before the check, `BREAK=<breakage>` sends a wrong engine out: the campaign must then fail.
 */
import { createDisk, openMemoryStore } from '@dmse/sync/memory/memory-store';
import { createRandom } from '@dmse/sync/memory/random';
import { openCampaign } from '../shared/campaign.ts';
import type { Crew } from '../shared/crew.ts';
import type { Person } from '../shared/firm.ts';

const SEED = Number(process.env.SEED ?? 15);
const ROUNDS = process.env.CAMPAIGN === 'nightly' ? 50 : 10;
/** Some pages, so that pulling everything again is more than one. */
const PAGE = 5;

const random = createRandom(SEED);
const campaign = await openCampaign('f15', SEED, { json_timeout_ms: 5000, page_size: PAGE });
const { firm, proxy, ledger, wrong, written_off } = campaign;
const counted = { reported: 0, pulled_again: 0, renamed: 0 };

async function work(crew: Crew, run: string, times: number, photos: readonly number[]): Promise<void> {
  for (let n = 0; n < times; n += 1) await crew.capture(run, random.chance(0.4) ? [...photos] : []);
}

/** Every other write does not get through: after two silences in a row a tablet gives up, and tells the office nothing either. */
async function bringUpHalf(crew: Crew): Promise<void> {
  let writes = 0;
  proxy.decide = ({ method, path }) => {
    if (method === 'GET' || path.includes('/report/')) return { kind: 'pass' };
    writes += 1;
    return writes % 2 === 0 ? { kind: 'pass' } : { kind: 'cut_request', after: 3 };
  };
  await campaign.sync(crew);
  proxy.decide = () => ({ kind: 'pass' });
}

async function loseDatabase(crew: Crew, person: Person, run: string): Promise<void> {
  const onServer = new Set(
    (await firm.sql<{ item: string }>('select item from field_history where field_run = $1', [run])).map(({ item }) => item),
  );
  const gone = new Set(
    ledger
      .of(crew.name)
      .map(({ id }) => id)
      .filter((id) => !onServer.has(id)),
  );
  const [device] = await firm.sql<{ report: { waiting: number; failed: number } | null }>('select report from device where id = $1', [
    crew.session.device,
  ]);
  const told = (device?.report?.waiting ?? 0) + (device?.report?.failed ?? 0);
  if (told !== gone.size) wrong.push(`${crew.name} lost ${gone.size} records, and the office was told of ${told}`);
  for (const id of gone) written_off.add(id);
  counted.reported += gone.size;
  campaign.crews.splice(campaign.crews.indexOf(crew), 1);
  crew.close();
  const again = await campaign.addCrew(`${crew.name}-again`, { person, device: `${crew.name}-again`, nonce: crew.name });
  if (!(await again.joinRun(run))) wrong.push(`${crew.name} could not open its run again`);
  const result = await campaign.sync(again);
  const here = (await again.list()).length;
  if (!(result.ran && result.green) || here !== onServer.size) wrong.push(`${crew.name} has ${here} of ${onServer.size} records again`);
  counted.pulled_again += here;
  await again.capture(run, [2000], { name: `${crew.name}-again` });
}

async function loseName(crew: Crew, person: Person, run: string, store: ReturnType<typeof openMemoryStore>): Promise<void> {
  // Answers get lost first, so that operations are open under the old name.
  proxy.decide = ({ method }) => (method !== 'GET' && random.chance(0.5) ? { kind: 'drop_response' } : { kind: 'pass' });
  await campaign.sync(crew);
  proxy.decide = () => ({ kind: 'pass' });
  const old = crew.session.device;
  campaign.crews.splice(campaign.crews.indexOf(crew), 1);
  crew.close();
  const again = await campaign.addCrew(`${crew.name}-again`, { person, device: crew.name, store, nonce: `${crew.name}-again` });
  const result = await campaign.sync(again);
  if (!(result.ran && result.green)) wrong.push(`${crew.name} could not bring up what it held under its old name`);
  if (again.session.device === old) wrong.push(`${crew.name} kept its name although half of it was gone`);
  await again.capture(run, [2000], { name: `${crew.name}-again` });
  counted.renamed += 1;
}

for (let round = 0; round < ROUNDS; round += 1) {
  const name = `tablet-${round}`;
  const person = await firm.hire(name);
  const store = openMemoryStore(createDisk());
  const crew = await campaign.addCrew(name, { person, store });
  const run = await crew.startRun();
  await work(crew, run, 12, [3000]);
  await campaign.sync(crew);
  if (round % 2 === 0) {
    // Photos travel three at a time, and points one after the other.
    await work(crew, run, 2 + random.below(5), []);
    await bringUpHalf(crew);
    await loseDatabase(crew, person, run);
  } else {
    await work(crew, run, 2 + random.below(5), [3000]);
    await loseName(crew, person, run, store);
  }
}
console.log(
  `${counted.reported} records went with their tablets and were known of; ${counted.pulled_again} pulled again; ${counted.renamed} took another name`,
);
if (counted.reported === 0) wrong.push('no tablet had anything to lose');
process.exit((await campaign.close('F15 eviction', SEED, ROUNDS)) ? 0 : 1);
