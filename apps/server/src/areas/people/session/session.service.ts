import { hash, randomBytes } from 'node:crypto';
import { expandRoles, isRole } from '@dmse/domain/access/roles';
import { isConfirmed, needsSecondFactor } from '@dmse/domain/access/second-factor';
import { isSessionOver, sessionEnd, TOUCH_AFTER_MS } from '@dmse/domain/access/session';
import type { Actor, SessionKind } from '../../../call/context.ts';
import type { Mode } from '../../../config.ts';
import type { Database, Tx } from '../../../db/database.ts';
import * as sessions from './session.queries.ts';

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * The person behind a cookie, with the roles they have this very moment; null when the session is over. One without a second factor is
 * over once a role of the person needs it.
 */
export async function findSession(
  { db, mode }: { db: Database; mode: Mode },
  token: string,
  now: string,
  { isUse = true }: { isUse?: boolean } = {},
): Promise<(Actor & { time_zone: string | null }) | null> {
  const row = await db.lookUp(sessions.byHash(hashOf(token)));
  if (!row) return null;
  const session = { ...row, kind: row.kind as SessionKind };
  if (isSessionOver(session, now)) return null;
  const groups = expandRoles(row.granted.filter(isRole));
  const needs_factor = needsSecondFactor(mode, row.policy, groups);
  if (needs_factor && !row.has_second_factor) return null;
  if (isUse && Date.parse(now) - Date.parse(row.last_seen_on) > TOUCH_AFTER_MS) await db.write((tx) => sessions.touch(tx, row.id, now));
  return {
    id: row.user_id,
    full_name: row.full_name,
    groups,
    session: {
      id: row.id,
      kind: session.kind,
      expires_on: sessionEnd(session),
      needs_factor,
      is_confirmed: isConfirmed(mode, row.policy, row, now),
    },
    time_zone: row.time_zone,
  };
}

export async function openSession(tx: Tx, session: sessions.NewSession): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sessions.insert(tx, { ...session, token_hash: hashOf(token) });
  return token;
}

export async function closeSession(tx: Tx, token: string): Promise<void> {
  await sessions.removeByHash(tx, hashOf(token));
}
