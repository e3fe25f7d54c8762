import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { Fields, Json, Kind } from '@dmse/sync/wire';
import type { Firm } from './firm.ts';
import type { Deed } from './ledger.ts';
import { findUnsoundTables } from './sound-tables.ts';

export type Findings = { lost: string[]; duplicated: string[]; corrupted: string[] };

type Version = { item: string; version: number; op: string | null; after: Fields };
type Claim = {
  device: string;
  id: string;
  kind: Deed['kind'];
  /** With the place in the ledger of the last word on it. */
  fields: Map<string, { value: Json; at: number }>;
  sha256: string | null;
  made_at: number | null;
  deleted_at: number | null;
};

/** What each tablet says of each record after everything its people did: a later word of the same people replaces the earlier one. */
function claimsOf(deeds: readonly Deed[]): Claim[] {
  const claims = new Map<string, Claim>();
  for (const [at, { device, op, kind, id, fields, sha256 }] of deeds.entries()) {
    const key = `${device} ${id}`;
    const claim = claims.get(key) ?? { device, id, kind, fields: new Map(), sha256: null, made_at: null, deleted_at: null };
    for (const [field, value] of Object.entries(fields)) claim.fields.set(field, { value, at });
    if (op === 'create') Object.assign(claim, { made_at: at, sha256 });
    if (op === 'delete') claim.deleted_at = at;
    claims.set(key, claim);
  }
  return [...claims.values()];
}

async function listVersions(firm: Firm, ids: string[]): Promise<Map<string, Version[]>> {
  const rows = await firm.sql<Version>(
    'select item, version, op, after from field_history where item = any($1::uuid[]) order by item, version',
    [ids],
  );
  const byItem = new Map<string, Version[]>();
  for (const row of rows) byItem.set(row.item, [...(byItem.get(row.item) ?? []), row]);
  return byItem;
}

/**
 * Everything in the first `told` deeds that the server holds neither now nor in its history. May be asked at any moment: what is there
 * once stays; and what the same people have said since about the same thing is not asked for yet.
 */
export async function findMissing(firm: Firm, deeds: readonly Deed[], told = deeds.length): Promise<string[]> {
  const claims = claimsOf(deeds);
  const versions = await listVersions(firm, [...new Set(claims.map(({ id }) => id))]);
  return claims.flatMap((claim) => whatIsMissing(claim, versions.get(claim.id) ?? [], told));
}

function whatIsMissing(
  { device, id, kind, fields, sha256, made_at, deleted_at }: Claim,
  known: readonly Version[],
  told: number,
): string[] {
  const what = `${device}'s ${kind} ${id}`;
  if (known.length === 0) {
    // Made and deleted on the tablet before it was ever sent: nobody needs to hear of it.
    const isForgotten = made_at !== null && deleted_at !== null;
    return isForgotten || (made_at ?? 0) >= told ? [] : [`${what} is not on the server`];
  }
  const missing: string[] = [];
  if (deleted_at !== null && deleted_at < told && !known.some(({ after }) => after.is_deleted === true))
    missing.push(`${what} was deleted`);
  if (sha256 !== null && !known.some(({ after }) => after.sha256 === sha256)) missing.push(`${what} has other bytes`);
  for (const [field, { value, at }] of fields) {
    if (at < told && !known.some(({ after }) => isDeepStrictEqual(after[field] ?? null, value)))
      missing.push(`${what}: ${field} ${JSON.stringify(value)} was never stored`);
  }
  return missing;
}

/** Compares what people were told with what PostgreSQL and the disk hold, past the product. */
export async function auditFirm(firm: Firm, deeds: readonly Deed[]): Promise<Findings> {
  const runs = [...new Set(deeds.map(({ field_run }) => field_run))];
  return {
    lost: await findMissing(firm, deeds),
    duplicated: [...(await findStrangers(firm, deeds, runs)), ...(await findUnsound(firm, runs))],
    corrupted: [...(await findDamagedFiles(firm, runs)), ...(await findOrphans(firm, runs)), ...(await findUnsoundTables(firm, runs))],
  };
}

