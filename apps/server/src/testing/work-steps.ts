import type { Tx } from '../db/database.ts';
import { listHistory } from '../db/history.ts';

const THEN = '2026-03-04T14:00:00.000Z';
const STAMP = { created_on: THEN, updated_on: THEN };

async function personId(tx: Tx, username: string): Promise<number> {
  return (await tx.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
}

type Given = { manager?: string | null; leads?: string[]; state?: string; client?: number; num?: string };
let made = 0;

/** A job managed by Mona, unless the story says otherwise. */
export async function makeJob(tx: Tx, { manager = 'mona', leads = [], state = 'IN PROGRESS', client, num }: Given = {}) {
  made += 1;
  const values = {
    num: num ?? `26-${String(9000 + made)}`,
    desc: 'Lot 7',
    state,
    client: client ?? null,
    project_manager: manager === null ? null : await personId(tx, manager),
    project_leads: await Promise.all(leads.map((lead) => personId(tx, lead))),
    inbox_token: crypto.randomUUID(),
    ...STAMP,
  };
  return (await tx.insertInto('job').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

export async function makeQuote(tx: Tx, { manager = 'mona', state = 'AWAITING QUOTE', client, num }: Given = {}) {
  made += 1;
  const values = {
    num: num ?? `Q26-${String(9000 + made)}`,
    desc: 'Lot 7',
    state,
    client: client ?? null,
    project_manager: manager === null ? null : await personId(tx, manager),
    inbox_token: crypto.randomUUID(),
    ...STAMP,
  };
  return (await tx.insertInto('quote').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** An issue memo that stands in the way of a job, or of one of its tasks. */
export async function makeIssue(tx: Tx, job: number, task: number | null = null, title = 'No access') {
  const values = { job, task, title, text: '{"type":"doc"}', is_issue: true, ...STAMP };
  return (await tx.insertInto('memo').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** What the history of a record says, the oldest first. */
export async function sentencesOf(tx: Tx, noun: 'job' | 'quote', id: number): Promise<string[]> {
  const { results } = await listHistory(tx, noun, id, [id], { page_size: 200 });
  return results.map((entry) => entry.sentence).reverse();
}
