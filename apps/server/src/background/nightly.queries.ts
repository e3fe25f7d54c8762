import type { Tx } from '../db/database.ts';

export function listSessions(tx: Tx) {
  return tx.selectFrom('session').select(['id', 'kind', 'created_on', 'last_seen_on']).execute();
}

export async function removeSessions(tx: Tx, ids: number[]): Promise<void> {
  await tx.deleteFrom('session').where('id', 'in', ids).execute();
}

/** Links of mails and tickets that nobody can use any more. */
export async function removeOldTickets(tx: Tx, before: string): Promise<number> {
  const links = await tx.deleteFrom('password_link').where('expires_on', '<', before).executeTakeFirst();
  const tickets = await tx.deleteFrom('spent_ticket').where('expires_on', '<', before).executeTakeFirst();
  return Number(links.numDeletedRows + tickets.numDeletedRows);
}

export async function removeSignInAttempts(tx: Tx, before: string): Promise<number> {
  const result = await tx.deleteFrom('sign_in_attempt').where('at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