async function findStrangers(firm: Firm, deeds: readonly Deed[], runs: string[]): Promise<string[]> {
  const known = new Set(deeds.map(({ id }) => id));
  const found: string[] = [];
  for (const table of ['shot', 'pipe', 'shot_image']) {
    const rows = await firm.sql<{ id: string; name: string | null }>(`select id, name from ${table} where field_run = any($1::uuid[])`, [
      runs,
    ]);
    const names = new Set<string>();
    for (const { id, name } of rows) {
      if (!known.has(id)) found.push(`nobody made ${table} ${id}`);
      if (name !== null && names.has(name)) found.push(`${table} ${name} is there twice`);
      if (name !== null) names.add(name);
    }
  }
  return found;
}

/** Each write once: every version of a record has its line, the run has counted each, and no operation was applied twice. */
async function findUnsound(firm: Firm, runs: string[]): Promise<string[]> {
  const doubled = await firm.sql(
    `select item, op from field_history where field_run = any($1::uuid[]) and op is not null group by item, op having count(*) > 1`,
    [runs],
  );
  const uncounted = await firm.sql(
    `select r.id, r.seq, count(h.id)::int as writes from field_run r left join field_history h on h.field_run = r.id
     where r.id = any($1::uuid[]) group by r.id having r.seq <> count(h.id)`,
    [runs],
  );
  const gaps = await firm.sql(
    `select item from field_history where field_run = any($1::uuid[]) group by item having max(version) <> count(*) or min(version) <> 1`,
    [runs],
  );
  return [
    ...doubled.map(({ item, op }) => `operation ${op} changed ${item} twice`),
    ...uncounted.map(({ id, seq, writes }) => `run ${id} counts ${seq} writes and has ${writes}`),
    ...gaps.map(({ item }) => `the versions of ${item} have gaps`),
  ];
}

export async function findDamagedFiles(firm: Firm, runs: string[]): Promise<string[]> {
  const rows = await firm.sql<{ id: string; sha256: string }>('select id, sha256 from shot_image where field_run = any($1::uuid[])', [
    runs,
  ]);
  const found: string[] = [];
  for (const { id, sha256 } of rows) {
    const hash = await hashOf(firm.openFile(sha256));
    if (hash !== sha256) found.push(`the file of image ${id} ${hash === null ? 'is not there' : 'holds other bytes'}`);
  }
  return found;
}

async function hashOf(bytes: Readable): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of bytes) hash.update(chunk as Buffer);
    return hash.digest('hex');
  } catch {
    return null;
  }
}

async function findOrphans(firm: Firm, runs: string[]): Promise<string[]> {
  const rows = await firm.sql(
    `select i.id from shot_image i where i.field_run = any($1::uuid[]) and i.fieldrun_shot is not null
       and (i.parent_pending or not exists (select 1 from shot s where s.id = i.fieldrun_shot))
     union all
     select p.id from pipe p where p.field_run = any($1::uuid[]) and p.parent_pending`,
    [runs],
  );
  return rows.map(({ id }) => `${id} hangs on nothing`);
}

type Kept = { kind: Kind; id: string; field_run: string; fields: Fields; is_deleted: 0 | 1 };

/** Where a tablet that has nothing left to do shows other words than the server holds, or lacks a record of its run. */
export async function findDiverged(firm: Firm, device: string, kept: readonly Kept[]): Promise<string[]> {
  const runs = [...new Set(kept.filter(({ kind }) => kind === 'run').map(({ id }) => id))];
  const rows = await firm.sql<{ item: string; kind: Kind; after: Fields }>(
    'select distinct on (item) item, kind, after from field_history where field_run = any($1::uuid[]) order by item, version desc',
    [runs],
  );
  const here = new Map(kept.map((item) => [item.id, item]));
  return rows.flatMap(({ item, kind, after }) => {
    const own = here.get(item);
    // A deletion that everybody knows of may have been cleared away on the tablet.
    if (!own) return after.is_deleted === true ? [] : [`${device} lacks ${kind} ${item}`];
    if ((own.is_deleted === 1) !== (after.is_deleted === true)) return [`${device} does not agree whether ${kind} ${item} is deleted`];
    const other = Object.keys(own.fields).filter((field) => field in after && !isSameWord(own.fields[field], after[field]));
    return other.map(
      (field) => `${device} shows ${kind} ${item}.${field} as ${JSON.stringify(own.fields[field])}, not ${JSON.stringify(after[field])}`,
    );
  });
}

function isSameWord(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a ?? null, b ?? null);
}
