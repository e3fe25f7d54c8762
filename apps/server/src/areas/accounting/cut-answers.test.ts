import * as link from '@dmse/contract/accounting/link';
import * as proposal from '@dmse/contract/accounting/proposal';
import * as invoice from '@dmse/contract/invoices/invoice';
import * as payment from '@dmse/contract/payments/payment';
import { newFeeLine } from '@dmse/testkit/builders/invoice';
import type { TestClient } from '@dmse/testkit/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountingStandIn } from '../../testing/accounting-stand-in/stand-in.ts';
import { makeBilledClient, makeIssued } from '../../testing/fixtures/invoice-fixture.ts';
import { bookSteps, connectLink, runLink, startStandIn } from '../../testing/fixtures/link-fixture.ts';
import { useTestApp } from '../../testing/test-app.ts';

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

describe('accounting link whose answers break off', () => {
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
    await books.pay(client, 60_00, [{ invoice: id, amount: 40_00 }]);
    for (let round = 0; round < 40; round += 1) {
      await books.run();
      books.later(70);
    }
    there.setFaults([]);
    alice = await app.as('alice');
    books = bookSteps(app, alice);
    await books.equal();
    const { invoices, payments, overpayments } = there.ledger();
    expect([invoices.length, payments.length, overpayments.length]).toEqual([1, 1, 1]);
    expect((await books.uploads()).every(({ state }) => state === 'done')).toBe(true);
  });

  it('an answer that is lost, of a token too, hinders nothing that is done here meanwhile, and nothing is sent before what it needs', async () => {
    await connectLink(app, there, alice);
    const client = await makeBilledClient(alice);
    const id = await makeIssued(alice, client, 100_00);
    const edit = async (amount: number) => {
      await alice.call(invoice.moveInvoice, { id }, { to: 'EDITING' });
      await alice.call(invoice.setInvoiceLines, { id }, { lines: [newFeeLine(amount)] });
      await alice.call(invoice.moveInvoice, { id }, { to: 'SUBMITTED' });
    };
    const lose = async (is: (call: { method: string; path: string }) => boolean) => {
      let isLost = false;
      there.setFaults((call) => {
        if (isLost || !is(call)) return null;
        isLost = true;
        return { kind: 'cut after' };
      });
      await books.run();
      expect(isLost).toBe(true);
      there.setFaults([]);
      books.later(10);
    };
    there.expireAccessTokens();
    await lose(({ path }) => path === '/connect/token');
    expect((await alice.call(link.getAccountingLink, {})).state).toBe('connected');
    await lose(({ method, path }) => method === 'PUT' && path.endsWith('/Invoices'));
    await edit(120_00);
    await books.run();
    await books.equal();
    // What is sent again may read otherwise by then: our own address is in it.
    await edit(110_00);
    await lose(({ method, path }) => method === 'POST' && path.includes('/Invoices/'));
    await runLink({ ...app, adapters: { ...app.adapters, publicOrigin: 'https://elsewhere.example.ca' } });
    await books.equal();
    // Taken back before it was known to be there; and what is on an invoice goes before the invoice is changed.
    const { id: first } = await books.pay(client, 30_00, [{ invoice: id, amount: 30_00 }]);
    await lose(({ method, path }) => method === 'PUT' && path.endsWith('/Payments'));
    await alice.call(payment.reversePayment, { id: first }, { how: 'return', reason: 'NSF' });
    await books.run();
    await books.equal();
    const { id: second } = await books.pay(client, 50_00, [{ invoice: id, amount: 50_00 }]);
    await books.run();
    await alice.call(payment.reversePayment, { id: second }, { how: 'return', reason: 'NSF' });
    await edit(90_00);
    await books.run();
    await books.equal();
    expect((await books.uploads()).filter(({ state }) => state === 'failed' || state === 'waiting')).toEqual([]);
    expect(there.ledger().payments.map(({ isDeleted }) => isDeleted)).toEqual([true, true]);
    expect((await alice.call(proposal.listAccountingProposals, {})).results).toEqual([]);
  });

  describe('a write-off that is taken back leaves no credit note over there', () => {
    const isAllocation = ({ method, path }: { method: string; path: string }) => method === 'PUT' && path.endsWith('/Allocations');
    const isNote = ({ method, path }: { method: string; path: string }) => method === 'PUT' && path.endsWith('/CreditNotes');
    const notes = () => there.ledger().creditNotes.map(({ status }) => status);
    async function writeOff(): Promise<number> {
      await connectLink(app, there, alice);
      const id = await makeIssued(alice, await makeBilledClient(alice), 100_00);
      await books.run();
      await alice.call(invoice.moveInvoice, { id }, { to: 'WRITTEN_OFF', reason: 'Bankrupt' });
      return id;
    }
    async function restore(id: number): Promise<void> {
      there.setFaults([]);
      await alice.call(invoice.moveInvoice, { id }, { to: 'RESTORED' });
      books.later(70);
      await books.run();
      expect(notes()).toEqual(['VOIDED']);
      await books.equal();
    }

    it('that had to wait before it was put on the invoice', async () => {
      const id = await writeOff();
      there.setFaults((call) => (isAllocation(call) ? { kind: 'too many', retryAfter: 5 } : null));
      await books.run();
      expect(notes()).toEqual(['AUTHORISED']);
      await restore(id);
    });

    it('that was refused on the invoice', async () => {
      const id = await writeOff();
      const { num } = await alice.call(invoice.getInvoice, { id });
      there.payThere(num!, 10_00);
      await books.run();
      expect((await books.uploads())[0]).toMatchObject({ kind: 'write-off', state: 'failed', upload_status: 'UPLOAD_FAILED' });
      there.removePaymentThere(there.ledger().payments[0]!.id);
      await restore(id);
    });

    it('that came to be there after another process had looked for it in vain', async () => {
      const id = await writeOff();
      let isOnItsWay = false;
      there.setFaults((call) => {
        if (!isNote(call)) return null;
        isOnItsWay = true;
        return { kind: 'slow', milliseconds: 1500 };
      });
      const sending = books.run();
      await expect.poll(() => isOnItsWay, { timeout: 10_000 }).toBe(true);
      await alice.call(invoice.moveInvoice, { id }, { to: 'RESTORED' });
      books.later(10);
      await books.run();
      expect(notes()).toEqual([]);
      await sending;
      await books.run();
      expect(notes()).toEqual(['VOIDED']);
      await books.equal();
    });

    it('that came to be there after its sender was killed and another had looked for it in vain', async () => {
      const id = await writeOff();
      const killed = sendAndKill(isNote);
      await expect.poll(killed.isOnItsWay, { timeout: 10_000 }).toBe(true);
      await alice.call(invoice.moveInvoice, { id }, { to: 'RESTORED' });
      books.later(10);
      await books.run();
      expect((await books.uploads())[0]).toMatchObject({ kind: 'write-off', state: 'replaced', upload_status: 'NOT_UPLOADED' });
      await killed.landed;
      expect(notes()).toEqual(['AUTHORISED']);
      await alice.call(link.refreshAccounting, {}, undefined);
      await books.run();
      await books.run();
      expect(notes()).toEqual(['VOIDED']);
      await books.equal();
    });
  });

  /** The process that sends ends while the first such call is on its way: the call has its effect, and nothing is written down of it. */
  function sendAndKill(is: (call: { method: string; path: string }) => boolean) {
    let isSent = false;
    there.setFaults((call) => {
      if (isSent || !is(call)) return null;
      isSent = true;
      return { kind: 'slow', milliseconds: 1500 };
    });
    const { db } = app;
    const whenDead = () => Promise.reject(new Error('Killed.'));
    const dying: typeof db = {
      ...db,
      read: (work) => (isSent ? whenDead() : db.read(work)),
      write: (work) => (isSent ? whenDead() : db.write(work)),
    };
    const landed = expect(runLink({ ...app, db: dying })).rejects.toThrow('Killed.');
    return { isOnItsWay: () => isSent, landed };
  }

  it('a payment that came late and was taken back here is taken back over there, and is not proposed as one of theirs', async () => {
    await connectLink(app, there, alice);
    const client = await makeBilledClient(alice);
    const id = await makeIssued(alice, client, 100_00);
    await books.run();
    const { id: paid } = await books.pay(client, 40_00, [{ invoice: id, amount: 40_00 }]);
    const killed = sendAndKill(({ method, path }) => method === 'PUT' && path.endsWith('/Payments'));
    await expect.poll(killed.isOnItsWay, { timeout: 10_000 }).toBe(true);
    await alice.call(payment.reversePayment, { id: paid }, { how: 'return', reason: 'NSF' });
    books.later(10);
    await books.run();
    expect(there.ledger().payments).toEqual([]);
    await killed.landed;
    expect(there.ledger().payments).toMatchObject([{ isDeleted: false }]);
    const { remote_id } = await app
      .tx()
      .selectFrom('accounting_document')
      .select('remote_id')
      .where('invoice', '=', id)
      .where('kind', '=', 'invoice')
      .executeTakeFirstOrThrow();
    const event = { noun: 'INVOICE' as const, remote_id: remote_id!, received_on: app.clock.now };
    await app.tx().insertInto('accounting_event').values(event).execute();
    await books.run();
    await books.run();
    expect(there.ledger().payments).toMatchObject([{ isDeleted: true }]);
    expect((await alice.call(proposal.listAccountingProposals, {})).results).toEqual([]);
    await books.equal();
  });
});
