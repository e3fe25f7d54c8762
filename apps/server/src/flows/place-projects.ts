import type { Job } from '@dmse/contract/jobs/job';
import type { Quote } from '@dmse/contract/jobs/quote';
import type { Location, LocationPatch } from '@dmse/contract/places/location';
import { can } from '@dmse/domain/access/grants';
import type { z } from 'zod';
import { getJob, jobNoun, lockJob, refuseClosed } from '../areas/jobs/job/job.service.ts';
import { getQuote, lockQuote, quoteNoun } from '../areas/jobs/quote/quote.service.ts';
import { getLocation, listOwners, lockLocation, placeRecord } from '../areas/places/location/location.service.ts';
import type { Context } from '../call/context.ts';
import { forbidden } from '../call/refusal.ts';
import { type RowOf, updateRecord } from '../records/record.ts';

type Patch = z.infer<typeof LocationPatch>;

/** Says where a job is. Its first place is made for it; later ones change that. */
export async function setJobLocation(context: Context, id: number, patch: Patch): Promise<Job> {
  const row = await lockOpenJob(context, id);
  const { location, change } = await placeRecord(context, row.location, patch);
  await updateRecord(context, jobNoun, row, { location }, change);
  return getJob(context, id);
}

export async function setQuoteLocation(context: Context, id: number, patch: Patch): Promise<Quote> {
  const row = await lockQuote(context, id);
  const { location, change } = await placeRecord(context, row.location, patch);
  await updateRecord(context, quoteNoun, row, { location }, change);
  return getQuote(context, id);
}

async function lockOpenJob(context: Context, id: number): Promise<RowOf<'job'>> {
  const row = await lockJob(context, id);
  refuseClosed(row);
  return row;
}

/** The same by the location's own address. Whose place it is must be theirs to change, and is told of it. */
export async function updateLocation(context: Context, id: number, patch: Patch): Promise<Location> {
  await getLocation(context, id);
  // The version that was looked at is the location's, not that of the records it belongs to.
  const inner = { ...context, if_match: null };
  const owners = await listOwners(context, id);
  refuseForeignFiles(context, owners);
  const rows = [];
  for (const { noun, id: owner } of owners) {
    if (noun === 'job') rows.push({ noun: jobNoun, row: await lockOpenJob(inner, owner) });
    if (noun === 'quote') rows.push({ noun: quoteNoun, row: await lockQuote(inner, owner) });
  }
  // Records before their place, as everywhere: two who change the same then wait for each other instead of embracing.
  await lockLocation(context, id);
  const { change } = await placeRecord(inner, id, patch);
  for (const { noun, row } of rows) await updateRecord(inner, noun, row, {}, change);
  return getLocation(context, id);
}

function refuseForeignFiles({ actor }: Context, owners: Awaited<ReturnType<typeof listOwners>>): void {
  const isOfFiles = owners.some(({ noun }) => noun === 'historical file');
  if (isOfFiles && !can(actor.groups, 'historicals.write'))
    throw forbidden('This is the place of a historical file; changing it needs the role Historicals Editor.');
}
