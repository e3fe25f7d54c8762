import { createHmac } from 'node:crypto';
import { compareLedgersNow, getLedgerComparison } from '@dmse/contract/accounting/differences';
import * as link from '@dmse/contract/accounting/link';
import * as proposal from '@dmse/contract/accounting/proposal';
import * as upload from '@dmse/contract/accounting/upload';
import { getAccountingSettings } from '@dmse/contract/expenses/accounting';
import * as invoice from '@dmse/contract/invoices/invoice';
import * as deposit from '@dmse/contract/payments/deposit';
import * as payment from '@dmse/contract/payments/payment';
import { getLedgerHealth } from '@dmse/contract/wip/wip';
import type { TestClient } from '@dmse/testkit/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountingStandIn } from '../../testing/accounting-stand-in/stand-in.ts';
import { feeLine, makeBilledClient, makeIssued } from '../../testing/fixtures/invoice-fixture.ts';
import { connectLink, runLink, startStandIn } from '../../testing/fixtures/link-fixture.ts';
import { useTestApp } from '../../testing/test-app.ts';
import { TEST_SECRETS } from '../../testing/test-secrets.ts';

const app = useTestApp();
let there: AccountingStandIn;
let alice: TestClient;
beforeEach(async () => {
  there = await startStandIn(app);
  alice = await app.as('alice');
});
afterEach(() => there.stop());

const run = () => runLink(app);
const later = (minutes: number) => {
  app.clock.now = new Date(Date.parse(app.clock.now) + minutes * 60_000).toISOString();
};
const uploads = async () => (await alice.call(upload.listUploads, { page_size: 200 })).results;
const standing = () => there.ledger().invoices.filter(({ status }) => status !== 'VOIDED');

async function pay(client: number, amount: number, allocations: { invoice: number; amount: number }[]) {
  const received = { client, received_on: '2026-03-04', method: 'Check' as const, reference: '118', amount };
  const { id } = await alice.call(payment.createPayment, {}, { ...received, allocations, keeps_credit: true });
  const made = await alice.call(deposit.createDeposit, {}, { date: '2026-03-04', account_code: '1000', note: '', payments: [id] });
  await alice.call(deposit.moveDeposit, { id: made.id }, { to: 'DEPOSITED' });
  return { id, deposit: made.id };
}

async function differences() {
  await alice.call(compareLedgersNow, {}, undefined);
  later(1);
  await run();
  const found = await alice.call(getLedgerComparison, {});
  expect(found).toMatchObject({ is_running: false, failed: '' });
  return found;
}

