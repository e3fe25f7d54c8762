/**
 * The PDF of an invoice with an annex of all its entries, by how many there are, as the server makes it: in a thread beside the one that
 * answers, which is asked meanwhile how late its timers are. Target: 5,000 entries in 3 seconds, from a thread that has just started, and
 * no faster growth than the entries.
 * Run: node bench/invoice-pdf.ts. With a folder it writes the examples every change to the page is looked at with instead.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createDocuments } from '../apps/server/src/adapters/documents/documents.ts';
import { entriesOf, INVOICE_SAMPLES, invoiceOf, timeLine } from '../apps/server/src/areas/invoices/document/invoice-samples.ts';
import { printInvoice } from '../apps/server/src/areas/invoices/document/print-invoice.ts';
import { compare } from './shared/product.ts';

const SIZES = [50, 500, 5_000];
const TARGET_SECONDS = 3;
const TARGET_LATE_MS = 300;

async function measure(count: number): Promise<number> {
  const documents = createDocuments();
  const late = monitorEventLoopDelay({ resolution: 10 });
  const invoice = invoiceOf([timeLine('Topographic survey', entriesOf(count))], { has_annex: true });
  late.enable();
  const began = performance.now();
  const bytes = await documents.makeSheets(printInvoice(invoice, null, null));
  const seconds = (performance.now() - began) / 1000;
  late.disable();
  await documents.stop();
  console.log(
    `${count} entries: ${seconds.toFixed(2)} s, ${(bytes.length / 1000).toFixed(0)} kB, timers late by ${(late.max / 1e6).toFixed(0)} ms at most`,
  );
  if (count === SIZES.at(-1)) compare('Timers of the server late meanwhile', late.max / 1e6, TARGET_LATE_MS, 'ms');
  return seconds;
}

async function writeExamples(folder: string): Promise<void> {
  const documents = createDocuments();
  mkdirSync(folder, { recursive: true });
  for (const [name, { document, mark = null }] of Object.entries(INVOICE_SAMPLES))
    writeFileSync(join(folder, `${name}.pdf`), await documents.makeSheets(printInvoice(document, mark, null)));
  await documents.stop();
}

const folder = process.argv[2];
if (folder) await writeExamples(folder);
else {
  const seconds: number[] = [];
  for (const size of SIZES) seconds.push(await measure(size));
  const [, fewer, most] = seconds as [number, number, number];
  compare('5,000 entries', most, TARGET_SECONDS, 's');
  compare('5,000 entries against 500', most / fewer, 10, 'times');
}
