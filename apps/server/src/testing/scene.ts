import { Readable } from 'node:stream';
import type { Role } from '@dmse/domain/access/roles';
import type { Tx } from '../db/database.ts';
import type { FileStore } from '../outside/file-store.ts';
import type { Outside } from '../outside/outside.ts';

/** Where a cell of the role table is tried: who tries, and whose the record is, their own or somebody else's. */
export type Scene = { tx: Tx; files: FileStore; queue: Outside['queue']; dataDir: string; role: Role; actor: number; owner: number };

type Input = Record<string, unknown>;
type Form = { payload: Buffer; headers: Record<string, string> };

/** What the table test sends to an endpoint. Every maker makes its records anew, of the scene's owner. */
export type Sample = {
  /** Path and query. An endpoint with an id in its path must have it. */
  own?: (scene: Scene) => Promise<Input>;
  body?: unknown | ((scene: Scene, input: Input) => unknown);
  /** Instead of a body, where the call takes a form. */
  form?: (scene: Scene, input: Input) => Promise<Form>;
  /** The record belongs to somebody, and only these roles reach what is another's; without it there is no "another's". */
  theirs?: readonly Role[] | 'everyone';
  /** Path of a record that cannot be, where an unknown id is not enough. */
  nowhere?: Input;
};

export const THEN = '2026-03-04T14:00:00.000Z';
export const STAMPS = { created_on: THEN, updated_on: THEN };
export const NOBODY = 2_000_000_000;
export const NO_UUID = '00000000-0000-7000-8000-000000000000';

/** The roles that reach what another manages or leads. */
export const ADMIN: readonly Role[] = ['Jobs Admin'];

/** A file of the owner's that no record refers to yet. */
export async function makeFile(
  { tx, files, owner }: Scene,
  name = 'note.txt',
  bytes: Buffer | string = 'Name\nAcme\n',
  mime = 'text/plain',
) {
  const stored = await files.put(Readable.from([Buffer.from(bytes as Buffer)]), 1_000_000);
  const row = { ...stored, name, mime_type: mime, created_on: THEN, created_by: owner };
  return (await tx.insertInto('file').values(row).returning('id').executeTakeFirstOrThrow()).id;
}