async function equal() {
  const { differences: found, here, there: other } = await differences();
  expect(found).toEqual([]);
  expect(here).toEqual(other);
  expect((await alice.call(getLedgerHealth, {})).differences).toEqual([]);
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
    await run();
    await app.tx().updateTable('accounting_link').set({ tenant: 'another', organisation: 'Other books' }).execute();
    await alice.call(link.connectAccounting, {}, there.consent((await alice.call(link.askConsent, {}, undefined)).url));
    const chosen = await alice.send(link.chooseOrganisation, {}, { id: there.tenantId, start_on: '2026-03-01' });
    expect([chosen.status, String(chosen.body)]).toEqual([400, expect.stringContaining('were sent to Other books')]);
    await alice.call(link.disconnectAccounting, {}, undefined);
    expect(await alice.call(link.getAccountingLink, {})).toMatchObject({ state: 'none', waiting: 0 });
    expect(await alice.call(getAccountingSettings, {})).toEqual(own);
  });

  it('sends invoices, write-offs, payments and credit; both ledgers are equal to the cent', async () => {
    await connectLink(app, there, alice);
    const client = await makeBilledClient(alice);
    const first = await makeIssued(alice, client, 100_00);
    const second = await makeIssued(alice, client, 50_00);
    const { id: taxed } = await alice.call(invoice.createInvoice, {}, { client, date: '2026-03-03' });
    const parts = [25_06, 25_61, 25_63].map((amount) => feeLine(amount, { tax_type: 'HST' }));
    await alice.call(invoice.setInvoiceLines, { id: taxed }, { lines: parts });
    await alice.call(invoice.moveInvoice, { id: taxed }, { to: 'SUBMITTED' });
    await run();
    expect(await alice.call(invoice.getInvoice, { id: first })).toMatchObject({ upload: { upload_status: 'UPLOADED', is_waiting: false } });
    await equal();
    const paid = await pay(client, 160_00, [
      { invoice: first, amount: 100_00 },
      { invoice: second, amount: 20_00 },
    ]);
    await run();
    await equal();
    expect((await alice.send(deposit.moveDeposit, { id: paid.deposit }, { to: 'OPEN' })).status).toBe(409);
    // The credit goes on another invoice, and a part of it is moved.
    await alice.call(payment.applyCredit, {}, { invoice: taxed });
    await run();
    await equal();
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
    await run();
    await equal();
    await alice.call(invoice.moveInvoice, { id: first }, { to: 'WRITTEN_OFF', reason: 'Bankrupt' });
    await run();
    await equal();
    await alice.call(invoice.moveInvoice, { id: first }, { to: 'RESTORED' });
    await run();
    await equal();
    await alice.call(
      payment.reversePayment,
      { id: (await pay(client, 5_00, [{ invoice: first, amount: 5_00 }])).id },
      { how: 'return', reason: 'NSF' },
    );
    await run();
    await equal();
    expect((await uploads()).filter(({ state }) => state !== 'done' && state !== 'replaced')).toEqual([]);
  });

  it('revises, voids, and brings back under a suffix; what is refused stays refused with its remedy', async () => {
    await connectLink(app, there, alice);
    const client = await makeBilledClient(alice);
    const id = await makeIssued(alice, client, 100_00);
    await run();
    const { num } = await alice.call(invoice.getInvoice, { id });
    there.payThere(num!, 10_00);
    await alice.call(invoice.moveInvoice, { id }, { to: 'EDITING' });
    await alice.call(invoice.setInvoiceLines, { id }, { lines: [feeLine(80_00)] });
    await alice.call(invoice.moveInvoice, { id }, { to: 'SUBMITTED' });
    await run();
    const { upload: mark } = await alice.call(invoice.getInvoice, { id });
    expect(mark).toMatchObject({
      upload_status: 'UPDATE_FAILED',
      says: expect.stringContaining('has a payment or credit note allocated'),
      remedy: 'Take the payment or credit off the document over there, press Retry, and put it back.',
    });
    expect((await differences()).differences.map(({ kind, action }) => [kind, action])).toContainEqual(['amount differs', 'send']);
    there.removePaymentThere(there.ledger().payments[0]!.id);
    await alice.call(upload.retryUpload, { id: mark!.id }, undefined);
    await run();
    await equal();
    await alice.call(invoice.moveInvoice, { id }, { to: 'DELETED' });
    await run();
    expect(there.ledger().invoices.map(({ status }) => status)).toEqual(['VOIDED']);
    await alice.call(invoice.moveInvoice, { id }, { to: 'RESTORED' });
    await run();
    expect(standing().map(({ number }) => number)).toEqual([`${num}-R1`]);
    await equal();
  });

  it('proposes what was done over there, once, and does it here when it is accepted', async () => {
    await connectLink(app, there, alice);
    const client = await makeBilledClient(alice);
    const ids = [await makeIssued(alice, client, 100_00), await makeIssued(alice, client, 50_00), await makeIssued(alice, client, 30_00)];
    await run();
    const nums = await Promise.all(ids.map(async (id) => (await alice.call(invoice.getInvoice, { id })).num!));
    there.payThere(nums[0]!, 40_00, '2026-03-04');
    there.creditThere(nums[1]!, 50_00, '2026-03-04', '6900');
    there.voidThere(nums[2]!);
    const ask = async () => {
      await alice.call(link.refreshAccounting, {}, undefined);
      later(1);
      await run();
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
    await run();
    await equal();
    there.removePaymentThere(there.ledger().payments[0]!.id);
    const [removed] = await ask();
    expect(removed).toMatchObject({ kind: 'removed' });
    await alice.call(proposal.acceptAccountingProposal, { id: removed!.id }, undefined);
    await run();
    await equal();
    expect(await ask()).toEqual([]);
    there.payThere(nums[0]!, 40_00, '2099-01-01');
    const [early] = await ask();
    const refused = await alice.send(proposal.acceptAccountingProposal, { id: early!.id }, undefined);
    expect([refused.status, String(refused.body)]).toEqual([400, expect.stringContaining('This payment is dated 2099-01-01')]);
  });

  it('takes notice of a change with the right signature only, and fetches it', async () => {
    await connectLink(app, there, alice);
    const client = await makeBilledClient(alice);
    const id = await makeIssued(alice, client, 100_00);
    await run();
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
    await run();
    expect(await events()).toEqual([]);
    expect((await alice.call(proposal.listAccountingProposals, { state: ['open'] })).results).toMatchObject([
      { kind: 'payment', amount: 25_00 },
    ]);
  });

  it('names each difference: what was made, changed or paid over there', async () => {
    await connectLink(app, there, alice);
    const client = await makeBilledClient(alice);
    const id = await makeIssued(alice, client, 100_00);
    await run();
    const { num } = await alice.call(invoice.getInvoice, { id });
    there.addInvoiceThere('X-1', 5_00, { date: '2026-03-04' });
    there.payThere(num!, 1, '2026-03-04');
    const found = (await differences()).differences;
    expect(found).toMatchObject([
      { kind: 'balance differs', subject: num, here: 100_00, there: 99_99, action: 'accept', invoice: id },
      { kind: 'document missing here', subject: 'X-1', there: 5_00 },
      { kind: 'client balance differs', here: 100_00, there: 99_99, cause: 'The documents named above explain it.' },
      { kind: 'client balance differs', subject: 'Somebody else', cause: 'The documents named above explain it.' },
    ]);
  });

  it('one document of each, with our total, whatever the line does', async () => {
    await connectLink(app, there, alice);
    const client = await makeBilledClient(alice);
    const id = await makeIssued(alice, client, 100_00);
    const faults = [
      { kind: 'cut after' },
      { kind: 'too many', retryAfter: 5 },
      { kind: 'cut before' },
      { kind: 'error after' },
      { kind: 'token expired' },
      { kind: 'error before' },
    ] as const;
    there.setFaults([...faults, null, ...faults, null, ...faults]);
    await pay(client, 60_00, [{ invoice: id, amount: 40_00 }]);
    for (let round = 0; round < 40; round += 1) {
      await run();
      later(70);
    }
    there.setFaults([]);
    alice = await app.as('alice');
    await equal();
    const { invoices, payments, overpayments } = there.ledger();
    expect([invoices.length, payments.length, overpayments.length]).toEqual([1, 1, 1]);
    expect((await uploads()).every(({ state }) => state === 'done')).toBe(true);
  });

  it('an answer that is lost, of a token too, hinders nothing that is done here meanwhile, and nothing is sent before what it needs', async () => {
    await connectLink(app, there, alice);
    const client = await makeBilledClient(alice);
    const id = await makeIssued(alice, client, 100_00);
    const edit = async (amount: number) => {
      await alice.call(invoice.moveInvoice, { id }, { to: 'EDITING' });
      await alice.call(invoice.setInvoiceLines, { id }, { lines: [feeLine(amount)] });
      await alice.call(invoice.moveInvoice, { id }, { to: 'SUBMITTED' });
    };
    const lose = async (is: (call: { method: string; path: string }) => boolean) => {
      let isLost = false;
      there.setFaults((call) => {
        if (isLost || !is(call)) return null;
        isLost = true;
        return { kind: 'cut after' };
      });
      await run();
      expect(isLost).toBe(true);
      there.setFaults([]);
      later(10);
    };
    there.expireAccessTokens();
    await lose(({ path }) => path === '/connect/token');
    expect((await alice.call(link.getAccountingLink, {})).state).toBe('connected');
    await lose(({ method, path }) => method === 'PUT' && path.endsWith('/Invoices'));
    await edit(120_00);
    await run();
    await equal();
    // What is sent again may read otherwise by then: our own address is in it.
    await edit(110_00);
    await lose(({ method, path }) => method === 'POST' && path.includes('/Invoices/'));
    await runLink({ ...app, adapters: { ...app.adapters, publicOrigin: 'https://elsewhere.example.ca' } });
    await equal();
    // Taken back before it was known to be there; and what is on an invoice goes before the invoice is changed.
    const { id: first } = await pay(client, 30_00, [{ invoice: id, amount: 30_00 }]);
    await lose(({ method, path }) => method === 'PUT' && path.endsWith('/Payments'));
    await alice.call(payment.reversePayment, { id: first }, { how: 'return', reason: 'NSF' });
    await run();
    await equal();
    const { id: second } = await pay(client, 50_00, [{ invoice: id, amount: 50_00 }]);
    await run();
    await alice.call(payment.reversePayment, { id: second }, { how: 'return', reason: 'NSF' });
    await edit(90_00);
    await run();
    await equal();
    expect((await uploads()).filter(({ state }) => state === 'failed' || state === 'waiting')).toEqual([]);
    expect(there.ledger().payments.map(({ isDeleted }) => isDeleted)).toEqual([true, true]);
    expect((await alice.call(proposal.listAccountingProposals, {})).results).toEqual([]);
  });
});
