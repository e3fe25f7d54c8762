import { BILLING_TYPES } from '@dmse/domain/jobs/billing-types';
import { DEPARTMENTS } from '@dmse/domain/jobs/departments';
import { sayCents } from '@dmse/domain/money/cents';
import { z } from 'zod';
import { amount } from '../common/amount.ts';
import { field } from '../common/field.ts';
import { Cents, ClientId, Id, line, PersonRef, paragraph, UserId } from '../common/fields.ts';
import { PlaceOf } from '../places/location.ts';

/** What jobs and quotes have in common. */
export const NamedRef = z.object({ id: Id, name: z.string() });
export const NumRef = z.object({ id: Id, num: z.string() });
export const Department = z.enum(DEPARTMENTS);

export const AgreedRate = z.object({ job_role: NamedRef, charge_rate: Cents });
const AgreedRateInput = z.strictObject({ job_role: Id, charge_rate: Cents.min(0) });

/** What a person types. */
export const projectFields = {
  desc: field(line(200), 'Title'),
  long_desc: field(paragraph(10_000), 'Description'),
  client: field(ClientId.nullable(), 'Client'),
  project_manager: field(UserId.nullable(), 'Project manager'),
  discipline: field(z.array(Department).max(4), 'Discipline'),
  job_types: field(z.array(line(80)).max(20), 'Job types'),
  client_contact: field(Id.nullable(), 'Client contact'),
  billing_contact: field(Id.nullable(), 'Billing contact'),
  project_leads: field(z.array(Id).max(20), 'Project leads'),
  billing_type: field(z.enum(BILLING_TYPES), 'Billing type'),
  fee_cap: field(Cents.min(0).nullable(), 'Fee cap', { text: (cents) => sayCents(Number(cents)) }),
  rates: field(amount(z.array(AgreedRateInput).max(100)), 'Agreed rates'),
};

/** How the same is answered: references named, amounts only for whoever may see them. */
export const projectAnswer = {
  num: z.string(),
  desc: z.string(),
  long_desc: z.string(),
  client: NamedRef.nullable(),
  client_name: z.string(),
  project_manager: PersonRef.nullable(),
  discipline: z.array(z.string()),
  job_types: z.array(z.string()),
  client_contact: NamedRef.nullable(),
  billing_contact: NamedRef.nullable(),
  project_leads: z.array(PersonRef),
  billing_type: z.enum(BILLING_TYPES),
  fee_cap: Cents.nullable().optional(),
  rates: amount(z.array(AgreedRate)).optional(),
  location: PlaceOf.nullable(),
  inbox_address: z.string(),
  folder_url: field(z.string(), 'Folder'),
  is_editable: z.boolean(),
  can_edit: z.boolean(),
  /** Open issues, in the way of the work. */
  open_issues: z.int(),
};
