/**
 * INT-F17: in the middle of a sync the session ends, the role is taken away, the CSRF token no longer fits, or the office moves the run on.
 * Nothing may be lost: who is signed out stops without marking anything, who has lost the role leaves copies in quarantine, a token is
 * renewed without anybody noticing, and what reaches a run that is being processed is stored and marked late.
 * `SABOTAGE=1` takes one stored point away before the check, `BREAK='a 401 marks the items'` sends a wrong engine out: it must then fail.
 */
import { createRandom } from '@dmse/sync/memory/random';
import { openCampaign } from '../shared/campaign.ts';
import type { Crew } from '../shared/crew.ts';

const SEED = Number(process.env.SEED ?? 17);
const ROUNDS = process.env.CAMPAIGN === 'nightly' ? 200 : 20;

const random = createRandom(SEED);
const campaign = await openCampaign('f17', SEED, { json_timeout_ms: 10_000, form_bytes: 6000, chunk_bytes: 3000 });
const { firm, proxy, wrong } = campaign;
const seen = { signed_out: 0, late: 0, quarantined: 0, renewed: 0 };

/** As importing the run's files and finishing it in the wizard do, which no crew sees. */
function moveRun(run: string, state: string): Promise<unknown> {
  return firm.sql('update field_run set state = $2 where id = $1', [run, state]);
}

/** Does something to the server at the n-th request of what follows. */
function interrupt(n: number, act: () => Promise<unknown>): { done: () => Promise<boolean> } {
  let requests = 0;
  let acting: Promise<unknown> | null = null;
  proxy.decide = () => {
    requests += 1;
    if (requests === n) acting = act();
    // The request itself must not overtake what happens to it.
    return acting ? { kind: 'delay', ms: 30 } : { kind: 'pass' };
  };
  return {
    done: async () => {
      proxy.decide = () => ({ kind: 'pass' });
      await acting;
      return acting !== null;
    },
  };
}

const faults: Record<string, (crew: Crew, run: string, n: number) => Promise<void>> = {
  'session ends': async (crew, _run, n) => {
    const cut = interrupt(n, () => firm.sql('delete from session where user_id = $1', [crew.person.id]));
    const result = await campaign.sync(crew);
    if ((await cut.done()) && !(result.ran && result.stopped === 'SIGN_IN')) wrong.push('the end of the session did not stop the sync');
    else seen.signed_out += 1;
    const marked = (await crew.list()).filter((item) => item.error_status_code === 401);
    if (marked.length > 0) wrong.push(`${marked.length} items were marked with a 401`);
    await firm.signIn(crew.person);
  },
  'role is taken away': async (crew, run, n) => {
    const cut = interrupt(n, () => firm.sql(`update app_user set granted = '{}' where id = $1`, [crew.person.id]));
    await campaign.sync(crew);
    if ((await cut.done()) && (await crew.list()).some((item) => item.dirty === 1)) {
      const held = await firm.sql('select item from field_quarantine where field_run = $1', [run]);
      const copies = new Set(held.map(({ item }) => item));
      const refused = (await crew.list()).filter((item) => item.dirty === 1 && item.error_status_code === 403);
      for (const { kind, id } of refused) if (!copies.has(id)) wrong.push(`the office holds no copy of ${kind} ${id}`);
      seen.quarantined += refused.length;
    }
    await firm.sql(`update app_user set granted = '{Field Editor}' where id = $1`, [crew.person.id]);
  },
  'token does not fit': async (crew, _run, n) => {
    const cut = interrupt(n, async () => {
      crew.person.csrftoken = 'of.yesterday';
    });
    const result = await campaign.sync(crew);
    if ((await cut.done()) && !(result.ran && result.stopped === null)) wrong.push('a token that did not fit stopped the sync');
    else seen.renewed += 1;
  },
  'run moves on': async (crew, run, n) => {
    const state = random.pick(['Processing', 'Finished']);
    await moveRun(run, 'Processing');
    const cut = interrupt(n, () => (state === 'Finished' ? moveRun(run, 'Finished') : Promise.resolve()));
    await campaign.sync(crew);
    await cut.done();
    const [row] = await firm.sql<{ late: number }>('select count(*)::int as late from shot where field_run = $1 and late', [run]);
    if (row!.late === 0) wrong.push('what came after the office had begun is not marked late');
    seen.late = Math.max(seen.late, row!.late);
  },
};

const crews = [await campaign.addCrew('crew-a'), await campaign.addCrew('crew-b')];
const kinds = Object.keys(faults);
for (let round = 0; round < ROUNDS; round += 1) {
  const crew = crews[round % crews.length]!;
  const run = await crew.startRun();
  await campaign.sync(crew);
  for (let n = 0; n < 4; n += 1) {
    const id = await crew.capture(run, n % 2 === 0 ? [random.pick([2000, 9000])] : []);
    if (id !== null) await crew.edit(id, { note: `round ${round}` });
  }
  await faults[kinds[Math.floor(round / 2) % kinds.length]!]!(crew, run, 1 + random.below(6));
  await campaign.sync(crew);
}
for (const [what, times] of Object.entries(seen)) if (times === 0) wrong.push(`it never came to: ${what}`);
console.log(
  Object.entries(seen)
    .map(([what, times]) => `${times} ${what}`)
    .join(', '),
);
process.exit((await campaign.close('F17 session and role', SEED, ROUNDS)) ? 0 : 1);
