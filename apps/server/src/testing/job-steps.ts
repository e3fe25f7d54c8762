import { createClient } from '@dmse/contract/clients/client';
import { createContact } from '@dmse/contract/clients/contact';
import type { TestClient } from '@dmse/testkit/client';
import type { Tx } from '../db/database.ts';

const THEN = '2026-03-01T12:00:00.000Z';
const STAMPS = { created_on: THEN, updated_on: THEN };

export async function userId(tx: Tx, username: string): Promise<number> {
  return (await tx.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
}

/** A client with one contact who speaks for it. */
export async function clientWithContact(by: TestClient, name = 'Acme Ltd.', contactName = 'Rhéal Roy') {
  const contact = await by.call(createContact, {}, { name: contactName });
  const client = await by.call(createClient, {}, { name, contacts: [{ contact: contact.id }] });
  return { client: client.id, contact: contact.id };
}

type Owner = { job: number } | { quote: number };

/** Work with a budget, written straight into the tables: one group, so many tasks of two milestones, each priced. */
export async function addWork(tx: Tx, owner: Owner, tasks = 2, amount = 50_000) {
  const job_role = (await tx.selectFrom('job_role').select('id').where('name', '=', 'Party chief').executeTakeFirstOrThrow()).id;
  const group = await tx
    .insertInto('task_group')
    .values({ ...owner, ...STAMPS, name: 'Survey', order: 'a1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const milestones: number[] = [];
  for (let n = 1; n <= tasks; n += 1) {
    const task = await tx
      .insertInto('task')
      .values({ ...owner, ...STAMPS, task_group: group.id, name: `Task ${n}`, description: `What is done in ${n}`, order: `a${n}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [place, name] of ['Field work', 'Drafting'].entries()) {
      const { id } = await tx
        .insertInto('milestone')
        .values({ ...owner, ...STAMPS, task: task.id, name, order: `a${place + 1}` })
        .returning('id')
        .executeTakeFirstOrThrow();
      milestones.push(id);
      const priced = { job_role, minutes: 240, rate: 12_500, rate_rule: 'role', amount };
      await tx
        .insertInto('budget_entry')
        .values({ ...owner, ...STAMPS, ...priced, milestone: id })
        .execute();
    }
  }
  return { group: group.id, milestones };
}

export async function addMemo(tx: Tx, owner: Owner, title: string, is_issue = false): Promise<number> {
  const values = { ...owner, ...STAMPS, title, text: JSON.stringify({ type: 'doc' }), is_issue };
  return (await tx.insertInto('memo').values(values).returning('id').executeTakeFirstOrThrow()).id;
}
