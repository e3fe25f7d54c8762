import { createClient } from '@dmse/contract/clients/client';
import { createContact } from '@dmse/contract/clients/contact';
import { getFile } from '@dmse/contract/files/upload';
import * as job from '@dmse/contract/jobs/job';
import * as quote from '@dmse/contract/jobs/quote';
import type { TestClient } from '@dmse/testkit/client';
import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { buildEml } from '../adapters/mail/mail-message.ts';
import { find } from '../areas/staff/mail/mail.queries.ts';
import { composeMail, readAttachments } from '../areas/staff/mail/mail.service.ts';
import { addWork, userId } from '../testing/fixtures/job-fixture.ts';
import { readPdf } from '../testing/pdf-text.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

type Billing = { billing_type?: 'hourly' | 'hourly with cap' | 'fixed fee'; fee_cap?: number };

/** A quote of two tasks of $1,000.00 each, for a client with a contact. */
async function readyQuote(billing: Billing = {}, client: object = {}) {
  const mona = await app.as('mona');
  const contact = await mona.call(createContact, {}, { name: 'Rhéal Roy', emails: ['rheal@acme.example'] });
  const made = { name: 'Acme Ltd.', email: 'office@acme.example', contacts: [{ contact: contact.id }], ...client };
  const { id } = await mona.call(createClient, {}, made);
  const project_manager = await userId(app.tx(), 'mona');
  const body = { desc: 'Lot 7', client: id, client_contact: contact.id, project_manager, ...billing };
  const { id: made_quote } = await mona.call(quote.createQuote, {}, body);
  await addWork(app.tx(), { quote: made_quote });
  return { mona, id: made_quote };
}

async function previewOf(mona: TestClient, id: number, choices: object = {}): Promise<string> {
  return readPdf((await mona.send(quote.quotePdf, {}, { quote: id, ...choices })).body);
}

async function frozenOf(mona: TestClient, id: number): Promise<string> {
  const [revision] = (await mona.call(quote.listQuoteRevisions, { id })).results;
  const pdf = await mona.call(getFile, { id: Number(/(\d+)\/$/.exec(revision!.pdf_url!)![1]) });
  return readPdf(new Uint8Array(await pdf.arrayBuffer()));
}

const submit = (mona: TestClient, id: number, more: object = {}) =>
  mona.call(quote.updateQuote, { id }, { state: 'QUOTE SUBMITTED', ...more });

