import { randomUUID } from 'node:crypto';
import { ALL } from '@dmse/contract/all';
import { type Endpoint, isUnsafe } from '@dmse/contract/endpoint';
import { ROLES } from '@dmse/domain/access/roles';
import { createTestClient, type Options, type TestClient } from '@dmse/testkit/client';
import type { Firm, Person, Row } from '../firm.ts';
import { ACCOUNTING_EXAMPLES } from './accounting-examples.ts';
import { BASE_MAP_EXAMPLES } from './base-map-examples.ts';
import { EXPENSE_EXAMPLES } from './expense-examples.ts';
import { FIELD_EXAMPLES } from './field-examples.ts';
import { INVOICE_EXAMPLES } from './invoice-examples.ts';
import { JOB_EXAMPLES } from './job-examples.ts';
import { OFFICE_EXAMPLES } from './office-examples.ts';
import { PAYMENT_EXAMPLES } from './payment-examples.ts';
import { PROCESSING_EXAMPLES } from './processing-examples.ts';
import { TIME_EXAMPLES } from './time-examples.ts';
import { WORK_EXAMPLES } from './work-examples.ts';

/** One call worth making, ready to be sent as often as the weather wants. */
export type Example = {
  input: object;
  body?: unknown;
  options?: Options;
  /** It names itself by an operation, as a tablet does; everything else carries a key. */
  has_op?: true;
  /** What a repetition may be told instead of the first answer. */
  again?: readonly number[];
};

/** Somebody who may do everything, and the ways to prepare what is to be done. */
export type Desk = {
  me: TestClient;
  person: Person;
  /** A folder of the firm's own. */
  home: string;
  tag: () => string;
  sql: <T extends Row = Row>(text: string, values?: unknown[]) => Promise<T[]>;
  openSession: (user: number) => Promise<number>;
};

export const EXAMPLES = {
  ...OFFICE_EXAMPLES,
  ...JOB_EXAMPLES,
  ...WORK_EXAMPLES,
  ...FIELD_EXAMPLES,
  ...BASE_MAP_EXAMPLES,
  ...EXPENSE_EXAMPLES,
  ...TIME_EXAMPLES,
  ...INVOICE_EXAMPLES,
  ...PAYMENT_EXAMPLES,
  ...ACCOUNTING_EXAMPLES,
  ...PROCESSING_EXAMPLES,
};

/** What needs the accounting system to answer is tried in F22, what needs a browser in the journeys; what leaves only a wish to the queue leaves nothing to be compared. */
const ELSEWHERE = ['connectAccounting', 'refreshAccounting', 'readHistoricalScan', 'createPasskey', 'confirmSelf'];

/** Every call that changes something; those nobody has written an example for yet are told apart. */
export function listWrites(): { tried: [string, Endpoint][]; untried: string[] } {
  const writes = [...ALL].filter(([name, { method, declaration }]) => isUnsafe(method) && !declaration.reads && !ELSEWHERE.includes(name));
  return {
    tried: writes.filter(([name]) => name in EXAMPLES),
    untried: writes.map(([name]) => name).filter((name) => !(name in EXAMPLES)),
  };
}

export function clientAt(origin: string, person: Person): TestClient {
  return createTestClient(
    async ({ method, url, headers, payload }) => {
      const body = payload === undefined ? null : typeof payload === 'string' ? payload : new Uint8Array(payload);
      const answer = await fetch(origin + url, { method, headers, body, redirect: 'manual' });
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: Buffer.from(await answer.arrayBuffer()) };
    },
    { sessionid: person.sessionid, csrftoken: person.csrftoken },
  );
}

/** A person of their own for each call, so that no budget of calls is shared. */
export async function openDesk(firm: Firm, name: string): Promise<Desk> {
  const person = await firm.hire(name.toLowerCase(), [...ROLES]);
  let made = 0;
  return {
    /** The server has another address each time it is started. */
    get me() {
      return clientAt(firm.origin, person);
    },
    person,
    home: firm.home,
    tag: () => `${name}-${made++}`,
    sql: firm.sql,
    async openSession(user) {
      const [row] = await firm.sql<{ id: number }>(
        `insert into session (token_hash, user_id, kind, created_on, last_seen_on, address, device)
         values (sha256($2::text::bytea), $1, 'office', now(), now(), '', '') returning id`,
        [user, randomUUID()],
      );
      return row!.id;
    },
  };
}

/** The options with which an example goes over the wire: the same each time it is sent. */
export function optionsOf({ options = {}, has_op }: Example): Options {
  if (has_op) return options;
  return { ...options, headers: { ...options.headers, 'idempotency-key': randomUUID() } };
}

/** What workers and clocks touch by themselves is left out: the tables that only note that somebody came by, and single columns. */
const PASSING = [
  'invoice_pdf',
  'scan_page',
  'known_place',
  'accounting_mark',
  'idempotency',
  'history_chain',
  'history_count',
  'sign_in_attempt',
  'spent_ticket',
  'migration',
  'meta',
];
const LASTING: Record<string, string> = {
  session: 'id, user_id',
  mail: 'id, message_id',
  file: 'id, sha256, name',
  device: 'id, report',
  field_upload: 'id, received',
  historical_scan: 'id, historical_file, file, position',
  known_place_import: 'id, source, kind, file',
  processing_attempt: 'id, field_run, number, state, revision, lease_by',
  accounting_link: 'id, start_on, write_off_account, version, consent, compare_asked_on',
};

/** The PDFs of invoices, the packages of runs and the tiles of scans are made by a worker in its own time; it also tells of an import. */
const LASTING_ROWS: Record<string, string> = {
  file: 'file where id not in (select file from invoice_pdf union all select package from processing_attempt where package is not null union all select tiles from scan_page)',
  history: `history where noun <> 'known place' or action = 'deleted'`,
};

export type Picture = Map<string, { rows: number; hash: string }>;

/** Everything the database holds, table by table: how much, and the sum of each row's hash, since sorting all rows takes long. */
export async function takePicture(firm: Firm): Promise<Picture> {
  const tables = await firm.sql<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public' order by 1`);
  const parts = tables
    .filter(({ name }) => !PASSING.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 1)::numeric), 0)::text as hash from (select ${LASTING[name] ?? '*'} from ${LASTING_ROWS[name] ?? name}) t`,
    );
  const rows = await firm.sql<{ name: string; rows: number; hash: string }>(parts.join(' union all '));
  return new Map(rows.map(({ name, ...seen }) => [name, seen]));
}

/** The tables in which two pictures differ, with how many rows came or went. */
export function compare(before: Picture, after: Picture): Map<string, number> {
  const changed = new Map<string, number>();
  for (const [name, seen] of after) {
    const had = before.get(name);
    if (had?.hash !== seen.hash) changed.set(name, seen.rows - (had?.rows ?? 0));
  }
  return changed;
}
