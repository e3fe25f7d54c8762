import { expandRoles } from '@dmse/domain/access/roles';
import { sql } from 'kysely';
import type { Adapters } from '../adapters/adapters.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { updateSection } from '../areas/settings/setting/setting.service.ts';
import type { Context } from '../call/context.ts';
import type { DemoSize } from '../config.ts';
import { openDatabase, openPool, type Tx } from '../db/database.ts';
import {
  advanceIds,
  analyzeColumns,
  beginAnew,
  createChronicle,
  dropAside,
  type Loading,
  leaveUnpacked,
  vacuumAll,
  withoutIndexes,
} from './bulk-load.ts';
import { copyBy } from './copy-rows.ts';
import type { World } from './firm/clients.ts';
import type { FieldWorld } from './firm/field-runs.ts';
import type { Lot } from './firm/lots.ts';
import { createPhoneBook } from './firm/phones.ts';
import { holding, type Project, projectWorld } from './firm/projects.ts';
import { createRandom } from './firm/random.ts';
import { HOUSE, listEditors, makeStaff, type StaffMember } from './firm/staff.ts';
import { loadClients, loadContacts } from './load/load-clients.ts';
import { loadControlPoints } from './load/load-control-points.ts';
import { loadExpenses } from './load/load-expenses.ts';
import { loadFieldRuns } from './load/load-field-runs.ts';
import { loadHistoricals } from './load/load-historicals.ts';
import { loadDrafts, loadInvoices } from './load/load-invoices.ts';
import { loadLedger } from './load/load-ledger.ts';
import { INBOX_DOMAIN, loadMail } from './load/load-mail.ts';
import { loadPeople, makePasswords, type SignIn } from './load/load-people.ts';
import { loadKnownPlaces } from './load/load-places.ts';
import { drawScans, storeScans } from './load/load-plans.ts';
import { loadProjects, refreshBlocked } from './load/load-projects.ts';
import { drawReceipts, listReceipted, storeReceipts } from './load/load-receipts.ts';
import { loadTime } from './load/load-time.ts';
import { SCALES } from './sizes.ts';

type DemoWish = {
  size: DemoSize;
  passwords: 'demo' | 'random';
  now: string;
  /** Where pictures go; without it the firm has none. */
  files?: FileStore;
  say?: (line: string) => void;
};

const SEED = 'ternwick';

/** A number nobody else uses, so that two servers starting at once do not both load. */
const LOAD_LOCK = 712_004_412;

const FIRM = {
  firm_name: 'Ternwick Geomatics',
  legal_name: 'Ternwick Geomatics Ltd. / Géomatique Ternwick Ltée',
  address: '100 Meridian Lane, Suite 200\nMoncton NB  E1C 0A0',
  phone: '506-555-0100',
  email: 'office@ternwick.example.ca',
  website: 'https://www.ternwick.example.ca',
  // Its check digit is wrong on purpose: no business has it.
  hst_number: '12345 6789 RT0001',
};
const MAIL = { from_name: 'Ternwick Geomatics', from_address: 'office@ternwick.example.ca', footer: 'Ternwick Geomatics Ltd., Moncton NB' };

/**
 * Fills an empty database with the demo firm and answers its sign-ins. The same size and the same moment give the same rows, passwords
 * apart. One transaction holds all of it, the mark that this is a demo included: a load that was cut off has never begun.
 */
