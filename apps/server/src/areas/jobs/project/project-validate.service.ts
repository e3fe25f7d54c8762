import type { projectFields } from '@dmse/contract/jobs/job-fields';
import type { BillingType } from '@dmse/domain/jobs/billing-types';
import { whyNotFee } from '@dmse/domain/jobs/fee';
import type { Cents } from '@dmse/domain/money/cents';
import { endSentence } from '@dmse/domain/text/history-sentence';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { invalid } from '../../../call/refusal.ts';
import type { RowOf } from '../../../records/record.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as projects from './project.queries.ts';

type Fields = z.infer<z.ZodObject<typeof projectFields>>;
export type ProjectPatch = { [Field in keyof Fields]?: Fields[Field] | undefined };

type Before = RowOf<'job' | 'quote'> | null;
type Tx = Context['tx'];
type Errors = Record<string, string>;

/**
 * Refuses references that lead nowhere, each by its field and in a sentence. Only what is being changed is asked about: a lead who has
 * left the firm does not stop anybody from correcting a title.
 */
export async function validateProject({ tx }: Context, before: Before, patch: ProjectPatch): Promise<void> {
  const errors: Errors = {
    ...(await validateParties(tx, before, patch)),
    ...(await validatePeople(tx, before, patch)),
    ...(await validateLists(tx, before, patch)),
    ...(await validateRates(tx, patch)),
    ...validateFee(before, patch),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

const CONTACT_FIELDS = ['client_contact', 'billing_contact'] as const;

async function validateParties(tx: Tx, before: Before, patch: ProjectPatch): Promise<Errors> {
  const errors: Errors = {};
  const id = patch.client === undefined ? (before?.client ?? null) : patch.client;
  const isNew = patch.client !== undefined && id !== (before?.client ?? null);
  const client =
    id === null ? null : isNew ? await projects.findParty(tx, 'client', id) : { id, name: await projects.findName(tx, 'client', id) };
  if (client === undefined) return { client: `There is no client with the number ${id}.` };
  for (const field of CONTACT_FIELDS) {
    const contact = patch[field] === undefined ? (before?.[field] ?? null) : patch[field];
    if (contact === null || (!isNew && contact === (before?.[field] ?? null))) continue;
    const party = await projects.findParty(tx, 'contact', contact);
    if (!party) errors[field] = `There is no contact with the number ${contact}.`;
    else if (!client) errors[field] = `Choose the client that ${party.name} speaks for first.`;
    else if (!(await projects.isContactOf(tx, contact, client.id)))
      errors[field] = endSentence(`${party.name} is not a contact of ${client.name}`);
  }
  return errors;
}

async function validatePeople(tx: Tx, before: Before, patch: ProjectPatch): Promise<Errors> {
  const errors: Errors = {};
  const had = before?.project_leads ?? [];
  const { project_manager, project_leads = had } = patch;
  if (typeof project_manager === 'number' && project_manager !== before?.project_manager) {
    const why = await whyNotPerson(tx, project_manager);
    if (why) errors.project_manager = why;
  }
  if (new Set(project_leads).size !== project_leads.length) errors.project_leads = 'The same person is listed twice.';
  for (const lead of project_leads.filter((one) => !had.includes(one))) {
    const why = await whyNotPerson(tx, lead);
    if (why) errors.project_leads = why;
  }
  return errors;
}

async function whyNotPerson(tx: Tx, id: number): Promise<string | null> {
  const [person] = await projects.listPeople(tx, [id]);
  if (!person) return `There is no person with the number ${id}.`;
  return person.is_active ? null : `${person.full_name} no longer has an account.`;
}

/** A type that was taken off the list stays on what has it, and goes onto nothing new. */
async function validateLists(tx: Tx, before: Before, { job_types = [], discipline = [] }: ProjectPatch): Promise<Errors> {
  const errors: Errors = {};
  const had = (before?.job_types ?? []) as string[];
  const fresh = job_types.filter((type) => !had.includes(type));
  const known = fresh.length > 0 ? (await getSection(tx, 'job_lists')).job_types : [];
  const unknownType = fresh.find((type) => !known.includes(type));
  if (unknownType !== undefined) errors.job_types = `“${unknownType}” is not one of the firm's job types.`;
  else if (new Set(job_types).size !== job_types.length) errors.job_types = 'The same job type is listed twice.';
  if (new Set(discipline).size !== discipline.length) errors.discipline = 'The same discipline is listed twice.';
  return errors;
}

/** Asked when either of the two is being changed. */
function validateFee(before: Before, patch: ProjectPatch): Errors {
  if (patch.billing_type === undefined && patch.fee_cap === undefined) return {};
  const why = whyNotFee(billingOf(before, patch));
  return why ? { fee_cap: why } : {};
}

/** How it will be charged once the patch is written. */
export function billingOf(before: Before, { billing_type, fee_cap }: ProjectPatch): { billing_type: BillingType; fee_cap: Cents | null } {
  return {
    billing_type: billing_type ?? (before?.billing_type as BillingType | undefined) ?? 'hourly',
    fee_cap: fee_cap === undefined ? ((before?.fee_cap ?? null) as Cents | null) : fee_cap,
  };
}

export async function validateRates(tx: Tx, { rates = [] }: Pick<ProjectPatch, 'rates'>): Promise<Errors> {
  const ids = rates.map(({ job_role }) => job_role);
  if (new Set(ids).size !== ids.length) return { rates: 'The same job role is listed twice.' };
  const names = await projects.listRoleNames(tx, ids);
  const unknownRole = ids.find((id) => !names.has(id));
  return unknownRole === undefined ? {} : { rates: `There is no job role with the number ${unknownRole}.` };
}
