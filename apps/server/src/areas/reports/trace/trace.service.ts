import type { RequestQuery } from '@dmse/contract/endpoint';
import { type getTrace as GetTrace, TRACE_PAGE_SIZE, type Trace, type TraceGroup, type TraceThing } from '@dmse/contract/reports/trace';
import { can } from '@dmse/domain/access/grants';
import { sideOf, TRACE_KINDS, TRACE_NEEDS, type TraceKind, tiedTo } from '@dmse/domain/reports/trace';
import { EXPENSES, isAdminOf } from '@dmse/domain/states/approver';
import type { Context } from '../../../call/context.ts';
import { forbidden, invalid, notFound } from '../../../call/refusal.ts';
import { loadApprover } from '../../expenses/expense/expense-access.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { getApprover, seenBy } from '../../time/entry/time-facts.service.ts';
import * as traces from './trace.queries.ts';

type Named = { kind: TraceKind; id: string };

const UUIDS: readonly TraceKind[] = ['run', 'shot', 'photo'];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MOST_ID = 2_147_483_647;

function readFrom(from: string): Named {
  const [word, id] = from.split(':') as [string, string];
  const kind = TRACE_KINDS.find((one) => one === word);
  if (!kind) throw invalid({ from: `A trace goes from ${TRACE_KINDS.join(', ')}.` });
  const isId = UUIDS.includes(kind) ? UUID.test(id) : /^\d+$/.test(id) && Number(id) <= MOST_ID;
  if (!isId) throw invalid({ from: `${id} is not the id of one.` });
  return { kind, id };
}

/** The same people whose time and expenses this person reads on their own screens. */
async function getLooker(context: Context): Promise<traces.Looker> {
  const who = await loadApprover(context);
  const people = [who.id, ...who.supervises];
  return {
    zone: context.time_zone ?? (await getSection(context.tx, 'region')).time_zone,
    time: seenBy(await getApprover(context)),
    expenses: { all: isAdminOf(who, EXPENSES), of_jobs: can(who.groups, 'work.read'), people },
  };
}

const EVERYBODY = { all: true, of_jobs: true, people: [] };
const seeingAll = (who: traces.Looker): traces.Looker => ({ ...who, time: EVERYBODY, expenses: EVERYBODY });
const ANY = { limit: 1, offset: 0 };

const toThing = (kind: TraceKind, { id, ...row }: traces.ThingRow): TraceThing => ({ ...row, from: `${kind}:${id}`, kind });

/** A thing, what it is, and what it is tied to: every group by the rule of its own kind. */
export async function getTrace(context: Context, { from, via = [], step, page = 1 }: RequestQuery<typeof GetTrace>): Promise<Trace> {
  const { tx, actor } = context;
  const { kind, id } = readFrom(from);
  const mayRead = (one: TraceKind) => can(actor.groups, TRACE_NEEDS[one]);
  if (!mayRead(kind)) throw forbidden();
  const who = await getLooker(context);
  const found = await traces.find(tx, kind, id, who);
  if (!found) throw notFound();
  const { facts, ...row } = found;
  const groups: TraceGroup[] = [];
  for (const one of tiedTo(kind)) {
    const at = one === step ? page : 1;
    const group = { side: sideOf(one, kind), kind: one, is_refused: !mayRead(one), count: 0, page: at, results: [] };
    if (group.is_refused) {
      groups.push(group);
      continue;
    }
    const rows = await traces.listTied(tx, kind, id, one, who, { limit: TRACE_PAGE_SIZE, offset: (at - 1) * TRACE_PAGE_SIZE });
    const results = rows.map(({ count: _, ...thing }) => toThing(one, thing));
    // "No time entered" would be wrong where others have entered it.
    const is_refused = rows.length === 0 && at === 1 && (await traces.listTied(tx, kind, id, one, seeingAll(who), ANY)).length > 0;
    groups.push({ ...group, is_refused, count: rows[0]?.count ?? 0, results });
  }
  const steps: Trace['via'] = [];
  for (const one of via.map(readFrom)) {
    const passed = mayRead(one.kind) ? await traces.find(tx, one.kind, one.id, who) : undefined;
    if (passed) steps.push({ from: `${one.kind}:${one.id}`, kind: one.kind, title: passed.title });
  }
  const told = facts.flatMap(({ label, text }) => (text ? [{ label, text }] : []));
  return { node: { ...toThing(kind, row), facts: told }, via: steps, groups };
}
