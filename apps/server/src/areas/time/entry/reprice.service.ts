import type { RequestBody } from '@dmse/contract/endpoint';
import type * as wire from '@dmse/contract/time/reprice';
import type { Repricing } from '@dmse/contract/time/reprice';
import { can } from '@dmse/domain/access/grants';
import { sumCents } from '@dmse/domain/money/cents';
import { repriceEntries } from '@dmse/domain/time/price-entry';
import { sayPrice } from '@dmse/domain/wip/explain';
import type { Context } from '../../../call/context.ts';
import { forbidden, notFound } from '../../../call/refusal.ts';
import { holdJobs } from '../../wip/ledger/ledger.service.ts';
import { getOwner, refuseChange } from '../../work/work-record/owner.service.ts';
import * as entries from './entry.queries.ts';
import { loadTimeRates, rewritePrices } from './write-entries.service.ts';

type Asked = RequestBody<typeof wire.repriceTime>;

/** The entries of one job are priced anew by whoever runs it; those of a client, over all its jobs, by a Jobs Admin. */
async function refuseOthers(context: Context, { job }: Asked): Promise<void> {
  if (job === undefined) {
    if (!can(context.actor.groups, 'work.settings')) throw forbidden('Only a Jobs Admin prices all the work of a client anew.');
    return;
  }
  const owner = await getOwner(context, { kind: 'job', id: job }).catch(() => {
    throw notFound();
  });
  refuseChange(context, owner);
}

async function findChanges(context: Context, asked: Asked) {
  const { tx } = context;
  const rows = await entries.listUnbilled(tx, asked as Parameters<typeof entries.listUnbilled>[1]);
  const ratesOf = await loadTimeRates(
    context,
    (
      await entries.listJobs(
        tx,
        rows.flatMap(({ job }) => job ?? []),
      )
    ).values(),
  );
  const kept = rows.map((row) => ({ ...row, wip_state: row.wip_state ?? ('UNBILLED' as const) }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changes = [...Map.groupBy(kept, ({ job }) => job)].flatMap(([job, group]) => repriceEntries(group, ratesOf(job)));
  return changes.map(({ id, priced }) => ({ row: byId.get(id)!, priced }));
}

function toAnswer(changes: Awaited<ReturnType<typeof findChanges>>): Repricing {
  return {
    count: changes.length,
    before: sumCents(changes.map(({ row }) => row.amount)),
    after: sumCents(changes.map(({ priced }) => priced.amount)),
    entries: changes.map(({ row, priced }) => ({
      id: row.id,
      job: { id: row.job!, num: row.num },
      user_name: row.user_name,
      date: row.date,
      minutes: row.minutes,
      before: row.amount,
      after: priced.amount,
      rate_before: row.rate,
      rate_after: priced.rate,
      says: sayPrice({
        kind: 'time',
        minutes: row.minutes,
        rate: priced.rate!,
        rate_rule: priced.rate_rule!,
        rate_valid_from: priced.rate_valid_from,
      }),
    })),
  };
}

export async function previewReprice(context: Context, asked: Asked): Promise<Repricing> {
  await refuseOthers(context, asked);
  return toAnswer(await findChanges(context, asked));
}

/** Prices anew what no invoice rests on. The jobs are held first, so that nothing is billed at the old price meanwhile. */
export async function repriceTime(context: Context, asked: Asked): Promise<Repricing> {
  const { tx } = context;
  await refuseOthers(context, asked);
  await holdJobs(
    tx,
    (await findChanges(context, asked)).flatMap(({ row }) => row.job ?? []),
  );
  const found = await findChanges(context, asked);
  const held = new Map(
    (
      await entries.lockEntries(
        tx,
        found.map(({ row }) => row.id),
      )
    ).map((row) => [row.id, row]),
  );
  await rewritePrices(
    context,
    found.map(({ row, priced }) => ({ row: held.get(row.id)!, priced })),
  );
  return toAnswer(found);
}
