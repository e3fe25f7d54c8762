import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import * as link from '@dmse/contract/accounting/link';
import * as proposal from '@dmse/contract/accounting/proposal';
import * as upload from '@dmse/contract/accounting/upload';
import { getAccountingSettings } from '@dmse/contract/expenses/accounting';
import * as invoice from '@dmse/contract/invoices/invoice';
import { getStatement } from '@dmse/contract/invoices/statement';
import * as deposit from '@dmse/contract/payments/deposit';
import * as payment from '@dmse/contract/payments/payment';
import { getLedgerHealth } from '@dmse/contract/wip/wip';
import { newFeeLine } from '@dmse/testkit/builders/invoice';
import type { TestClient } from '@dmse/testkit/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountingStandIn } from '../../testing/accounting-stand-in/stand-in.ts';
import { makeBilledClient, makeIssued } from '../../testing/fixtures/invoice-fixture.ts';
import { bookSteps, connectLink, runLink, startStandIn } from '../../testing/fixtures/link-fixture.ts';
import { useTestApp } from '../../testing/test-app.ts';
import { TEST_SECRETS } from '../../testing/test-secrets.ts';
import { findLast, keep } from '../invoices/document/invoice-pdf.queries.ts';

const app = useTestApp();
let there: AccountingStandIn;
let alice: TestClient;
let books: ReturnType<typeof bookSteps>;
beforeEach(async () => {
  there = await startStandIn(app);
  alice = await app.as('alice');
  books = bookSteps(app, alice);
});
afterEach(() => there.stop());

