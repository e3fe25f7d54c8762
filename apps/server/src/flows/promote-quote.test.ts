import { createJob, getJob, listJobHistory } from '@dmse/contract/jobs/job';
import * as quote from '@dmse/contract/jobs/quote';
import { updateMemo } from '@dmse/contract/memos/memo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMemo, addWork, clientWithContact, userId } from '../testing/fixtures/job-fixture.ts';
import { type CommittedApp, startCommittedApp, useTestApp } from '../testing/test-app.ts';

describe('promoting a quote', () => {
  const app = useTestApp();

  async function quoted(more: object = {}) {
    const mona = await app.as('mona');
    const { client, contact } = await clientWithContact(mona);
    const people = { project_manager: await userId(app.tx(), 'mona'), project_leads: [await userId(app.tx(), 'joe')] };
    const body = { desc: 'Lot 7', long_desc: 'All of it', client, client_contact: contact, job_types: ['Subdivision'], ...people, ...more };
    const made = await mona.call(quote.createQuote, {}, { ...body, billing_type: 'fixed fee', fee_cap: 900_000 });
    const { milestones } = await addWork(app.tx(), { quote: made.id });
    return { mona, made, milestones };
  }

  it('brings everything along: people, place, work, budget, rates; memos stay and are linked; the quote is read-only', async () => {
    const { mona, made, milestones } = await quoted();
    const tx = app.tx();
    const [role] = await tx.selectFrom('job_role').select('id').orderBy('id').limit(1).execute();
    await mona.call(quote.updateQuote, { id: made.id }, { rates: [{ job_role: role!.id, charge_rate: 20_000 }] });
    await mona.call(
      quote.setQuoteLocation,
      { id: made.id },
      { address: '7 Main St', geometry: { type: 'Point', coordinates: [-66.6, 45.9] } },
    );
    await tx
      .updateTable('milestone')
      .set({ depends_on: [milestones[3]!], due_date: '2026-05-01' })
      .where('id', '=', milestones[0]!)
      .execute();
    const memo = await addMemo(tx, { quote: made.id }, 'As discussed', true);
    expect((await mona.refused(quote.promoteQuote, { id: made.id }, {})).body.detail).toContain('only an ACCEPTED one');
    await mona.call(quote.updateQuote, { id: made.id }, { state: 'ACCEPTED' });
    const job = await mona.call(quote.promoteQuote, { id: made.id });
    expect(job).toMatchObject({
      num: '26-0001',
      desc: 'Lot 7',
      long_desc: 'All of it',
      client_name: 'Acme Ltd.',
      client_contact: { name: 'Rhéal Roy' },
      project_manager: { full_name: 'Mona Martin' },
      project_leads: [{ full_name: 'Joe Jardine' }],
      job_types: ['Subdivision'],
      billing_type: 'fixed fee',
      fee_cap: 900_000,
      rates: [{ charge_rate: 20_000 }],
      location: { address: '7 Main St', geometry: { type: 'Point', coordinates: [-66.6, 45.9] } },
      quote: { id: made.id, num: 'Q26-0001' },
      state: 'IN PROGRESS',
      open_issues: 1,
    });
    expect(job.location!.id).not.toBe((await mona.call(quote.getQuote, { id: made.id })).location!.id);
    const copied = await tx.selectFrom('milestone').selectAll().where('job', '=', job.id).orderBy('id').execute();
    expect(copied.map(({ name }) => name)).toEqual(['Field work', 'Drafting', 'Field work', 'Drafting']);
    expect(copied[0]).toMatchObject({ depends_on: [copied[3]!.id], due_date: '2026-05-01', is_blocked: true });
    // The issue raised on the quote stands in the way of the job it became, until somebody resolves it.
    const blocked = () => tx.selectFrom('milestone').select('is_blocked').where('job', '=', job.id).orderBy('id').execute();
    expect((await blocked()).map((row) => row.is_blocked)).toEqual([true, true, true, true]);
    await mona.call(updateMemo, { id: memo }, { is_resolved: true });
    expect((await blocked()).map((row) => row.is_blocked)).toEqual([true, true, false, true]);
    const sum = await tx.selectFrom('budget_entry').select('amount').where('job', '=', job.id).execute();
    expect(sum.map(({ amount }) => amount)).toEqual([50_000, 50_000, 50_000, 50_000]);
    expect(await tx.selectFrom('memo').select(['id', 'quote', 'job']).execute()).toEqual([{ id: memo, quote: made.id, job: null }]);

    const after = await mona.call(quote.getQuote, { id: made.id });
    expect(after).toMatchObject({ is_editable: false, promoted_to: { id: job.id, num: '26-0001' } });
    const locked = await mona.refused(quote.updateQuote, { id: made.id }, { desc: 'x' });
    expect([locked.status, locked.body]).toMatchObject([409, { code: 'LOCKED' }]);
    expect((await mona.refused(quote.setQuoteLocation, { id: made.id }, { pid: '1' })).status).toBe(409);
    expect((await mona.call(quote.listQuoteHistory, { id: made.id })).results[0]!.sentence).toBe('Mona Martin set job to 26-0001.');
    const [born] = (await mona.call(listJobHistory, { id: job.id })).results;
    expect(born!.changes).toContainEqual({ field: 'quote', label: 'Quote', from: null, to: 'Q26-0001' });
    expect((await mona.call(quote.promoteQuote, { id: made.id }, {})).id).toBe(job.id);
  });

  it('accepts and promotes in one step, but not what was rejected, nor without a client, nor for whom it is not', async () => {
    const { mona, made } = await quoted();
    const job = await mona.call(quote.promoteQuote, { id: made.id }, { accept: true });
    expect((await mona.call(quote.getQuote, { id: made.id })).state).toBe('ACCEPTED');
    expect((await mona.call(getJob, { id: job.id })).num).toBe('26-0001');

    const lost = await mona.call(quote.createQuote, {}, { desc: 'Lost' });
    await mona.call(quote.updateQuote, { id: lost.id }, { state: 'REJECTED', lost_reason: 'Price' });
    expect((await mona.refused(quote.promoteQuote, { id: lost.id }, { accept: true })).status).toBe(409);
    const bare = await mona.call(quote.createQuote, {}, { desc: 'Nobody asked' });
    expect((await mona.refused(quote.promoteQuote, { id: bare.id }, { accept: true })).body.detail).toContain('A job needs a client');
    expect((await mona.call(quote.getQuote, { id: bare.id })).state).toBe('AWAITING QUOTE');
    const alice = await app.as('alice');
    const hers = await alice.call(quote.createQuote, {}, { desc: 'Hers', project_manager: await userId(app.tx(), 'alice') });
    expect((await mona.refused(quote.promoteQuote, { id: hers.id }, { accept: true })).status).toBe(403);
  });
});

