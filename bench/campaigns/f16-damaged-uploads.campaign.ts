/**
 * INT-F16: photos arrive with one byte changed or cut short, in one form or in pieces; and somebody sends a wrong hash, a wrong length, too
 * many bytes or the name of a file that is not whole. Everything damaged must be refused, sent again by the tablet, and in the end be
 * stored as it was captured. `SABOTAGE=1` takes one stored point away before the check: the campaign must then fail.
 */
import { createRandom } from '@dmse/sync/memory/random';
import { formOf } from '../../apps/server/src/testing/fixtures/field-fixture.ts';
import { openCampaign } from '../shared/campaign.ts';
import { makePhoto, sha256Of } from '../shared/crew.ts';
import type { Passing } from '../shared/fault-proxy.ts';
import type { Person } from '../shared/firm.ts';

const SEED = Number(process.env.SEED ?? 16);
const FAULTS = process.env.CAMPAIGN === 'nightly' ? 500 : 50;
const IMAGES = '/api/sites/fieldrun-shot-image/';

const random = createRandom(SEED);
const campaign = await openCampaign('f16', SEED, { chunk_bytes: 8000, form_bytes: 12_000, json_timeout_ms: 5000, stall_ms: 5000 });
const { proxy, firm } = campaign;

/** Damage falls on the photo's own bytes: what stands in front of them is told apart from them by the form's own edges. */
function damage({ method, path, body }: Passing) {
  const isPhoto =
    (method === 'POST' && path === IMAGES && body.length > 2000) || (method === 'PATCH' && path.startsWith('/api/sites/upload/'));
  if (!isPhoto || random.chance(0.4)) return { kind: 'pass' } as const;
  const start = path === IMAGES ? 1200 : 0;
  if (random.chance(0.5)) return { kind: 'corrupt', at: start + random.below(body.length - start - 80) } as const;
  return { kind: 'truncate', to: start + random.below(body.length - start - 1) } as const;
}

type Sent = { method: string; path: string; headers: Record<string, string>; body: Buffer };

async function sendRaw(person: Person, { method, path, headers, body }: Sent): Promise<number> {
  const own = { cookie: `sessionid=${person.sessionid}; csrftoken=${person.csrftoken}`, 'x-csrftoken': person.csrftoken };
  const answer = await fetch(`${firm.origin}${path}`, { method, headers: { ...headers, ...own }, body: new Uint8Array(body) });
  await answer.arrayBuffer();
  return answer.status;
}

/** Somebody who says one thing and sends another. Each must be refused, and no picture may come of it. */
async function lieOnce(person: Person, run: string, n: number): Promise<string> {
  const id = `00000000-0000-4000-a000-${String(n).padStart(12, '0')}`;
  const bytes = makePhoto(random, 3000);
  const sha256 = sha256Of(bytes);
  const upload = `/api/sites/upload/${id}-${sha256}/`;
  const json = { 'content-type': 'application/json' };
  const raw = { 'content-type': 'application/offset+octet-stream' };
  const begin = (length: number) =>
    sendRaw(person, { method: 'POST', path: upload, headers: json, body: Buffer.from(JSON.stringify({ field_run: run, length, sha256 })) });
  const nameIt = () =>
    sendRaw(person, {
      method: 'POST',
      path: IMAGES,
      headers: { ...json, 'x-op-id': `${id}:1:liar`, 'x-device': 'liar', 'x-sha256': sha256 },
      body: Buffer.from(JSON.stringify({ id, field_run: run, upload: `${id}-${sha256}` })),
    });
  const ways: Record<string, () => Promise<number>> = {
    'a wrong hash': () => {
      const form = formOf({ id, field_run: run }, { bytes });
      const headers = { ...form.headers, 'x-sha256': sha256Of(Buffer.from('other')), 'x-op-id': `${id}:1:liar`, 'x-device': 'liar' };
      return sendRaw(person, { method: 'POST', path: IMAGES, headers, body: form.payload });
    },
    'more bytes than announced': async () => {
      await begin(1000);
      return sendRaw(person, { method: 'PATCH', path: upload, headers: { ...raw, 'upload-offset': '0' }, body: bytes });
    },
    'other bytes than announced': async () => {
      await begin(bytes.length);
      const other = Buffer.from(bytes);
      other[1500] = other[1500]! ^ 1;
      await sendRaw(person, { method: 'PATCH', path: upload, headers: { ...raw, 'upload-offset': '0' }, body: other });
      return nameIt();
    },
    'a file that is not whole': async () => {
      await begin(bytes.length);
      await sendRaw(person, { method: 'PATCH', path: upload, headers: { ...raw, 'upload-offset': '0' }, body: bytes.subarray(0, 2000) });
      return nameIt();
    },
    'a piece at another place': async () => {
      await begin(bytes.length);
      return sendRaw(person, { method: 'PATCH', path: upload, headers: { ...raw, 'upload-offset': '512' }, body: bytes.subarray(512) });
    },
  };
  const names = Object.keys(ways);
  const name = names[n % names.length]!;
  const status = await ways[name]!();
  if (status < 400 || status >= 500) campaign.wrong.push(`${name} was answered with ${status}`);
  const rows = await firm.sql('select id from shot_image where id = $1', [id]);
  if (rows.length > 0) campaign.wrong.push(`${name} became a picture`);
  return name;
}

const crew = await campaign.addCrew('crew');
const run = await crew.startRun();
await campaign.sync(crew);
proxy.decide = damage;
for (let turn = 0; proxy.faults() < FAULTS; turn += 1) {
  if (turn < FAULTS) await crew.capture(run, [random.pick([4000, 11_000, 30_000])]);
  await campaign.sync(crew);
}
proxy.decide = () => ({ kind: 'pass' });
const liar = await firm.hire('liar');
const lies = FAULTS / 5;
for (let n = 0; n < lies; n += 1) await lieOnce(liar, run, n);
console.log(
  `answers: ${[...proxy.counted.answers]
    .sort()
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ')}`,
);
process.exit((await campaign.close('F16 damaged uploads', SEED, proxy.faults() + lies)) ? 0 : 1);