const standing = () => there.ledger().invoices.filter(({ status }) => status !== 'VOIDED');
/** As the queue keeps it, of the newest version. Answers its hash. */
async function keepPdf(id: number, content: string): Promise<string> {
  const tx = app.tx();
  const bytes = Buffer.from(content);
  const stored = await app.adapters.files.put(Readable.from([bytes]), bytes.length);
  const stamps = { created_on: app.clock.now, created_by: null };
  const file = await tx
    .insertInto('file')
    .values({ ...stored, name: 'invoice.pdf', mime_type: 'application/pdf', ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow();
  const version = (await findLast(tx, id))!;
  await keep(tx, { revision: version.id, file: file.id, sha256: stored.sha256, made_on: app.clock.now });
  return stored.sha256;
}

describe('accounting link', () => {
  it('SEC-S35 is made by consent in the same session, and its chart is answered in the shape of our own', async () => {
    const own = await alice.call(getAccountingSettings, {});
    const none = await alice.call(link.getAccountingLink, {});
    expect(none).toMatchObject({ is_configured: true, state: 'none' });
    const { url } = await alice.call(link.askConsent, {}, undefined);
    const given = there.consent(url);
    const stranger = await app.as('alice');
    expect((await stranger.send(link.connectAccounting, {}, given)).status).toBe(400);
    expect((await alice.send(link.connectAccounting, {}, { ...given, state: 'other' })).status).toBe(400);
    expect(await connectLink(app, there, alice)).toMatchObject({ state: 'connected', organisation: 'Demo Surveys (Test)', problems: [] });
    const linked = await alice.call(getAccountingSettings, {});
    expect(Object.keys(linked)).toEqual(Object.keys(own));
    expect(linked.accounts.at(-1)).toEqual(own.accounts.at(-1));
    expect(linked.accounts.find(({ code }) => code === '6900')).toMatchObject({ name: 'Bad debts', is_expense: true, is_payments: false });
    expect(linked.tax_types.map(({ code }) => code)).toEqual(expect.arrayContaining(['HST', 'EXEMPT']));
    // Paired by the first fetch only; a form from before it is of another version.
    const { version } = await alice.call(link.getAccountingLink, {});
    expect(version).toBe(none.version + 4);
    await alice.call(link.refreshAccounting, {}, undefined);
    await runLink(app);
    expect(await alice.call(link.getAccountingLink, {})).toMatchObject({ version });
    const row = await app.tx().selectFrom('accounting_link').selectAll().executeTakeFirstOrThrow();
    const token = there.grantTokens();
    expect(JSON.stringify(row)).not.toContain(token.access_token.slice(0, 8));
    // What was sent has ids of its organisation: another one is not chosen after that.
    await makeIssued(alice, await makeBilledClient(alice), 10_00);
    await books.run();
    await app.tx().updateTable('accounting_link').set({ tenant: 'another', organisation: 'Other books' }).execute();
    await alice.call(link.connectAccounting, {}, there.consent((await alice.call(link.askConsent, {}, undefined)).url));
    const chosen = await alice.send(link.chooseOrganisation, {}, { id: there.tenantId, start_on: '2026-03-01' });
    expect([chosen.status, String(chosen.body)]).toEqual([400, expect.stringContaining('were sent to Other books')]);
    await alice.call(link.disconnectAccounting, {}, undefined);
    expect(await alice.call(link.getAccountingLink, {})).toMatchObject({ state: 'none', waiting: 0 });
    expect(await alice.call(getAccountingSettings, {})).toEqual(own);
  });

  it('puts the PDF of an invoice beside it once it is made, in the place of the one before when it is revised', async () => {
    await connectLink(app, there, alice);
    const id = await makeIssued(alice, await makeBilledClient(alice), 100_00);
    await books.run();
    const filesThere = () => Object.fromEntries(standing()[0]!.files);
    expect(filesThere()).toEqual({});
    const first = await keepPdf(id, 'first version');
    // No answer may be a file that arrived: the same is sent again, and stays one.
    let cuts = 1;
    there.setFaults(({ path }) => (path.includes('/Attachments/') && cuts-- > 0 ? { kind: 'cut after' } : null));
    await books.run();
    books.later(3);
    await books.run();
    const name = `${standing()[0]!.number}.pdf`;
    expect(filesThere()).toEqual({ [name]: { mime_type: 'application/pdf', sha256: first, bytes: 13 } });
    const sent = () => there.calls.filter(({ path, method }) => path.includes('/Attachments/') && method === 'POST').length;
    const before = sent();
    books.later(3);
    await books.run();
    expect(sent()).toBe(before);
    await alice.call(invoice.moveInvoice, { id }, { to: 'EDITING' });
    await alice.call(invoice.moveInvoice, { id }, { to: 'SUBMITTED' });
    await books.run();
    const second = await keepPdf(id, 'second version');
    books.later(3);
    await books.run();
    expect(filesThere()).toEqual({ [name]: { mime_type: 'application/pdf', sha256: second, bytes: 14 } });
  });

  it('a PDF that is refused is said on the invoice, whatever else goes on, and sent again when asked', async () => {
    await connectLink(app, there, alice);
    const id = await makeIssued(alice, await makeBilledClient(alice), 100_00);
    await keepPdf(id, '');
    await books.run();
    const mark = async () => (await alice.call(invoice.getInvoice, { id })).upload!;
    expect(await mark()).toMatchObject({ upload_status: 'UPLOADED', is_waiting: false, pdf_says: 'There is no file.' });
    await alice.call(upload.retryUpload, { id: (await mark()).id }, undefined);
    expect(await mark()).toMatchObject({ pdf_says: '' });
    books.later(3);
    await books.run();
    expect(await mark()).toMatchObject({ pdf_says: 'There is no file.' });
    await books.equal();
  });

  it('sends invoices, write-offs, payments and credit; both ledgers are equal to the cent', async () => {
    await connectLink(app, there, alice);
    const client = await makeBilledClient(alice);
    const first = await makeIssued(alice, client, 100_00);
    const second = await makeIssued(alice, client, 50_00);
    const { id: taxed } = await alice.call(invoice.createInvoice, {}, { client, date: '2026-03-03' });
    const parts = [25_06, 25_61, 25_63].map((amount) => newFeeLine(amount, { tax_type: 'HST' }));
    await alice.call(invoice.setInvoiceLines, { id: taxed }, { lines: parts });
    await alice.call(invoice.moveInvoice, { id: taxed }, { to: 'SUBMITTED' });
    await books.run();
    expect(await alice.call(invoice.getInvoice, { id: first })).toMatchObject({ upload: { upload_status: 'UPLOADED', is_waiting: false } });
    await books.equal();
    const paid = await books.pay(client, 160_00, [
      { invoice: first, amount: 100_00 },
      { invoice: second, amount: 20_00 },
    ]);
    await books.run();
    await books.equal();
    expect((await alice.send(deposit.moveDeposit, { id: paid.deposit }, { to: 'OPEN' })).status).toBe(409);
    // The credit goes on another invoice, and a part of it is moved.
    await alice.call(payment.applyCredit, {}, { invoice: taxed });
    await books.run();
    await books.equal();
    const moved = {
      keeps_credit: true,
      allocations: [
        { invoice: first, amount: 60_00 },
        { invoice: second, amount: 50_00 },
        { invoice: taxed, amount: 40_00 },
      ],
    };
    await alice.call(payment.allocatePayment, { id: paid.id }, moved);
    await alice.call(payment.refundPayment, { id: paid.id }, { amount: 10_00, date: '2026-03-04', account_code: '1000' });
    await books.run();
    await books.equal();
    await alice.call(invoice.moveInvoice, { id: first }, { to: 'WRITTEN_OFF', reason: 'Bankrupt' });
    await books.run();
    await books.equal();
    await alice.call(invoice.moveInvoice, { id: first }, { to: 'RESTORED' });
    await books.run();
    await books.equal();
    await alice.call(
      payment.reversePayment,
      { id: (await books.pay(client, 5_00, [{ invoice: first, amount: 5_00 }])).id },
      { how: 'return', reason: 'NSF' },
    );
    await books.run();
    await books.equal();
    expect((await books.uploads()).filter(({ state }) => state !== 'done' && state !== 'replaced')).toEqual([]);
  });

  it('revises, voids, and brings back under a suffix; what is refused stays refused with its remedy', async () => {
    await connectLink(app, there, alice);
    const client = await makeBilledClient(alice);
    const id = await makeIssued(alice, client, 100_00);
    await books.run();
    const { num } = await alice.call(invoice.getInvoice, { id });
    there.payThere(num!, 10_00);
    await alice.call(invoice.moveInvoice, { id }, { to: 'EDITING' });
    await alice.call(invoice.setInvoiceLines, { id }, { lines: [newFeeLine(80_00)] });
    await alice.call(invoice.moveInvoice, { id }, { to: 'SUBMITTED' });
    await books.run();
    const { upload: mark } = await alice.call(invoice.getInvoice, { id });
    expect(mark).toMatchObject({
      upload_status: 'UPDATE_FAILED',
      says: expect.stringContaining('has a payment or credit note allocated'),
      remedy: 'Take the payment or credit off the document over there, press Retry, and put it back.',
    });
    expect((await books.differences()).differences.map(({ kind, action }) => [kind, action])).toContainEqual(['amount differs', 'send']);
    there.removePaymentThere(there.ledger().payments[0]!.id);
    await alice.call(upload.retryUpload, { id: mark!.id }, undefined);
    await books.run();
    await books.equal();
    await alice.call(invoice.moveInvoice, { id }, { to: 'DELETED' });
    await books.run();
    expect(there.ledger().invoices.map(({ status }) => status)).toEqual(['VOIDED']);
    await alice.call(invoice.moveInvoice, { id }, { to: 'RESTORED' });
    await books.run();
    expect(standing().map(({ number }) => number)).toEqual([`${num}-R1`]);
    await books.equal();
  });

  it('proposes what was done over there, once, and does it here when it is accepted', async () => {
    await connectLink(app, there, alice);
    const client = await makeBilledClient(alice);
    const ids = [await makeIssued(alice, client, 100_00), await makeIssued(alice, client, 50_00), await makeIssued(alice, client, 30_00)];
    await books.run();
    const nums = await Promise.all(ids.map(async (id) => (await alice.call(invoice.getInvoice, { id })).num!));
    there.payThere(nums[0]!, 40_00, '2026-03-04');
    there.creditThere(nums[1]!, 50_00, '2026-03-04', '6900');
    there.voidThere(nums[2]!);
    const ask = async () => {
      await alice.call(link.refreshAccounting, {}, undefined);
      books.later(1);
      await books.run();
      return (await alice.call(proposal.listAccountingProposals, { state: ['open'] })).results;
    };
    const found = await ask();
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(['credit note', 'payment', 'void']);
    expect((await ask()).length).toBe(3);
    for (const { id } of found) await alice.call(proposal.acceptAccountingProposal, { id }, undefined);
    expect((await alice.send(proposal.acceptAccountingProposal, { id: found[0]!.id }, undefined)).status).toBe(409);
    expect(await alice.call(invoice.getInvoice, { id: ids[0]! })).toMatchObject({ balance: 60_00 });
    expect(await alice.call(invoice.getInvoice, { id: ids[1]! })).toMatchObject({ state: 'WRITTEN_OFF' });
    expect(await alice.call(invoice.getInvoice, { id: ids[2]! })).toMatchObject({ state: 'DELETED' });
    await books.run();
    await books.equal();
    there.removePaymentThere(there.ledger().payments[0]!.id);
    const [removed] = await ask();
    expect(removed).toMatchObject({ kind: 'removed' });
    await alice.call(proposal.acceptAccountingProposal, { id: removed!.id }, undefined);
    await books.run();
    await books.equal();
    expect(await ask()).toEqual([]);
    there.payThere(nums[0]!, 40_00, '2099-01-01');
    const [early] = await ask();
    const refused = await alice.send(proposal.acceptAccountingProposal, { id: early!.id }, undefined);
    expect([refused.status, String(refused.body)]).toEqual([400, expect.stringContaining('This payment is dated 2099-01-01')]);
  });

  describe('a credit note for a part of an invoice', () => {
    let [client, id, num] = [0, 0, ''];
    beforeEach(async () => {
      await connectLink(app, there, alice);
      client = await makeBilledClient(alice);
      id = await makeIssued(alice, client, 100_00);
      await books.run();
      num = (await alice.call(invoice.getInvoice, { id })).num!;
    });
    const ask = async () => {
      await alice.call(link.refreshAccounting, {}, undefined);
      books.later(1);
      await books.run();
      return (await alice.call(proposal.listAccountingProposals, { state: ['open'] })).results;
    };
    const acceptAll = async () => {
      for (const one of await ask()) await alice.call(proposal.acceptAccountingProposal, { id: one.id }, undefined);
      await books.run();
    };
    const get = () => alice.call(invoice.getInvoice, { id });

    it('is credited here; the rest is owed, may be paid and written off, and both ledgers are equal', async () => {
      await books.pay(client, 20_00, [{ invoice: id, amount: 20_00 }]);
      there.creditThere(num, 30_00, '2026-03-04');
      await books.run();
      const [found] = await ask();
      expect(found).toMatchObject({ kind: 'credit note', effect: '$30.00 of the invoice is credited here; $50.00 is still owed.' });
      await acceptAll();
      expect(await get()).toMatchObject({
        ...{ state: 'SUBMITTED', settlement: 'partly paid', balance: 50_00, written_off: 30_00 },
        credits: [{ amount: 30_00, reason: 'Credited in the accounting system' }],
      });
      await books.equal();
      expect(await ask()).toEqual([]);
      const account = await alice.call(getStatement, { client, from: '2026-03-01', as_of: '2026-03-31' });
      expect(account.closing).toBe(50_00);
      expect(account.lines.map(({ act, amount }) => [act, amount])).toContainEqual(['credit', -30_00]);
      await alice.call(invoice.moveInvoice, { id }, { to: 'EDITING' });
      await alice.call(invoice.setInvoiceLines, { id }, { lines: [newFeeLine(49_99)] });
      const small = await alice.send(invoice.moveInvoice, { id }, { to: 'SUBMITTED' });
      expect([small.status, String(small.body)]).toEqual([409, expect.stringContaining('$50.00 has been paid and credited')]);
      await alice.call(invoice.moveInvoice, { id }, { to: 'discard' });
      await alice.call(invoice.moveInvoice, { id }, { to: 'WRITTEN_OFF', reason: 'Bankrupt' });
      expect(await get()).toMatchObject({ state: 'WRITTEN_OFF', balance: 0, written_off: 80_00 });
      await books.run();
      await books.equal();
      const [credit] = (await get()).credits;
      const early = await alice.send(invoice.reverseInvoiceCredit, { id }, { credit: credit!.id, reason: 'A mistake' });
      expect([early.status, String(early.body)]).toEqual([409, expect.stringContaining('Restore the invoice first')]);
      expect(await alice.call(invoice.moveInvoice, { id }, { to: 'RESTORED' })).toMatchObject({ balance: 50_00, written_off: 30_00 });
      await books.run();
      await books.equal();
    });

    it('is taken back here or over there, and both ledgers are equal', async () => {
      there.creditThere(num, 30_00, '2026-03-04');
      await acceptAll();
      const [credit] = (await get()).credits;
      const taken = { credit: credit!.id, reason: 'The work was done after all' };
      expect(await alice.call(invoice.reverseInvoiceCredit, { id }, taken)).toMatchObject({ balance: 100_00, written_off: 0, credits: [] });
      expect((await alice.send(invoice.reverseInvoiceCredit, { id }, taken)).status).toBe(409);
      await books.run();
      expect(there.ledger().creditNotes.map(({ status }) => status)).toEqual(['VOIDED']);
      await books.equal();
      const { creditNote } = there.creditThere(num, 40_00, '2026-03-04');
      await acceptAll();
      expect((await get()).balance).toBe(60_00);
      there.removeCreditThere(creditNote);
      expect(await ask()).toMatchObject([{ kind: 'removed' }]);
      await acceptAll();
      expect((await get()).balance).toBe(100_00);
      await books.equal();
      // All of it: a write-off, which comes back in the same way.
      const whole = there.creditThere(num, 100_00, '2026-03-04');
      await acceptAll();
      expect((await get()).state).toBe('WRITTEN_OFF');
      there.removeCreditThere(whole.creditNote);
      await acceptAll();
      expect(await get()).toMatchObject({ state: 'RESTORED', balance: 100_00 });
      await books.equal();
    });

    it('is one of several invoices: each is asked for, and one that is taken back leaves the other', async () => {
      const other = await makeIssued(alice, client, 50_00);
      await books.run();
      const second = (await alice.call(invoice.getInvoice, { id: other })).num!;
      there.creditThere([num, second], 10_00, '2026-03-04');
      expect((await ask()).map((one) => [one.invoice.num, one.amount])).toEqual(
        expect.arrayContaining([
          [num, 10_00],
          [second, 10_00],
        ]),
      );
      await acceptAll();
      await books.equal();
      await alice.call(invoice.reverseInvoiceCredit, { id }, { credit: (await get()).credits[0]!.id, reason: 'Not this one' });
      await books.run();
      expect(there.ledger().allocations.map(({ amount }) => amount)).toEqual([10_00]);
      expect(await alice.call(invoice.getInvoice, { id: other })).toMatchObject({ balance: 40_00 });
      // What is left of the credit note over there is the client's credit, which nobody has here.
      expect((await books.differences()).differences).toMatchObject([{ kind: 'client balance differs', here: 140_00, there: 130_00 }]);
    });

    it('leaves revenue and tax as they are: tax on it is named where the ledgers differ', async () => {
      const { id: taxed } = await alice.call(invoice.createInvoice, {}, { client, date: '2026-03-03' });
      await alice.call(invoice.setInvoiceLines, { id: taxed }, { lines: [newFeeLine(80_00, { tax_type: 'HST' })] });
      const sent = await alice.call(invoice.moveInvoice, { id: taxed }, { to: 'SUBMITTED' });
      await books.run();
      there.creditThere(sent.num!, 20_00, '2026-03-04', '4000', 'TAX001');
      expect(await ask()).toMatchObject([{ amount: 23_00, effect: expect.stringContaining('the $3.00 of tax on the credit note') }]);
      await acceptAll();
      expect(await alice.call(invoice.getInvoice, { id: taxed })).toMatchObject({ balance: 69_00, tax: 12_00 });
      expect((await books.differences()).differences).toMatchObject([
        {
          ...{ kind: 'tax total differs', here: 12_00, there: 9_00 },
          cause: 'Credit notes over there take back $3.00 of tax; a credit here leaves tax as it is.',
        },
      ]);
      expect((await alice.call(getLedgerHealth, {})).differences).toEqual([]);
    });
  });

  it('takes notice of a change with the right signature only, and fetches it', async () => {
    await connectLink(app, there, alice);
    const client = await makeBilledClient(alice);
    const id = await makeIssued(alice, client, 100_00);
    await books.run();
    const { num } = await alice.call(invoice.getInvoice, { id });
    there.payThere(num!, 25_00, '2026-03-04');
    const event = { tenantId: there.tenantId, eventCategory: 'INVOICE', eventType: 'UPDATE', resourceId: there.ledger().invoices[0]!.id };
    const payload = JSON.stringify({ events: [event, { ...event, tenantId: 'other', resourceId: 'x' }] });
    const tell = async (key: string, body = payload) => {
      const signature = createHmac('sha256', key).update(body).digest('base64');
      const headers = { 'content-type': 'application/json', 'x-xero-signature': signature };
      const { statusCode, body: said } = await app.fastify.inject({ method: 'POST', url: '/api/xero/webhook/', headers, payload: body });
      return [statusCode, said];
    };
    const events = () => app.tx().selectFrom('accounting_event').select('remote_id').execute();
    expect(await tell('wrong')).toEqual([401, '']);
    expect(await events()).toEqual([]);
    expect(await tell(TEST_SECRETS.XERO_WEBHOOK_KEY, 'no JSON')).toEqual([200, '']);
    expect(await tell(TEST_SECRETS.XERO_WEBHOOK_KEY)).toEqual([200, '']);
    expect(await events()).toEqual([{ remote_id: event.resourceId }]);
    await books.run();
    expect(await events()).toEqual([]);
    expect((await alice.call(proposal.listAccountingProposals, { state: ['open'] })).results).toMatchObject([
      { kind: 'payment', amount: 25_00 },
    ]);
  });

  it('names each difference: what was made, changed or paid over there', async () => {
    await connectLink(app, there, alice);
    const client = await makeBilledClient(alice);
    const id = await makeIssued(alice, client, 100_00);
    await books.run();
    const { num } = await alice.call(invoice.getInvoice, { id });
    there.addInvoiceThere('X-1', 5_00, { date: '2026-03-04' });
    there.payThere(num!, 1, '2026-03-04');
    const found = (await books.differences()).differences;
    expect(found).toMatchObject([
      { kind: 'balance differs', subject: num, here: 100_00, there: 99_99, action: 'accept', invoice: id },
      { kind: 'document missing here', subject: 'X-1', there: 5_00 },
      { kind: 'client balance differs', here: 100_00, there: 99_99, cause: 'The documents named above explain it.' },
      { kind: 'client balance differs', subject: 'Somebody else', cause: 'The documents named above explain it.' },
    ]);
  });
});