describe('quote PDF', () => {
  it('quote PDF: a fixed fee prints the fee with its tax, not the budget', async () => {
    const { mona, id } = await readyQuote({ billing_type: 'fixed fee', fee_cap: 29_900_00 });
    const words = await previewOf(mona, id);
    expect(words).toMatch(/Fixed fee, before tax \$29,900\.00 HST 15 % \$4,485\.00 Total \$34,385\.00/);
    expect(words).not.toContain('1,000.00');
    expect(words).not.toContain('2,000.00');
    await submit(mona, id);
    expect((await mona.call(quote.listQuoteRevisions, { id })).results[0]!.total).toBe(29_900_00);
    expect(await frozenOf(mona, id)).toContain('$34,385.00');
  });

  it('quote PDF: a fixed fee that the tasks add up to shows them', async () => {
    const { mona, id } = await readyQuote({ billing_type: 'fixed fee', fee_cap: 2000_00 });
    expect(await previewOf(mona, id)).toMatch(
      /2\. Task 2 \$1,000\.00 Fixed fee, before tax \$2,000\.00 HST 15 % \$300\.00 Total \$2,300\.00/,
    );
  });

  it('quote PDF: hourly work is an estimate, and a cap is the most that is charged', async () => {
    const { mona, id } = await readyQuote();
    expect(await previewOf(mona, id)).toMatch(
      /Estimated fees, before tax \$2,000\.00 HST 15 % \$300\.00 Estimated total \$2,300\.00 Time is charged as worked; the amounts are an estimate\./,
    );
    await mona.call(quote.updateQuote, { id }, { billing_type: 'hourly with cap', fee_cap: 2500_00 });
    const below = await previewOf(mona, id);
    expect(below).toMatch(/Estimated total \$2,300\.00 Time is charged as worked, up to \$2,500\.00 before tax\./);
    await mona.call(quote.updateQuote, { id }, { fee_cap: 1500_00 });
    expect(await previewOf(mona, id)).toMatch(
      /Estimated fees, before tax \$2,000\.00 Capped at, before tax \$1,500\.00 HST 15 % \$225\.00 Total, at most \$1,725\.00/,
    );
  });

  it('quote PDF: the tax is that of the client’s province; an exempt client is charged none', async () => {
    const quebec = await readyQuote({}, { tax_province: 'QC' });
    expect(await previewOf(quebec.mona, quebec.id)).toMatch(/GST 5 % \$100\.00 QST 9\.975 % \$199\.50 Estimated total \$2,299\.50/);
    const exempt = await readyQuote({}, { is_tax_exempt: true, tax_exempt_reason: 'Card 12' });
    expect(await previewOf(exempt.mona, exempt.id)).toMatch(/Tax exempt: Card 12 \$0\.00 Estimated total \$2,000\.00/);
    await app.tx().updateTable('tax_rule').set({ valid_to: '2020-01-01' }).where('province', '=', 'QC').execute();
    const bare = await previewOf(quebec.mona, quebec.id);
    expect(bare).toContain('Applicable taxes are extra.');
    expect(bare).not.toContain('Estimated total');
  });

  it('quote PDF: groups are headings only where there are several, and the default one never is', async () => {
    const { mona, id } = await readyQuote();
    expect(await previewOf(mona, id)).toMatch(/Scope of work 1\. Task 1/);
    await addWork(app.tx(), { quote: id }, 1);
    await app
      .tx()
      .updateTable('task_group')
      .set({ name: 'Tasks', order: 'a2' })
      .where('quote', '=', id)
      .where('name', '=', 'Survey')
      .execute();
    await addWork(app.tx(), { quote: id }, 1);
    const words = await previewOf(mona, id);
    expect(words).toMatch(/Scope of work Survey 1\. Task 1/);
    expect(words).not.toContain('Tasks');
  });

  it('quote PDF: the introduction and terms written for a quote are frozen with it', async () => {
    const { mona, id } = await readyQuote();
    const own = { introduction: 'Dear Rhéal,', terms: 'Half in advance.' };
    const previewed = await previewOf(mona, id, own);
    for (const words of Object.values(own)) expect(previewed).toContain(words);
    await submit(mona, id, { document: own });
    expect(await frozenOf(mona, id)).toBe(previewed);
    expect(await previewOf(mona, id)).toBe(previewed);
  });

  it('quote PDF: a reprint carries the date, terms, amounts and tax of its revision', async () => {
    const { mona, id } = await readyQuote();
    await submit(mona, id, { document: { detail: 'by role', show_signature: false } });
    const frozen = await frozenOf(mona, id);
    expect(frozen).toContain('Party chief');
    expect(frozen).not.toContain('Acceptance');
    app.clock.now = '2026-05-20T12:00:00.000Z';
    const later = await app.as('mona');
    const texts = app.tx().selectFrom('setting').select('value').where('section', '=', 'quote_texts');
    const value = { ...((await texts.executeTakeFirstOrThrow()).value as object), terms: 'New terms.' };
    await app
      .tx()
      .updateTable('setting')
      .set({ value: JSON.stringify(value) })
      .where('section', '=', 'quote_texts')
      .execute();
    await app.tx().updateTable('budget_entry').set({ amount: 1 }).where('quote', '=', id).execute();
    await app.tx().updateTable('tax_rule').set({ valid_to: '2026-05-01' }).where('province', '=', 'NB').execute();
    const reprint = await previewOf(later, id);
    expect(reprint).toBe(frozen);
    expect(reprint).toContain('4 Mar 2026');
    expect(await previewOf(later, id, { detail: 'by task' })).toMatch(/2\. Task 2 \$1,000\.00/);
    expect((await later.refused(quote.quotePdf, {}, { quote: id, terms: 'Mine.' })).body).toMatchObject({
      terms: ['Revision 1 was submitted with its own text.'],
    });
    await later.call(quote.updateQuote, { id }, { state: 'AWAITING QUOTE' });
    const anew = await previewOf(later, id);
    for (const words of ['20 May 2026', 'Valid until 19 Jun 2026', 'New terms.', 'revision 2']) expect(anew).toContain(words);
  });
});

