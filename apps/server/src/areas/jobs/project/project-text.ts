import { sayCents } from '@dmse/domain/money/cents';
import type { Context } from '../../../call/context.ts';
import * as projects from './project.queries.ts';

async function peopleNames(tx: Parameters<typeof projects.listPeople>[0], ids: readonly number[]): Promise<string | null> {
  const people = await projects.listPeople(tx, ids);
  return people.length > 0 ? people.map((person) => person.full_name).join(', ') : null;
}

type Asking = Pick<Context, 'tx'>;
const contactName = (id: unknown, { tx }: Asking) => projects.findName(tx, 'contact', Number(id));

/** What jobs and quotes tell about themselves by the names behind their ids. */
export const projectWords = {
  client: (id: unknown, { tx }: Asking) => projects.findName(tx, 'client', Number(id)),
  project_manager: (id: unknown, { tx }: Asking) => peopleNames(tx, [Number(id)]),
  client_contact: contactName,
  billing_contact: contactName,
  project_leads: (ids: unknown, { tx }: Asking) => peopleNames(tx, ids as number[]),
};

/** "Engineer $170.00/h, Planner $135.00/h" */
export function sayRates(rates: readonly { name: string; charge_rate: number }[]): string | null {
  return rates.length > 0 ? rates.map(({ name, charge_rate }) => `${name} ${sayCents(charge_rate)}/h`).join(', ') : null;
}
