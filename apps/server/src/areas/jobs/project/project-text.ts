import { sayCents } from '@dmse/domain/money/cents';
import type { Noun } from '../../../records/record.ts';
import * as projects from './project.queries.ts';

async function peopleNames(tx: Parameters<typeof projects.listPeople>[0], ids: readonly number[]): Promise<string | null> {
  const people = await projects.listPeople(tx, ids);
  return people.length > 0 ? people.map((person) => person.full_name).join(', ') : null;
}

/** What jobs and quotes tell about themselves, with names where the row has ids. */
export const projectWords: Noun['fields'] = {
  desc: 'Title',
  long_desc: 'Description',
  client: { label: 'Client', words: (id, { tx }) => projects.findName(tx, 'client', Number(id)) },
  project_manager: { label: 'Project manager', words: (id, { tx }) => peopleNames(tx, [Number(id)]) },
  discipline: 'Discipline',
  job_types: 'Job types',
  client_contact: { label: 'Client contact', words: (id, { tx }) => projects.findName(tx, 'contact', Number(id)) },
  billing_contact: { label: 'Billing contact', words: (id, { tx }) => projects.findName(tx, 'contact', Number(id)) },
  project_leads: { label: 'Project leads', words: (ids, { tx }) => peopleNames(tx, ids as number[]) },
  billing_type: 'Billing type',
  fee_cap: { label: 'Fee cap', words: (cents) => sayCents(Number(cents)) },
  folder_url: 'Folder',
  state: 'State',
};

/** "Engineer $170.00/h, Planner $135.00/h" */
export function sayRates(rates: readonly { name: string; charge_rate: number }[]): string | null {
  return rates.length > 0 ? rates.map(({ name, charge_rate }) => `${name} ${sayCents(charge_rate)}/h`).join(', ') : null;
}