describe('two people promote the same quote at once', () => {
  let app: CommittedApp;
  beforeAll(async () => {
    app = await startCommittedApp('promote');
  });
  afterAll(() => app.close());

  it('both get the same job: one job, one number, one mail to the manager', async () => {
    const [mona, alice] = [await app.as('mona'), await app.as('alice')];
    const { client } = await clientWithContact(mona);
    const project_manager = await app.db.read((tx) => userId(tx, 'joe'));
    const project_leads = [await app.db.read((tx) => userId(tx, 'mona'))];
    const made = await mona.call(quote.createQuote, {}, { desc: 'Lot 7', client, project_manager, project_leads });
    await app.db.write((tx) => addWork(tx, { quote: made.id }));
    await mona.call(quote.updateQuote, { id: made.id }, { state: 'ACCEPTED' });
    const answers = await Promise.all([mona, alice, mona, alice, mona].map((who) => who.call(quote.promoteQuote, { id: made.id }, {})));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const seen = await app.db.read(async (tx) => ({
      jobs: await tx.selectFrom('job').select('num').execute(),
      last: await tx.selectFrom('number_sequence').select('last').where('kind', '=', 'job').execute(),
      tasks: await tx.selectFrom('task').select('id').where('job', 'is not', null).execute(),
      mails: await tx.selectFrom('mail').select(['recipients', 'subject']).execute(),
      body: (await tx.selectFrom('mail').select('body').executeTakeFirstOrThrow()).body,
    }));
    expect([seen.jobs.length, seen.last, seen.tasks.length]).toEqual([1, [{ last: 1 }], 2]);
    expect(seen.mails).toEqual([
      { recipients: ['joe@example.ca'], subject: `[${answers[0]!.num}] Quote ${made.num} is now job ${answers[0]!.num}` },
    ]);
    expect(seen.body).toContain(': Lot 7, for Acme Ltd.\n');
    expect(seen.body).toContain(`\nhttps://dmse.example.ca/app/job/${answers[0]!.id}\n`);
  });

  it('a quote submitted by several at once goes out once: one revision, one PDF', async () => {
    const [mona, alice] = [await app.as('mona'), await app.as('alice')];
    const { client } = await clientWithContact(mona, 'Bolt Inc.', 'Bea Bolt');
    const project_manager = await app.db.read((tx) => userId(tx, 'mona'));
    const made = await mona.call(quote.createQuote, {}, { desc: 'Lot 8', client, project_manager });
    await app.db.write((tx) => addWork(tx, { quote: made.id }));
    const state = 'QUOTE SUBMITTED' as const;
    const answers = await Promise.all([mona, alice, mona].map((who) => who.call(quote.updateQuote, { id: made.id }, { state })));
    expect(answers.map(({ revision }) => revision)).toEqual([1, 1, 1]);
    expect((await mona.call(quote.listQuoteRevisions, { id: made.id })).count).toBe(1);
  });

  it('ten jobs made at once have ten numbers in a row', async () => {
    const mona = await app.as('mona');
    const made = await Promise.all(Array.from({ length: 10 }, (_, n) => mona.call(createJob, {}, { desc: `Job ${n}` })));
    const numbers = made.map(({ num }) => Number(num.slice(-4))).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, n) => numbers[0]! + n));
  });
});
