import type { PersonRef } from '@dmse/contract/common/fields';
import { NAMED_PEOPLE } from '@dmse/domain/access/named-people';

/** One of the named people as a record names them, under the id they have wherever no database gives one. */
export function personRef(username: string): PersonRef {
  const at = NAMED_PEOPLE.findIndex((person) => person.username === username);
  const person = NAMED_PEOPLE[at];
  if (!person) throw new Error(`Nobody in the tests is called ${username}.`);
  return { id: at + 1, full_name: person.full_name };
}
