import type { Role } from '@dmse/domain/access/roles';
import type { Tx } from '../db/database.ts';
import type { Outside } from '../outside/outside.ts';

export type SessionKind = 'office' | 'field';

/** Who is asking. Read anew on every request, so that a role taken away is gone at once. */
export type Actor = {
  id: number;
  full_name: string;
  groups: Role[];
  session: { id: number; kind: SessionKind; expires_on: string };
};

/** What a handler is given. Everything that writes goes through `tx`; nothing leaves the house before it has ended well. */
export type Context = {
  tx: Tx;
  actor: Actor;
  now: string;
  outside: Outside;
  request_id: string;
  /** The version the person was looking at, when the request says so. */
  if_match: number | null;
};
