import { createMemo, getMemo, getMemoRecipients, listMemos, updateMemo } from '@dmse/contract/memos/memo';
import { documentFromText } from '@dmse/domain/memos/plain-text';
import { beforeEach, describe, expect, it } from 'vitest';
import { uploadBytes } from '../../../testing/fixtures/upload-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
const THEN = '2026-03-04T14:00:00.000Z';
let job = 0;
let task = 0;

async function idOf(username: string): Promise<number> {
  return (await app.tx().selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
}

beforeEach(async () => {
  const stamps = { created_on: THEN, updated_on: THEN };
  const tx = app.tx();
  const lead = await idOf('pia');
  const values = {
    num: '26-9001',
    desc: 'Wharf',
    inbox_token: 'abcdefgh1',
    project_manager: await idOf('mona'),
    project_leads: [lead],
    ...stamps,
  };
  job = (await tx.insertInto('job').values(values).returning('id').executeTakeFirstOrThrow()).id;
  const group = await tx
    .insertInto('task_group')
    .values({ job, name: 'Survey', order: 'V', ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow();
  task = (
    await tx
      .insertInto('task')
      .values({ job, task_group: group.id, name: 'Topo', order: 'V', ...stamps })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
});

const text = documentFromText('The culvert is blocked.\n\nNeeds a second visit.');

describe('a memo', () => {
  it('is written by a Jobs User and mailed to the manager and the leads, not to the author', async () => {
    const joe = await app.as('joe');
    const memo = await joe.call(createMemo, {}, { job, title: 'Culvert', text });
    expect(memo.recipients.map(({ person, state }) => [person?.full_name, state])).toHaveLength(2);
    const mona = await app.as('mona');
    const own = await mona.call(createMemo, {}, { job, title: 'Mine', text });
    expect(own.recipients).toHaveLength(1);
    const mail = await app.tx().selectFrom('mail').selectAll().orderBy('id').executeTakeFirstOrThrow();
    expect(mail.subject).toBe('[26-9001] Culvert');
    expect(mail.body).toContain('Needs a second visit.');
  });

  it('is mailed with a link that opens it', async () => {
    const memo = await (await app.as('joe')).call(createMemo, {}, { job, title: 'Culvert', text });
    const mail = await app.tx().selectFrom('mail').select('body').executeTakeFirstOrThrow();
    expect(mail.body).toContain(`\n\nhttps://dmse.example.ca/app/job/${job}/memos?memo=${memo.id}\n`);
  });

  it('names beforehand who will be mailed and who else may be', async () => {
    const joe = await app.as('joe');
    const { told, why_nobody, others } = await joe.call(getMemoRecipients, { job });
    expect(told.map(({ full_name, role }) => [full_name, role])).toEqual([
      ['Mona Martin', 'Project manager'],
      ['Pia Poirier', 'Project lead'],
    ]);
    expect(why_nobody).toBeNull();
    expect(others.map(({ full_name }) => full_name)).toEqual(['Alice Arsenault', 'Only Jobs Admin', 'Only Jobs Manager', 'Only Jobs User']);
    await app.tx().updateTable('job').set({ project_leads: [] }).where('id', '=', job).execute();
    const own = await (await app.as('mona')).call(getMemoRecipients, { job });
    expect(own).toMatchObject({ told: [], why_nobody: 'this job has no leads' });
  });

  it('is mailed to others who are named, each once and each with a state of delivery', async () => {
    const joe = await app.as('joe');
    const recipients = [await idOf('alice'), await idOf('mona'), await idOf('alice')];
    const memo = await joe.call(createMemo, {}, { job, title: 'Culvert', text, recipients });
    expect(memo.recipients.map(({ person, state }) => [person?.full_name, state])).toEqual([
      ['Mona Martin', 'queued'],
      ['Pia Poirier', 'queued'],
      ['Alice Arsenault', 'queued'],
    ]);
  });

  it('is refused when somebody is named who may not open the job, has no account, or wrote it', async () => {
    const joe = await app.as('joe');
    const refusal = async (id: number) =>
      (await joe.refused(createMemo, {}, { job, title: 'Culvert', text, recipients: [id] })).body.recipients;
    expect(await refusal(await idOf('chelsea'))).toEqual(['Chelsea Chiasson may not open this job.']);
    expect(await refusal(await idOf('joe'))).toEqual(['You are the author: a memo is not mailed to whoever wrote it.']);
    expect(await refusal(999_999)).toEqual(['There is no person with the number 999999.']);
    await app.tx().updateTable('app_user').set({ is_active: false }).where('username', '=', 'alice').execute();
    expect(await refusal(await idOf('alice'))).toEqual(['Alice Arsenault no longer has an account.']);
    expect(await app.tx().selectFrom('mail').select('id').execute()).toEqual([]);
  });

  it('is found by its words, and refused without any', async () => {
    const joe = await app.as('joe');
    await joe.call(createMemo, {}, { job, title: 'Culvert', text });
    expect((await joe.call(listMemos, { job, query: 'second culvert' })).count).toBe(1);
    expect((await joe.call(listMemos, { job, query: 'bridge' })).count).toBe(0);
    expect((await joe.send(createMemo, {}, { job, title: 'Empty', text: documentFromText('  ') })).status).toBe(400);
    expect((await joe.send(createMemo, {}, { job, title: 'Script', text: { type: 'doc', content: [{ type: 'script' }] } })).status).toBe(
      400,
    );
    expect((await joe.send(createMemo, {}, { title: 'Nowhere', text })).status).toBe(400);
  });

  it('that raises an issue blocks the work until it is resolved; both are history', async () => {
    const tx = app.tx();
    const row = { job, task, name: 'Field work', order: 'V', created_on: THEN, updated_on: THEN };
    const milestone = await tx.insertInto('milestone').values(row).returning('id').executeTakeFirstOrThrow();
    const blocked = async () =>
      (await tx.selectFrom('milestone').select('is_blocked').where('id', '=', milestone.id).executeTakeFirstOrThrow()).is_blocked;
    expect(await blocked()).toBe(false);
    const joe = await app.as('joe');
    const memo = await joe.call(createMemo, {}, { job, title: 'Stop', text, is_issue: true });
    expect(await blocked()).toBe(true);
    const resolved = await joe.call(updateMemo, { id: memo.id }, { is_resolved: true });
    expect(resolved.resolved_by?.full_name).toBeTruthy();
    expect(await blocked()).toBe(false);
    await joe.call(updateMemo, { id: memo.id }, { is_resolved: false });
    expect(await blocked()).toBe(true);
    const actions = await tx.selectFrom('history').select('action').where('noun', '=', 'memo').orderBy('id').execute();
    expect(actions.map(({ action }) => action)).toEqual(['created', 'resolved', 'reopened']);
  });

  it('is rewritten by its author and by those who run the job, resolved by anyone who reads it', async () => {
    const joe = await app.as('joe');
    const mona = await app.as('mona');
    const memo = await mona.call(createMemo, {}, { job, title: 'Mine', text, is_issue: true });
    expect((await joe.send(updateMemo, { id: memo.id }, { title: 'Yours' })).status).toBe(403);
    expect((await joe.call(getMemo, { id: memo.id })).can_edit).toBe(false);
    expect((await joe.call(updateMemo, { id: memo.id }, { is_resolved: true, resolved_note: 'Done' })).resolved_note).toBe('Done');
    const plain = await joe.call(createMemo, {}, { job, title: 'Note', text });
    expect((await joe.send(updateMemo, { id: plain.id }, { is_resolved: true })).status).toBe(409);
  });

  it('whose attachment is replaced by another of the same name has a new version, and says so', async () => {
    const joe = await app.as('joe');
    const first = await uploadBytes(joe, 'sketch.txt', 'first');
    const memo = await joe.call(createMemo, {}, { job, title: 'Sketch', text, attachments: [first] });
    const second = await uploadBytes(joe, 'sketch.txt', 'second');
    const changed = await joe.call(updateMemo, { id: memo.id }, { attachments: [second] });
    expect(changed.version).toBe(memo.version + 1);
    const { changes } = await app
      .tx()
      .selectFrom('history')
      .select('changes')
      .where('noun', '=', 'memo')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(changes).toEqual([{ field: 'attachments', label: 'Attachments', from: 'sketch.txt', to: 'sketch.txt (replaced)' }]);
  });

  it('of the quote a job was made from is listed with the job', async () => {
    const tx = app.tx();
    const values = { num: 'Q26-9001', desc: 'Wharf', inbox_token: 'abcdefgh2', created_on: THEN, updated_on: THEN };
    const quote = (await tx.insertInto('quote').values(values).returning('id').executeTakeFirstOrThrow()).id;
    await tx.updateTable('job').set({ quote }).where('id', '=', job).execute();
    const joe = await app.as('joe');
    await joe.call(createMemo, {}, { quote, title: 'Before', text });
    await joe.call(createMemo, {}, { job, title: 'After', text });
    expect((await joe.call(listMemos, { job })).results.map(({ title }) => title)).toEqual(['After', 'Before']);
    expect((await joe.call(listMemos, { quote })).count).toBe(1);
  });
});
