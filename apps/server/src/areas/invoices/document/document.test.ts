import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@dmse/contract/clients/client';
import { createContact } from '@dmse/contract/clients/contact';
import * as wire from '@dmse/contract/invoices/document';
import * as invoice from '@dmse/contract/invoices/invoice';
import * as statement from '@dmse/contract/invoices/statement';
import { updateSettingSection } from '@dmse/contract/settings/core';
import { newBilledClient } from '@dmse/testkit/builders/client';
import { newFeeLine } from '@dmse/testkit/builders/invoice';
import type { TestClient } from '@dmse/testkit/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBossQueue } from '../../../adapters/boss-queue.ts';
import { startWorkers } from '../../../background/start-workers.ts';
import type { Tx } from '../../../db/database.ts';
import { listenForMail } from '../../../testing/mail-listener.ts';
import { readPdf } from '../../../testing/pdf-text.ts';
import { type CommittedApp, startCommittedApp, useTestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

const app = useTestApp();

const line = (amount: number) => newFeeLine(amount, { tax_type: 'HST' });

async function registerFirm(tx: Tx): Promise<void> {
  await sql`update setting set value = value || '{"hst_number": "123456789 RT0001"}' where section = 'firm'`.execute(tx);
}

async function makeClient(alice: TestClient, language: 'en' | 'fr' = 'en'): Promise<number> {
  const fields = { ...newBilledClient('Riverbend Farms'), billing_city: '', email: 'office@riverbend.example', language };
  const { id } = await alice.call(createClient, {}, fields);
  const contact = { name: 'Émilie Roy', emails: ['bills@riverbend.example'], clients: [{ client: id, is_billing: true }] };
  await alice.call(createContact, {}, contact);
  return id;
}

async function submit(alice: TestClient, client: number, amount = 100_00, date = '2026-03-04'): Promise<number> {
  const { id } = await alice.call(invoice.createInvoice, {}, { client, date });
  await alice.call(invoice.setInvoiceLines, { id }, { lines: [line(amount)] });
  await alice.call(invoice.moveInvoice, { id }, { to: 'SUBMITTED' });
  return id;
}

async function fetchPdf(alice: TestClient, id: number, query: { revision?: number; preview?: boolean } = {}) {
  const { status, headers, body } = await alice.send(wire.invoicePdf, { id, ...query });
  return { status, bytes: body, name: decodeURIComponent(String(headers['content-disposition']).split("UTF-8''")[1] ?? '') };
}

describe('the PDF of an invoice', () => {
  it('is made of what was frozen: settings, an edit and a void one change nothing in it', async () => {
    const alice = await app.as('alice');
    await registerFirm(app.tx());
    const id = await submit(alice, await makeClient(alice));
    const first = await fetchPdf(alice, id);
    expect(first.name).toBe('Invoice 00001.pdf');
    await alice.call(updateSettingSection, { section: 'firm' }, { firm_name: 'Another name', legal_name: '' });
    await alice.call(updateSettingSection, { section: 'invoicing' }, { payment_text: 'Pay in shells.' });
    expect(Buffer.compare((await fetchPdf(alice, id)).bytes, first.bytes)).toBe(0);

    await alice.call(invoice.moveInvoice, { id }, { to: 'EDITING' });
    await alice.call(invoice.setInvoiceLines, { id }, { lines: [line(200_00)] });
    expect(readPdf((await fetchPdf(alice, id)).bytes)).toContain('$115.00');
    const preview = readPdf((await fetchPdf(alice, id, { preview: true })).bytes);
    for (const part of ['DRAFT', 'Revised (version 2)', '$230.00', 'Another name', 'Pay in shells.']) expect(preview).toContain(part);
    await alice.call(invoice.moveInvoice, { id }, { to: 'SUBMITTED' });
    const second = await fetchPdf(alice, id);
    expect(second.name).toBe('Invoice 00001 (version 2).pdf');
    expect(readPdf(second.bytes)).toContain('Revised (version 2)');
    expect(Buffer.compare((await fetchPdf(alice, id, { revision: 1 })).bytes, first.bytes)).toBe(0);

    await alice.call(invoice.moveInvoice, { id }, { to: 'DELETED' });
    expect(readPdf((await fetchPdf(alice, id)).bytes)).toContain('This invoice is void.');
    expect((await fetchPdf(alice, id, { revision: 3 })).status).toBe(404);
  });

  it('of a draft is its preview; a draft and a void one are not mailed, nobody strange gets one', async () => {
    const alice = await app.as('alice');
    await registerFirm(app.tx());
    const client = await makeClient(alice);
    const { id } = await alice.call(invoice.createInvoice, {}, { client });
    expect(readPdf((await fetchPdf(alice, id)).bytes)).toContain('DRAFT');
    const mailing = { to: ['bills@riverbend.example'], subject: 'Invoice', message: 'Hello' };
    expect((await alice.refused(wire.mailInvoice, { id }, mailing)).body.detail).toBe(
      'Submit the invoice first: only what was submitted is mailed.',
    );
    const sent = await submit(alice, client);
    const strange = await alice.refused(wire.mailInvoice, { id: sent }, { ...mailing, to: ['eve@elsewhere.example'] });
    expect(strange.body).toMatchObject({ to: ['eve@elsewhere.example is not an address of the client or one of its contacts.'] });
    await alice.call(invoice.moveInvoice, { id: sent }, { to: 'DELETED' });
    expect((await alice.refused(wire.mailInvoice, { id: sent }, mailing)).body.detail).toBe('This invoice is void; it is not mailed.');
    await alice.refused(updateSettingSection, { section: 'invoicing' }, { invoice_subject: 'Invoice {numer}' });
    expect(
      (await (await app.as('ivan')).call(updateSettingSection, { section: 'invoicing' }, { needs_approval: false })).version,
    ).toBeGreaterThan(0);
  });
});

describe('the statement of account', () => {
  it('adds up: what was billed, revised, written off and voided, by age on any day', async () => {
    const alice = await app.as('alice');
    await registerFirm(app.tx());
    const client = await makeClient(alice, 'fr');
    const [old, revised, lost, wrong] = [
      await submit(alice, client, 100_00, '2025-12-01'),
      await submit(alice, client, 200_00, '2026-01-15'),
      await submit(alice, client, 300_00, '2026-02-01'),
      await submit(alice, client, 400_00, '2026-02-02'),
    ];
    await alice.call(invoice.moveInvoice, { id: revised }, { to: 'EDITING' });
    await alice.call(invoice.setInvoiceLines, { id: revised }, { lines: [line(250_00)] });
    await alice.call(invoice.moveInvoice, { id: revised }, { to: 'SUBMITTED' });
    await alice.call(invoice.moveInvoice, { id: lost }, { to: 'WRITTEN_OFF', reason: 'Bankrupt' });
    await alice.call(invoice.moveInvoice, { id: wrong }, { to: 'DELETED' });
    const now = await alice.call(statement.getStatement, { client });
    expect(now.lines.map(({ date, act, amount }) => [date, act, amount])).toEqual([
      ['2026-01-15', 'invoice', 287_50],
      ['2026-02-01', 'invoice', 345_00],
      ['2026-02-02', 'invoice', 460_00],
      ['2026-03-04', 'write-off', -345_00],
      ['2026-03-04', 'invoice', -460_00],
    ]);
    expect(now).toMatchObject({ opening: 115_00, closing: 402_50, balance: 402_50, overdue: 402_50, unapplied: 0 });
    expect(now.open.map((one) => [one.invoice.id, one.due_date, one.balance])).toEqual([
      [old, '2025-12-31', 115_00],
      [revised, '2026-02-14', 287_50],
    ]);
    expect(now.ages.filter(({ amount }) => amount !== 0)).toEqual([
      { bucket: '1–30', amount: 287_50 },
      { bucket: '61–90', amount: 115_00 },
    ]);
    const then = await alice.call(statement.getStatement, { client, as_of: '2026-02-03', from: '2026-02-01' });
    expect(then).toMatchObject({ opening: 402_50, balance: 1207_50, overdue: 115_00 });
    const pdf = await alice.call(statement.statementPdf, { client });
    const words = readPdf(new Uint8Array(await pdf.arrayBuffer())).replaceAll('\u00a0', ' ');
    for (const part of ['État de compte', 'Radiation', 'Facture annulée', 'Solde à payer 402,50 $', 'Plus de 90 jours'])
      expect(words).toContain(part);
    expect(await alice.call(statement.getStatementMail, { client })).toMatchObject({
      to: ['bills@riverbend.example'],
      message: expect.stringMatching(/au 4 mars 2026. Le solde est de 402,50.\$/),
    });
  });
});

describe('with real commits', () => {
  let firm: CommittedApp;
  beforeAll(async () => {
    firm = await startCommittedApp('invoice_mail');
  });
  afterAll(() => firm.close());

  it('the queue keeps the PDF under its hash; the mail carries it, and its fate stands with the invoice', async () => {
    const outgoing = await listenForMail({});
    const dataDir = await mkdtemp(join(tmpdir(), 'dmse-invoice-'));
    const queue = createBossQueue({ url: firm.url });
    const config = { dataDir, smtpUrl: `smtp://127.0.0.1:${outgoing.port}`, leaveQueues: [] };
    const workers = await startWorkers({ db: firm.db, adapters: { ...firm.adapters, queue }, config, log: null });
    try {
      await firm.db.write(registerFirm);
      const alice = await firm.as('alice');
      const client = await makeClient(alice, 'fr');
      const id = await submit(alice, client);
      const made = await fetchPdf(alice, id);
      const kept = () => firm.db.read((tx) => tx.selectFrom('invoice_pdf').selectAll().execute());
      await until(async () => (await kept()).length === 1);
      expect(Buffer.compare((await fetchPdf(alice, id)).bytes, made.bytes)).toBe(0);

      const { to, subject, message } = await alice.call(wire.getInvoiceMail, { id });
      expect({ to, subject }).toEqual({ to: ['bills@riverbend.example'], subject: expect.stringMatching(/^Facture 00001 de /) });
      await alice.call(wire.mailInvoice, { id }, { to, cc: ['office@riverbend.example'], subject, message });
      await until(() => outgoing.received.length === 2);
      const states = async () => (await alice.call(wire.getInvoiceMail, { id })).mails.map(({ state, revision }) => [state, revision]);
      await until(async () => (await states()).every(([state]) => state === 'sent'));
      expect(await states()).toEqual([
        ['sent', 1],
        ['sent', 1],
      ]);
      const source = outgoing.received.find((one) => one.to.includes('bills@riverbend.example'))!.source;
      expect(source).toMatch(/filename="?Facture 00001\.pdf/);
      const attached = Buffer.from(/application\/pdf[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n--/.exec(source)![1]!, 'base64');
      expect(Buffer.compare(attached, made.bytes)).toBe(0);
      const { results } = await alice.call(invoice.listInvoiceHistory, { id });
      expect(JSON.stringify(results)).toContain('version 1 to bills@riverbend.example, office@riverbend.example');
      expect((await kept()).map(({ revision }) => revision)).toHaveLength(1);

      const bill = { to, subject: 'État de compte', message: 'Bonjour' };
      expect((await alice.call(statement.mailStatement, { client }, bill)).mails).toHaveLength(1);
      await until(() => outgoing.received.length === 3);
    } finally {
      await workers.stop();
      await queue.close();
      await outgoing.close();
      await rm(dataDir, { recursive: true });
    }
  });
});