export async function loadDemo(ownerUrl: string, { size, passwords, now, files, say }: DemoWish): Promise<SignIn[]> {
  const started = performance.now();
  const tellStage = (words: string) => say?.(`  ${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${words}`);
  const staff = makeStaff(createRandom(`${SEED}/staff`), now, SCALES[size].staff);
  const { signIns, hashOf } = await makePasswords(staff, passwords);
  const pool = openPool(ownerUrl, 1, null);
  const copy = copyBy(pool);
  const db = openDatabase(pool);
  try {
    const isLoaded = await db.write(async (tx) => {
      // Whoever comes second waits for as long as the first loads.
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local lock_timeout = 0`.execute(tx);
      // Rows are made between two statements, which takes a slow computer longer than a request may.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await sql.raw(leaveUnpacked('transaction')).execute(tx);
      await sql`select pg_advisory_xact_lock(${LOAD_LOCK})`.execute(tx);
      const mode = await tx.selectFrom('meta').select('value').where('key', '=', 'mode').executeTakeFirst();
      if (mode) return false;
      const context = { ...asAlice(tx, staff[0]!, now), copy };
      await fill(context, staff, hashOf, size, files ?? null, size === 'small' ? () => {} : tellStage);
      if (size === 'small') await analyzeColumns(tx);
      await tx.insertInto('meta').values({ key: 'mode', value: 'demo' }).execute();
      return true;
    });
    if (isLoaded && size !== 'small') {
      tellStage('Tidying up');
      await vacuumAll(ownerUrl);
    }
    const { clients, contacts, control_points, field_runs, jobs, quotes, expenses } = SCALES[size];
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (isLoaded)
      say?.(
        `${clients} clients, ${contacts} contacts, ${jobs} jobs, ${quotes} quotes, ${control_points} control points, ${field_runs} field runs and ${expenses} expenses in ${seconds} s.`,
      );
    return isLoaded ? signIns : [];
  } finally {
    await db.close();
  }
}

/** Who goes out, who processes what comes back, and who plans it. */
function fieldWorld(staff: readonly StaffMember[], now: string): FieldWorld {
  const processors = holding(staff, 'Field Data Processor');
  return {
    now,
    chiefs: holding(staff, 'Field Editor').filter((id) => !processors.includes(id)),
    processors,
    planners: holding(staff, 'Jobs Manager'),
    jobs: [],
  };
}

const lifeOf = ({ id, num, created, updated_on, state }: Project) => ({
  id,
  num,
  from: created.at,
  to: state === 'IN PROGRESS' ? null : updated_on,
});

/** As whom the demo is loaded: the one who runs the house. */
function asAlice(tx: Tx, alice: StaffMember, now: string): Context {
  const session = { id: 0, kind: 'office', expires_on: now, needs_factor: false, is_confirmed: true } as const;
  const actor = { id: alice.id, full_name: alice.full_name, groups: expandRoles(alice.granted), session };
  // Nothing of what is told here reaches for anything outside the database.
  return { tx, actor, now, request_id: 'demo', if_match: null, adapters: null as unknown as Adapters };
}

/** The tables with so many rows that they are filled without their indexes. */
const MANY_ROWS = [
  'client',
  'contact',
  'location',
  'quote',
  'job',
  'task_group',
  'task',
  'milestone',
  'budget_entry',
  'memo',
  'history',
  'control_point',
  'field_run',
  'field_history',
  'shot',
  'pipe',
  'time_entry',
  'wip_line',
  'wip_item',
  'expense',
  'disbursement_item',
  'reimbursement_line',
  'invoice',
  'invoice_line',
  'invoice_entry',
  'invoice_revision',
  'journal',
  'payment',
  'payment_allocation',
  'known_place',
  'historical_file',
];

async function fill(
  context: Loading,
  staff: StaffMember[],
  hashOf: (username: string) => string,
  size: DemoSize,
  files: FileStore | null,
  tellStage: (words: string) => void,
): Promise<void> {
  const { tx, now } = context;
  const scale = SCALES[size];
  const random = createRandom(SEED);
  const house = staff.slice(0, HOUSE);
  const world: World = { now, editors: listEditors(house), phone: createPhoneBook(scale.clients + scale.contacts) };
  const chronicle = await createChronicle(context);
  const field = fieldWorld(house, now);
  await withoutIndexes(tx, MANY_ROWS, async () => {
    if (size !== 'small') await beginAnew(tx, MANY_ROWS);
    await loadPeople(context, staff, hashOf, chronicle.add);
    tellStage('Clients and contacts');
    const clients = await loadClients(context, random.fork('clients'), scale, world, chronicle.add);
    await loadContacts(context, random.fork('contacts'), scale, { clients, world }, chronicle.add);
    const projects = { context, random: random.fork('projects'), world: projectWorld(house, clients, now), add: chronicle.add };
    tellStage('Quotes, jobs, tasks and memos');
    const { quotes, jobs } = await loadProjects(projects, scale);
    tellStage('Control points and field runs');
    const controls = await loadControlPoints(context, random.fork('control points'), scale, field, chronicle.add);
    await loadFieldRuns(
      { context, random: random.fork('field runs'), world: { ...field, jobs: jobs.map(lifeOf) }, add: chronicle.add, files },
      scale,
      controls,
    );
    tellStage('Addresses, parcels and historical files');
    const lots = await loadKnownPlaces(context, random.fork('lots'), scale, [...quotes, ...jobs]);
    const isJob = new Set(jobs);
    const archive = {
      now,
      editors: holding(house, 'Historicals Editor'),
      jobs,
      lots,
      jobOf: ({ project }: Lot) => (project && isJob.has(project) ? project : null),
      controls,
    };
    const plans = random.fork('historicals');
    const planned = await loadHistoricals({ context, random: plans, world: archive, add: chronicle.add, files }, scale);
    const drawing = drawScans(plans, planned);
    drawing.catch(() => {});
    const forwarder = staff.find(({ username }) => username === 'mona')!;
    if (files) await loadMail({ context, random: random.fork('mail'), files, forwarder, add: chronicle.add });
    tellStage('Time');
    await sql`set local work_mem = '128MB'`.execute(tx);
    await loadTime(context, scale);
    tellStage('Expenses');
    await loadExpenses(context, scale);
    const receipts = drawReceipts(random.fork('receipts'), files ? await listReceipted(context) : []);
    receipts.catch(() => {});
    tellStage('WIP');
    await loadLedger(context);
    tellStage('Invoices and payments');
    await loadInvoices(context, FIRM, scale.expenses_with_history);
    if (files) await storeReceipts(context, files, await receipts);
    if (files && planned.length > 0) await storeScans(context, files, await drawing);
    tellStage('History');
    await chronicle.flush();
    await dropAside(tx);
    tellStage('Indexes and references');
  });
  await refreshBlocked(tx);
  await advanceIds(tx, [
    'app_user',
    'client',
    'contact',
    'control_point',
    'control_check',
    'field_history',
    'location',
    'quote',
    'job',
    'task_group',
    'task',
    'milestone',
    'memo',
    'time_batch',
    'time_entry',
    'wip_line',
    'historical_file',
  ]);
  await updateSection(context, 'firm', FIRM);
  await updateSection(context, 'mail', MAIL);
  await updateSection(context, 'inbox', { domain: INBOX_DOMAIN });
  await loadDrafts(context, scale.drafts);
}
