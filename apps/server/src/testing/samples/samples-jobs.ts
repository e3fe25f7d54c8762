import { ADMIN, makeFile, type Sample, type Scene, STAMPS } from '../fixtures/scene.ts';

let made = 0;

/** Managed by the owner. */
export async function makeProject({ tx, owner }: Scene, table: 'job' | 'quote', more: object = {}): Promise<number> {
  made += 1;
  const values = { num: `T${made}`, desc: 'Table work', inbox_token: `table${made}`, project_manager: owner, ...STAMPS, ...more };
  return (await tx.insertInto(table).values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function makePlace(scene: Scene, isUsed: boolean): Promise<number> {
  const values = { address: '1 Table Road', ...STAMPS };
  const { id } = await scene.tx.insertInto('location').values(values).returning('id').executeTakeFirstOrThrow();
  if (isUsed) await makeProject(scene, 'job', { location: id });
  return id;
}

async function makeClient({ tx }: Scene): Promise<number> {
  const values = { name: 'Table Ltd.', ...STAMPS };
  return (await tx.insertInto('client').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** A quote that its client has, with the PDF that can be mailed. */
async function makeSubmitted(scene: Scene): Promise<{ id: number }> {
  const client = await makeClient(scene);
  await scene.tx.updateTable('client').set({ email: 'office@table.example' }).where('id', '=', client).execute();
  const id = await makeProject(scene, 'quote', { client, state: 'QUOTE SUBMITTED', submitted_on: STAMPS.created_on, revision: 1 });
  const pdf = await makeFile(scene, 'quote.pdf');
  const values = { quote: id, number: 1, total: 100, valid_until: '2026-04-03', budget: '[]', pdf, created_on: STAMPS.created_on };
  await scene.tx.insertInto('quote_revision').values(values).execute();
  return { id };
}

/** A drive on this machine, as the firm's settings name it. */
async function setDrive({ tx, dataDir }: Scene): Promise<void> {
  const value = JSON.stringify({ drive: dataDir, folders: ['01 Plans'] });
  await tx.updateTable('setting').set({ value }).where('section', '=', 'folder_template').execute();
}

const job = { own: async (scene: Scene) => ({ id: await makeProject(scene, 'job') }) };
const quote = { own: async (scene: Scene) => ({ id: await makeProject(scene, 'quote') }) };
const place = { own: async (scene: Scene) => ({ id: await makePlace(scene, scene.owner !== scene.actor) }) };

function driven({ own }: typeof job): Sample {
  return { own: async (scene) => setDrive(scene).then(() => own(scene)), theirs: ADMIN };
}

export const JOB_SAMPLES: Record<string, Sample> = {
  createJob: { body: { desc: 'New job' } },
  getJob: { ...job, theirs: 'everyone' },
  updateJob: { ...job, body: { po_number: 'PO 1' }, theirs: ADMIN },
  listJobHistory: { ...job, theirs: 'everyone' },
  setJobLocation: { ...job, body: { address: '1 Main Street' }, theirs: ADMIN },
  populateJobDrive: driven(job),
  getBillingReadiness: { ...job, theirs: 'everyone' },
  acceptBillingProgress: { ...job, body: { percent: 20, proposed: 0, reason: 'Agreed' }, theirs: ADMIN },
  createQuote: { body: { desc: 'New quote' } },
  getQuote: { ...quote, theirs: 'everyone' },
  updateQuote: { ...quote, body: { long_desc: 'x' }, theirs: ADMIN },
  listQuoteHistory: { ...quote, theirs: 'everyone' },
  listQuoteRevisions: { ...quote, theirs: 'everyone' },
  mailQuote: { own: makeSubmitted, body: { to: ['office@table.example'], text: 'Our quote.' }, theirs: ADMIN },
  setQuoteLocation: { ...quote, body: { address: '1 Main Street' }, theirs: ADMIN },
  populateQuoteDrive: driven(quote),
  promoteQuote: {
    own: async (scene) => ({ id: await makeProject(scene, 'quote', { client: await makeClient(scene) }) }),
    body: { accept: true },
    theirs: ADMIN,
  },
  quotePdf: { body: async (scene: Scene) => ({ quote: await makeProject(scene, 'quote') }), theirs: 'everyone' },
  listNearby: { own: async () => ({ min_lon: -67, min_lat: 45, max_lon: -66, max_lat: 46 }) },
  createLocation: { body: { address: '1 Main Street' } },
  getLocation: { ...place, theirs: 'everyone' },
  updateLocation: { ...place, body: { pid: '75123' }, theirs: ADMIN },
  // A place that a job refers to is removed by nobody, so there is no other person's to try.
  removeLocation: place,
  geocodeAddress: { own: async () => ({ query: 'main' }) },
  geocodeParcel: { own: async () => ({ query: '75123' }) },
  importKnownPlaces: {
    body: async (scene: Scene) => ({
      file: await makeFile(scene, 'places.csv', 'label,lon,lat\n1 Main Street,-66.6,45.9\n'),
      kind: 'address',
      source: 'County',
    }),
    theirs: [],
  },
  removeKnownPlaces: {
    own: async ({ tx }: Scene) => {
      const source = `County ${crypto.randomUUID()}`;
      await tx.insertInto('known_place').values({ kind: 'address', label: '1 Main', lon: -66, lat: 46, source }).execute();
      return { kind: 'address', source };
    },
  },
};
