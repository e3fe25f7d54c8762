import { afterAll, describe, expect, it } from 'vitest';
import { createDocuments } from '../../../adapters/documents/documents.ts';
import { readPdf, readPdfPages } from '../../../testing/pdf-text.ts';
import { entriesOf, INVOICE_SAMPLES, invoiceOf, lineOf, timeLine } from './invoice-samples.ts';
import { type InvoiceMark, printInvoice } from './print-invoice.ts';

const documents = createDocuments();
afterAll(() => documents.stop());

const draw = (document: Parameters<typeof printInvoice>[0], mark: InvoiceMark = null) =>
  documents.makeSheets(printInvoice(document, mark, null));
const sample = (name: string) => INVOICE_SAMPLES[name]!;

describe('the invoice as a PDF', () => {
  it('is the same to the byte whenever it is drawn, also in another thread', async () => {
    const { document } = sample('french');
    const others = createDocuments();
    const [one, two] = await Promise.all([draw(document), others.makeSheets(printInvoice(document, null, null))]);
    await others.stop();
    expect(Buffer.compare(one, two)).toBe(0);
  });

  it('speaks French to whoever reads French: words, days, money, taxes, letters of every name', async () => {
    const words = readPdf(await draw(sample('french').document));
    for (const part of ['Facture 26-0042', 'Échéance', '30 avril 2026', 'Net 30 jours', 'Hélène Œuvrard', 'Łukasz Dvořák', 'Page 1 de 1'])
      expect(words).toContain(part);
    for (const part of ['TPS 5 %, n° 12345 6789 RT0001', 'TVQ 9,975 %, n° 1012345678 TQ0001', '3 710,19 $', '163,20 $', 'coupon'])
      expect(words.replaceAll('\u00a0', ' ')).toContain(part);
  });

  it('over five pages has its head on each, numbers them, and keeps the sums with the last row', async () => {
    const pages = readPdfPages(await draw(sample('five-pages').document));
    expect(pages).toHaveLength(5);
    for (const [at, page] of pages.entries()) {
      expect(page).toMatch(/Description +Quantity +Rate +Detail +Amount/);
      expect(page).toContain(`Page ${at + 1} of 5`);
    }
    const lines = pages
      .at(-1)!
      .split('\n')
      .filter((line) => line.trim() !== '');
    expect(lines[lines.findIndex((line) => line.includes('Subtotal')) - 1]).toMatch(/2026 .*\$/);
    // Every sub-line has its figures beside it: no row was parted.
    const rows = pages.join('\n').match(/^ +(January|February|March) \d+, 2026 .*$/gm)!;
    expect(rows.filter((line) => /h +\$[\d.]+ +\$[\d,.]+$/.test(line))).toHaveLength(30 + 31 + 32 + 33 + 34 + 35);
  });

  it('tells progress as fee, done, billed before and this; a credit below zero; which version it is', async () => {
    const progress = readPdf(await draw(sample('progress').document));
    expect(progress).toContain(
      'Subdivision plan, phase 1 $3,500.00 Fee $12,000.00 Completed to date: 62.5 % $7,500.00 Billed before -$4,000.00',
    );
    const credit = readPdf(await draw(sample('credit').document));
    expect(credit).toContain('Retainer applied -$500.00');
    expect(credit).toContain('Party chief 3.50 h $98.50 $344.75');
    expect(readPdf(await draw(sample('revised').document))).toContain('Revised (version 2)');
    expect(readPdf(await draw(sample('void').document, 'void'))).toContain('Aucun montant n’est dû');
    expect(readPdf(await draw(sample('draft').document, 'draft'))).not.toContain('Please return this part');
  });

  it('groups by what the appearance says; a fee lists its work without amounts', async () => {
    const by = async (roll_up: 'task' | 'role' | 'person') =>
      readPdf(await draw(invoiceOf([timeLine('Survey', entriesOf(6))], { roll_up })));
    expect(await by('role')).toContain('Land surveyor 2.50 h $125.00');
    expect(await by('person')).toContain('Joe Arsenault 4.00 h');
    expect(await by('task')).toMatch(/Survey 10.50 h \$1,444.75/);
    const fee = invoiceOf([lineOf('Plan', 900_00, { entries: entriesOf(3) })], { has_annex: true });
    const annex = readPdfPages(await draw(fee))[1]!;
    expect(annex).toContain('Control traverse');
    expect(annex).not.toContain('$');
  });
});
