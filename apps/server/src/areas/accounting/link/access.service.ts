import type { AccountingAnswer, AccountingCall, AccountingSystem, Tokens } from '../../../adapters/accounting/accounting-system.ts';
import type { Adapters } from '../../../adapters/adapters.ts';
import type { Database, Tx } from '../../../db/database.ts';
import * as links from './link.queries.ts';

export type LinkParts = { db: Database; accounting: AccountingSystem; seal: Adapters['seal']; now: () => string };

const MINUTE = 60_000;
/** A token is renewed before it is too old to finish with. */
const EARLY = 5 * MINUTE;

export function storedTokens({ seal }: Pick<LinkParts, 'seal'>, { access, refresh, seconds }: Tokens, now: string): links.LinkValues {
  const until = new Date(Date.parse(now) + seconds * 1000).toISOString();
  return { tokens: seal.close(JSON.stringify({ access, refresh })), token_until: until, refreshed_on: now };
}

/** Null: they were sealed with another key. */
export function openTokens(seal: LinkParts['seal'], tokens: string): Pick<Tokens, 'access' | 'refresh'> | null {
  return JSON.parse(seal.open(tokens) ?? 'null');
}

const answered = (status: number | null): AccountingAnswer => ({ status, retry_after: null, messages: [], json: null });
/** What a call without a token is answered: there is no connection any more, or it was not heard whether there is a new one. */
const NOT_CONNECTED = answered(401);
const NOT_HEARD = answered(null);
type Access = { access: string } | { answer: AccountingAnswer };

/** The row as it is after somebody else may have renewed it, or with new tokens, kept before they are used. */
async function renew(tx: Tx, parts: Omit<LinkParts, 'db'>, seen: string | null): Promise<Access> {
  const { accounting, seal } = parts;
  const now = parts.now();
  const row = await links.hold(tx);
  if (row.tokens === null || row.state === 'broken') return { answer: NOT_CONNECTED };
  const kept = openTokens(seal, row.tokens);
  if (!kept) {
    await links.write(tx, { state: 'broken', says: 'The connection was kept with another key than this server has. Connect it again.' });
    return { answer: NOT_CONNECTED };
  }
  const { access, refresh } = kept;
  const isFresh = row.token_until !== null && Date.parse(row.token_until) - EARLY > Date.parse(now);
  if (isFresh && access !== seen) return { access };
  const given = await accounting.refresh(refresh);
  if (!('refused' in given)) {
    await links.write(tx, storedTokens(parts, given, now));
    return { access: given.access };
  }
  // No answer may be a new token that got lost: the old one is taken again for half an hour.
  if (given.refused !== 'invalid_grant') return { answer: NOT_HEARD };
  await links.write(tx, { state: 'broken', says: 'The accounting system no longer accepts the connection. Connect it again.' });
  return { answer: NOT_CONNECTED };
}

/** A token that is good for some minutes. `seen` is one that was refused. */
const getAccess = (parts: LinkParts, seen: string | null = null): Promise<Access> => parts.db.write((tx) => renew(tx, parts, seen));

/** One call; an old token is renewed once. */
export async function callAccounting(parts: LinkParts, tenant: string, call: AccountingCall): Promise<AccountingAnswer> {
  const given = await getAccess(parts);
  if ('answer' in given) return given.answer;
  const answer = await parts.accounting.call(given.access, tenant, call);
  if (answer.status !== 401) return answer;
  const renewed = await getAccess(parts, given.access);
  return 'answer' in renewed ? renewed.answer : parts.accounting.call(renewed.access, tenant, call);
}
