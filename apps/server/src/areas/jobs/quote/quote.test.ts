import { getFile } from '@dmse/contract/files/upload';
import * as quote from '@dmse/contract/jobs/quote';
import { describe, expect, it } from 'vitest';
import { addWork, clientWithContact, userId } from '../../../testing/fixtures/job-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

async function readyQuote() {
  const mona = await app.as('mona');
  const { client, contact } = await clientWithContact(mona);
  const project_manager = await userId(app.tx(), 'mona');
  const made = await mona.call(quote.createQuote, {}, { desc: 'Lot 7', client, client_contact: contact, project_manager });
  await addWork(app.tx(), { quote: made.id });
  return { mona, made };
}

describe('quotes', () => {
  it('Mona creates one with its own number; Joe finds it, without amounts; Chelsea may not', async () => {
    const { mona, made } = await readyQuote();
    expect(made).toMatchObject({ num: 'Q26-0001', state: 'AWAITING QUOTE', total: 0, revision: 0, promoted_to: null, is_editable: true });
    expect((await mona.call(quote.getQuote, { id: made.id })).total).toBe(200_000);
    const joe = await app.as('joe');
    const { results } = await joe.call(quote.listQuotes, { query: 'q260001', state: ['AWAITING QUOTE', 'QUOTE SUBMITTED'] });
    expect(results).toMatchObject([{ id: made.id, can_edit: false, is_editable: true, is_expired: false, client_name: 'Acme Ltd.' }]);
    expect(await joe.call(quote.getQuote, { id: made.id })).not.toHaveProperty('total');
    expect((await joe.refused(quote.updateQuote, { id: made.id }, { desc: 'x' })).status).toBe(403);
    expect((await (await app.as('chelsea')).refused(quote.listQuotes, {})).status).toBe(403);
  });

  it('submitting says what is missing, then freezes the budget and the PDF for ever', async () => {
    const mona = await app.as('mona');
    const bare = await mona.call(quote.createQuote, {}, { desc: 'Bare' });
    const refused = await mona.refused(quote.updateQuote, { id: bare.id }, { state: 'QUOTE SUBMITTED' });
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'Before it is submitted the quote needs a client, a project manager, at least one task and a total above zero.',
    ]);
    const { made } = await readyQuote();
    const sent = await mona.call(quote.updateQuote, { id: made.id }, { state: 'QUOTE SUBMITTED' });
    expect(sent).toMatchObject({ state: 'QUOTE SUBMITTED', valid_until: '2026-04-03', revision: 1, submitted_on: app.clock.now });
    const [first] = (await mona.call(quote.listQuoteRevisions, { id: made.id })).results;
    expect(first).toMatchObject({ number: 1, total: 200_000, valid_until: '2026-04-03', created_by: { full_name: 'Mona Martin' } });
    const pdf = Buffer.from(await (await mona.call(getFile, { id: Number(/(\d+)\/$/.exec(first!.pdf_url!)![1]) })).arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

    await app.tx().updateTable('budget_entry').set({ amount: 1 }).where('quote', '=', made.id).execute();
    await mona.call(quote.updateQuote, { id: made.id }, { state: 'AWAITING QUOTE' });
    await mona.call(quote.updateQuote, { id: made.id }, { state: 'QUOTE SUBMITTED', valid_until: '2026-03-10' });
    const both = (await mona.call(quote.listQuoteRevisions, { id: made.id })).results;
    expect(both.map(({ number, total }) => [number, total])).toEqual([
      [2, 4],
      [1, 200_000],
    ]);
    const kept = await app.tx().selectFrom('quote_revision').select('budget').where('number', '=', 1).executeTakeFirstOrThrow();
    expect(kept.budget).toMatchObject([{ name: 'Task 1', entries: [{ job_role: 'Party chief', minutes: 240, amount: 50_000 }, {}] }, {}]);
    app.clock.now = '2026-03-11T12:00:00.000Z';
    expect((await (await app.as('mona')).call(quote.getQuote, { id: made.id })).is_expired).toBe(true);

    const joe = await app.as('joe');
    const [shown] = (await joe.call(quote.listQuoteRevisions, { id: made.id })).results;
    expect(shown).not.toHaveProperty('total');
    expect(shown).not.toHaveProperty('pdf_url');
    expect((await joe.refused(getFile, { id: Number(/(\d+)\/$/.exec(first!.pdf_url!)![1]) })).status).toBe(404);
  });

  it('SEC-S40 a PDF that cannot be made leaves the quote as it was', async () => {
    const { mona, made } = await readyQuote();
    const { makeQuote } = app.adapters.documents;
    app.adapters.documents.makeQuote = () => Promise.reject(new Error('no ink'));
    const refused = await mona.refused(quote.updateQuote, { id: made.id }, { state: 'QUOTE SUBMITTED' });
    app.adapters.documents.makeQuote = makeQuote;
    expect(refused.status).toBe(500);
    expect(await mona.call(quote.getQuote, { id: made.id })).toMatchObject({ state: 'AWAITING QUOTE', revision: 0, version: 1 });
    expect((await mona.call(quote.listQuoteRevisions, { id: made.id })).count).toBe(0);
  });

  it('rejecting asks why, from the list; taking it up again forgets the reason, and history tells all of it', async () => {
    const { mona, made } = await readyQuote();
    const unsaid = await mona.refused(quote.updateQuote, { id: made.id }, { state: 'REJECTED' });
    expect([unsaid.status, unsaid.body]).toMatchObject([400, { lost_reason: ['Choose why the quote was lost.'] }]);
    expect((await mona.refused(quote.updateQuote, { id: made.id }, { state: 'REJECTED', lost_reason: 'Vibes' })).status).toBe(400);
    expect((await mona.refused(quote.updateQuote, { id: made.id }, { lost_reason: 'Price' })).status).toBe(400);
    const lost = await mona.call(quote.updateQuote, { id: made.id }, { state: 'REJECTED', lost_reason: 'Price', lost_note: '2 % over' });
    expect(lost).toMatchObject({ state: 'REJECTED', lost_reason: 'Price', lost_note: '2 % over' });
    const again = await mona.call(quote.updateQuote, { id: made.id }, { state: 'AWAITING QUOTE' });
    expect(again).toMatchObject({ state: 'AWAITING QUOTE', lost_reason: '', lost_note: '' });
    const [last, before] = (await mona.call(quote.listQuoteHistory, { id: made.id })).results;
    expect(before!.sentence).toBe(
      'Mona Martin changed state from AWAITING QUOTE to REJECTED; set lost reason to Price and lost note to 2 % over.',
    );
    expect(last!.changes).toContainEqual({ field: 'state', label: 'State', from: 'REJECTED', to: 'AWAITING QUOTE' });
  });

  it('previews the PDF without keeping anything', async () => {
    const { mona, made } = await readyQuote();
    const files = async () => (await app.tx().selectFrom('file').select('id').execute()).length;
    const before = await files();
    const answer = await mona.send(quote.quotePdf, {}, { quote: made.id, detail: 'by role', show_minutes: true });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.body.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await files()).toBe(before);
    expect((await mona.refused(quote.quotePdf, {}, { quote: 999_999 })).status).toBe(404);
  });

  it('newest numbers first; the last changed first when asked', async () => {
    const mona = await app.as('mona');
    const [one, two] = [await mona.call(quote.createQuote, {}, { desc: 'one' }), await mona.call(quote.createQuote, {}, { desc: 'two' })];
    app.clock.now = '2026-03-04T16:00:00.000Z';
    await mona.call(quote.updateQuote, { id: one.id }, { long_desc: 'later' });
    const order = async (filter: object) => (await mona.call(quote.listQuotes, filter)).results.map((row) => row.id);
    expect(await order({})).toEqual([two.id, one.id]);
    expect(await order({ ordering: '-updated_on' })).toEqual([one.id, two.id]);
  });
});
