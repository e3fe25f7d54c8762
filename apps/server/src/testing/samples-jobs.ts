import type { Tx } from '../db/database.ts';
import type { Sample } from './samples.ts';

const THEN = '2026-03-04T14:00:00.000Z';
const STAMPS = { created_on: THEN, updated_on: THEN };

let made = 0;

/** Nobody manages it, so every Jobs Manager may change it. */
async function project(tx: Tx, table: 'job' | 'quote', more: object = {}): Promise<number> {
  made += 1;
  const values = { num: `T${made}`, desc: 'Table work', inbox_token: `table${made}`, ...STAMPS, ...more };
  return (await tx.insertInto(table).values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function location(tx: Tx): Promise<number> {
  return (
    await tx
      .insertInto('location')
      .values({ address: '1 Table Road', ...STAMPS })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

const NOBODY = 2_000_000_000;

const job = { own: async (tx: Tx) => ({ id: await project(tx, 'job') }) };
const quote = { own: async (tx: Tx) => ({ id: await project(tx, 'quote') }) };
const place = { own: async (tx: Tx) => ({ id: await location(tx) }) };

export const JOB_SAMPLES: Record<string, Sample> = {
  createJob: { body: { desc: 'New job' } },
  getJob: job,
  updateJob: { ...job, body: { po_number: 'PO 1' } },
  listJobHistory: job,
  setJobLocation: { ...job, body: { address: '1 Main Street' } },
  populateJobDrive: job,
  createQuote: { body: { desc: 'New quote' } },
  getQuote: quote,
  updateQuote: { ...quote, body: { long_desc: 'x' } },
  listQuoteHistory: quote,
  listQuoteRevisions: quote,
  setQuoteLocation: { ...quote, body: { address: '1 Main Street' } },
  populateQuoteDrive: quote,
  promoteQuote: { ...quote, body: {} },
  quotePdf: { body: { quote: NOBODY } },
  createLocation: { body: { address: '1 Main Street' } },
  getLocation: place,
  updateLocation: { ...place, body: { pid: '75123' } },
  removeLocation: place,
  importKnownPlaces: { body: { file: NOBODY, kind: 'address', source: 'County' } },
};
