import { randomUUID } from 'node:crypto';
import { createClient } from '@dmse/contract/clients/client';
import * as historical from '@dmse/contract/historicals/historical-file';
import * as historicalScan from '@dmse/contract/historicals/scan';
import * as job from '@dmse/contract/jobs/job';
import * as quote from '@dmse/contract/jobs/quote';
import * as memo from '@dmse/contract/memos/memo';
import * as location from '@dmse/contract/places/location';
import * as report from '@dmse/contract/reports/report';
import { updateSettingHost, updateSettingSection } from '@dmse/contract/settings/core';
import { uploadBytes } from '../../../apps/server/src/testing/fixtures/upload-fixture.ts';
import type { Desk, Example } from './examples.ts';

const TEXT = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'The culvert is blocked.' }] }] } as const;
const MAIL = 'From: joe@example.ca\r\nSubject: Hello\r\n\r\nHello\r\n';
const PLACES = 'label,lon,lat\r\n1 Main Street,-66.64,45.96\r\n2 Main Street,-66.65,45.97\r\n';

export const makeJob = async ({ me, tag }: Desk) => (await me.call(job.createJob, {}, { desc: `Job ${tag()}` })).id;
const makeQuote = async ({ me, tag }: Desk) => (await me.call(quote.createQuote, {}, { desc: `Quote ${tag()}` })).id;
const makePlace = async ({ me, tag }: Desk) => (await me.call(location.createLocation, {}, { address: `${tag()} Main Street` })).id;
const makeOldFile = async ({ me, tag }: Desk) => (await me.call(historical.createHistoricalFile, {}, { file_number: tag() })).id;
const uploadScan = ({ me, tag }: Desk) => uploadBytes(me, 'scan.pdf', `%PDF-1.4\n% ${tag()}\n`);

const makeView = (name: string) => ({ report: 'stale-jobs', name, search: '', is_shared: true });

async function makeMemo(desk: Desk): Promise<number> {
  return (await desk.me.call(memo.createMemo, {}, { job: await makeJob(desk), title: 'Culvert', text: TEXT })).id;
}

/** A quote that has gone out, with the PDF of its revision; and where its client can be written to. */
async function makeSubmitted(desk: Desk): Promise<{ id: number; email: string }> {
  const email = `${desk.tag().toLowerCase()}@example.ca`;
  const client = (await desk.me.call(createClient, {}, { name: `Client ${desk.tag()}`, email })).id;
  const { id } = await desk.me.call(quote.createQuote, {}, { desc: `Quote ${desk.tag()}`, client });
  const pdf = await uploadScan(desk);
  await desk.sql(`update quote set state = 'QUOTE SUBMITTED', submitted_on = now(), revision = 1 where id = $1`, [id]);
  await desk.sql(
    `insert into quote_revision (quote, number, total, valid_until, budget, pdf, created_on) values ($1, 1, 100, '2026-04-03', '[]', $2, now())`,
    [id, pdf],
  );
  return { id, email };
}

/** Nobody sends mail here: what would have come in is laid where it would lie. */
async function receiveMail({ me, sql, tag }: Desk, state: string): Promise<number> {
  const eml = await uploadBytes(me, 'mail.eml', `${MAIL}${tag()}\r\n`);
  const [row] = await sql<{ id: number }>(
    `insert into inbound_mail (message_id, source, from_address, subject, eml, state, received_on)
     values ($1, 'smtp', 'joe@example.ca', 'Hello', $2, $3, now()) returning id`,
    [`<${randomUUID()}@example.ca>`, eml, state],
  );
  return row!.id;
}

async function connectDrive({ me, home }: Desk): Promise<void> {
  await me.call(updateSettingHost, { section: 'folder_template' }, { drive: home });
  await me.call(updateSettingSection, { section: 'folder_template' }, { folders: ['01 Quote', '02 Plans/Drafts'] });
}

