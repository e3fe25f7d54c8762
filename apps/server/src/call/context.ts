import type { Role } from '@dmse/domain/access/roles';
import type { Adapters } from '../adapters/adapters.ts';
import type { Tx } from '../db/database.ts';

export type SessionKind = 'office' | 'field';

/** Who is asking. Read anew on every request, so that a role taken away is gone at once. */
export type Actor = {
  id: number;
  full_name: string;
  groups: Role[];
  session: {
    id: number;
    kind: SessionKind;
    expires_on: string;
    /** A role of theirs needs a second factor. */
    needs_factor: boolean;
    /** They have shown lately enough who they are to do something dangerous. */
    is_confirmed: boolean;
  };
};

/** What a handler is given. Everything that writes goes through `tx`; nothing leaves the house before it has ended well. */
export type Context = {
  tx: Tx;
  actor: Actor;
  now: string;
  adapters: Adapters;
  request_id: string;
  /** The version the person was looking at, when the request says so. */
  if_match: number | null;
  /** The firm's, where it came along with the session; whoever lacks it looks it up. */
  time_zone?: string | null;
};

/** Who writes: a person, or nobody (`id` null) where the server itself does, as with a mail that came in. */
export type Writer = { id: number | null; full_name: string };

/** What it takes to write a record down and to tell others of it. Every `Context` will do. */
export type Writing = Pick<Context, 'tx' | 'now' | 'request_id'> & {
  actor: Writer;
  adapters: Pick<Adapters, 'files' | 'queue' | 'publicOrigin'>;
};