describe('fee', () => {
  it('fee: a fixed fee or a cap without an amount is refused, on quotes and jobs, made or changed', async () => {
    const mona = await app.as('mona');
    const fixed = { billing_type: 'fixed fee' as const };
    const says = { fee_cap: ['Enter the fixed fee, or choose another billing type.'] };
    expect((await mona.refused(quote.createQuote, {}, { desc: 'x', ...fixed })).body).toMatchObject(says);
    expect((await mona.refused(job.createJob, {}, { desc: 'x', ...fixed, fee_cap: 0 })).body).toMatchObject(says);
    const made = await mona.call(quote.createQuote, {}, { desc: 'x', ...fixed, fee_cap: 100 });
    expect((await mona.refused(quote.updateQuote, { id: made.id }, { fee_cap: null })).body).toMatchObject(says);
    expect((await mona.refused(quote.updateQuote, { id: made.id }, { billing_type: 'hourly with cap', fee_cap: null })).body).toMatchObject(
      {
        fee_cap: ['Enter the cap, or choose another billing type.'],
      },
    );
    expect((await mona.call(quote.updateQuote, { id: made.id }, { billing_type: 'hourly', fee_cap: null })).fee_cap).toBeNull();
  });

  it('fee: a quote from before without its fee can be corrected in other ways, but neither submitted nor promoted', async () => {
    const { mona, id } = await readyQuote();
    await app.tx().updateTable('quote').set({ billing_type: 'fixed fee', fee_cap: null }).where('id', '=', id).execute();
    await mona.call(quote.updateQuote, { id }, { desc: 'Lot 8' });
    const refused = await mona.refused(quote.updateQuote, { id }, { state: 'QUOTE SUBMITTED' });
    expect(refused.body.detail).toBe('Enter the fixed fee, or choose another billing type.');
    expect((await mona.refused(quote.promoteQuote, { id }, { accept: true })).body.detail).toMatch(/^Enter the fixed fee/);
  });
});

describe('quote mail', () => {
  const TEXT = 'Hello Rhéal,\n\nPlease find attached our quote.';

  it('quote mail: the frozen PDF goes to the client’s contacts from the queue, and history says so', async () => {
    const { mona, id } = await readyQuote();
    const mail = { to: ['rheal@acme.example', 'office@acme.example'], text: TEXT };
    await submit(mona, id, { mail });
    const [revision] = (await mona.call(quote.listQuoteRevisions, { id })).results;
    expect(revision!.mails).toMatchObject([
      { address: 'rheal@acme.example', state: 'queued', tries: 0 },
      { address: 'office@acme.example', state: 'queued' },
    ]);
    const { mail: row } = await app.tx().selectFrom('quote_mail').select('mail').orderBy('mail').executeTakeFirstOrThrow();
    const { message, attached } = await composeMail(app.tx(), (await find(app.tx(), row))!);
    const attachments = await readAttachments(app.adapters.files, attached);
    const [eml, again] = [await buildEml({ ...message, attachments }), await buildEml({ ...message, attachments })];
    expect(eml.equals(again)).toBe(true);
    const read = await simpleParser(eml);
    expect(read.subject).toBe('[Q26-0001] Quote Q26-0001: Lot 7');
    expect(read.text).toContain('Please find attached our quote.');
    expect(read.attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ['Quote Q26-0001 revision 1.pdf', 'application/pdf'],
    ]);
    expect(readPdf(read.attachments[0]!.content)).toBe(await frozenOf(mona, id));
    const sentences = (await mona.call(quote.listQuoteHistory, { id })).results.map(({ sentence }) => sentence);
    expect(sentences).toContain('Mona Martin mailed revision 1 to rheal@acme.example, office@acme.example.');
  });

  it('quote mail: only the client and its contacts can be written to, and nothing is submitted otherwise', async () => {
    const { mona, id } = await readyQuote();
    const refused = await mona.refused(
      quote.updateQuote,
      { id },
      { state: 'QUOTE SUBMITTED', mail: { to: ['eve@evil.example'], text: TEXT } },
    );
    expect(refused.body).toMatchObject({ to: ['eve@evil.example is not an address of the client or one of its contacts.'] });
    expect(await mona.call(quote.getQuote, { id })).toMatchObject({ state: 'AWAITING QUOTE', revision: 0 });
    expect(await app.tx().selectFrom('mail').select('id').execute()).toEqual([]);
  });

  it('quote mail: a revision is mailed again later; before it is submitted there is nothing to mail', async () => {
    const { mona, id } = await readyQuote();
    const mail = { to: ['RHEAL@acme.example'], text: TEXT };
    expect((await mona.refused(quote.mailQuote, { id }, mail)).body.detail).toMatch(/^Submit the quote first/);
    expect((await mona.refused(quote.updateQuote, { id }, { desc: 'x', mail })).body).toHaveProperty('mail');
    await submit(mona, id);
    expect((await mona.call(quote.mailQuote, { id }, mail)).mails).toHaveLength(1);
    expect((await (await app.as('joe')).refused(quote.mailQuote, { id }, mail)).status).toBe(403);
  });
});