/** For each call about jobs, quotes, places, memos and historical files: something to do, on records made for it alone. */
export const JOB_EXAMPLES: Record<string, (desk: Desk) => Promise<Example>> = {
  createJob: async (desk) => {
    // The first of all also begins the numbering.
    await makeJob(desk);
    return { input: {}, body: { desc: `Job ${desk.tag()}` } };
  },
  updateJob: async (desk) => ({ input: { id: await makeJob(desk) }, body: { po_number: 'PO 1' }, options: { ifMatch: 1 } }),
  setJobLocation: async (desk) => ({ input: { id: await makeJob(desk) }, body: { address: '1 Main Street' } }),
  populateJobDrive: async (desk) => {
    await connectDrive(desk);
    return { input: { id: await makeJob(desk) } };
  },
  acceptBillingProgress: async (desk) => ({ input: { id: await makeJob(desk) }, body: { percent: 20, proposed: 0, reason: 'Agreed' } }),
  createQuote: async (desk) => {
    await makeQuote(desk);
    return { input: {}, body: { desc: `Quote ${desk.tag()}` } };
  },
  updateQuote: async (desk) => ({ input: { id: await makeQuote(desk) }, body: { long_desc: 'All of it' }, options: { ifMatch: 1 } }),
  setQuoteLocation: async (desk) => ({ input: { id: await makeQuote(desk) }, body: { address: '1 Main Street' } }),
  populateQuoteDrive: async (desk) => {
    await connectDrive(desk);
    return { input: { id: await makeQuote(desk) } };
  },
  mailQuote: async (desk) => {
    const { id, email } = await makeSubmitted(desk);
    return { input: { id }, body: { to: [email], text: 'Please find our quote attached.' } };
  },
  promoteQuote: async (desk) => {
    const client = (await desk.me.call(createClient, {}, { name: `Client ${desk.tag()}` })).id;
    const { id } = await desk.me.call(quote.createQuote, {}, { desc: `Quote ${desk.tag()}`, client });
    return { input: { id }, body: { accept: true } };
  },
  createLocation: async ({ tag }) => ({ input: {}, body: { address: `${tag()} Main Street` } }),
  updateLocation: async (desk) => ({ input: { id: await makePlace(desk) }, body: { pid: '75123' } }),
  removeLocation: async (desk) => ({ input: { id: await makePlace(desk) } }),
  importKnownPlaces: async ({ me, tag }) => ({
    input: {},
    body: { file: await uploadBytes(me, 'places.csv', PLACES), kind: 'address', source: `County ${tag()}` },
  }),
  removeKnownPlaces: async (desk) => {
    const source = `County ${desk.tag()}`;
    await desk.sql(`insert into known_place (kind, label, lon, lat, source) values ('address', '1 Main', -66, 46, $1)`, [source]);
    return { input: { kind: 'address', source } };
  },
  createMemo: async (desk) => ({ input: {}, body: { job: await makeJob(desk), title: 'Culvert', text: TEXT } }),
  updateMemo: async (desk) => ({ input: { id: await makeMemo(desk) }, body: { title: 'Culvert again' } }),
  fileInboundMail: async (desk) => ({ input: { id: await receiveMail(desk, 'triage') }, body: { job: await makeJob(desk) } }),
  discardInboundMail: async (desk) => ({ input: { id: await receiveMail(desk, 'triage') } }),
  restoreInboundMail: async (desk) => ({ input: { id: await receiveMail(desk, 'discarded') } }),
  createReportView: async ({ tag }) => ({ input: {}, body: makeView(tag()) }),
  removeReportView: async ({ me, tag }) => ({ input: { id: (await me.call(report.createReportView, {}, makeView(tag()))).id } }),
  createHistoricalFile: async ({ tag }) => ({ input: {}, body: { file_number: tag() } }),
  updateHistoricalFile: async (desk) => ({ input: { id: await makeOldFile(desk) }, body: { note: 'torn' }, options: { ifMatch: 1 } }),
  removeHistoricalFile: async (desk) => ({ input: { id: await makeOldFile(desk) } }),
  addHistoricalScan: async (desk) => ({ input: { id: await makeOldFile(desk) }, body: { file: await uploadScan(desk) } }),
  removeHistoricalScan: async (desk) => {
    const id = await makeOldFile(desk);
    const scan = await desk.me.call(historicalScan.addHistoricalScan, { id }, { file: await uploadScan(desk) });
    return { input: { id, scanId: scan.id } };
  },
  createHistoricalDrafts: async (desk) => ({ input: {}, body: { files: [await uploadScan(desk), await uploadScan(desk)] } }),
};
