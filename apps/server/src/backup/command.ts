import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseBucketAddress } from '../adapters/files/bucket.ts';
import { openFileStore } from '../adapters/files/open-file-store.ts';
import { isConnectionLoss } from '../call/database-complaint.ts';
import { type Config, readConfig } from '../config.ts';
import { StartProblem } from '../postgres/start-problem.ts';
import { reachDatabase } from '../start/reach-database.ts';
import { createBackups } from './backups.ts';
import { createLockAndKey, makeKeyPair, readIdentity } from './lock-and-key.ts';
import { openPlace } from './place.ts';
import { restoreAt } from './restore-at.ts';
import { restoreBackup } from './restore-backup.ts';

type Command = 'backup' | 'restore' | 'restore-drill';
type Said = { at: string | null; name: string | null; identity: string | null; makesKey: boolean; from: string | null };

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Does it and answers the exit code; what went wrong is said in a sentence. */
export async function runCommand(command: Command, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const said = readArguments(args, env);
    if (said.makesKey) return await makeKey();
    const config = readConfig({ ...env, ...(said.from && { BACKUP_DIR: said.from }) }, []);
    if (config.backup.folder === null) throw new StartProblem('Say where backups are kept: BACKUP_DIR=/srv/backups npm run backup');
    return await { backup, restore, 'restore-drill': drill }[command](config, said);
  } catch (error) {
    if (isConnectionLoss(error) || /^57P/.test((error as NodeJS.ErrnoException).code ?? '')) {
      process.stderr.write('The database ended meanwhile, perhaps with the product. Nothing was kept; run it once more.\n');
      return 1;
    }
    const { path = '', code, message, stack } = error as NodeJS.ErrnoException;
    const isOfFolder = path !== '' && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC'].includes(code ?? '');
    const says = error instanceof StartProblem || isOfFolder ? message : (stack ?? error);
    process.stderr.write(`${says}\n${isOfFolder ? 'The folder must exist, or be one that you may make, and belong to you.\n' : ''}`);
    return 1;
  }
}

function readArguments(args: readonly string[], env: NodeJS.ProcessEnv): Said {
  try {
    const options = { key: { type: 'string' }, from: { type: 'string' }, at: { type: 'string' }, 'new-key': { type: 'boolean' } } as const;
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    if (positionals.length > 1) throw new Error('one name at most');
    // npm runs in the folder of the repository; a name is meant from where the person stands.
    const here = (path: string) => (parseBucketAddress(path) ? path : resolve(env.INIT_CWD ?? '.', path));
    const identity = values.key === undefined ? null : readKeyFile(here(values.key));
    const from = values.from === undefined ? null : here(values.from);
    return { at: readInstant(values.at), name: positionals[0] ?? null, identity, from, makesKey: values['new-key'] ?? false };
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(
      `${(error as Error).message}. It is: npm run backup [-- --new-key], npm run restore [-- NAME] [--at "2026-11-18 10:42"] [--from FOLDER] [--key FILE], npm run restore-drill [-- NAME] [--key FILE].`,
    );
  }
}

function readKeyFile(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new StartProblem(`The file with the secret key, ${path}, is not there or cannot be read.`);
  }
  const identity = readIdentity(text);
  if (identity === null) throw new StartProblem(`${path} holds no secret key of age.`);
  return identity;
}

/** By the clock of this machine, unless another is said behind it: `2026-11-18 10:42`, `2026-11-18 10:42Z`. */
function readInstant(text: string | undefined): string | null {
  if (text === undefined) return null;
  const at = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?$/.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
  if (Number.isNaN(at)) throw new StartProblem(`--at must be a minute such as "2026-11-18 10:42", not "${text}".`);
  return new Date(at).toISOString();
}

async function makeKey(): Promise<number> {
  const { identity, recipient } = await makeKeyPair();
  say(`# Keep this file away from the server, in two places: without it no encrypted backup can be read.`);
  say(`# Start the server with BACKUP_RECIPIENT=${recipient}`);
  say(identity);
  return 0;
}

async function backup(config: Config): Promise<number> {
  const { ownerUrl, close } = await reachDatabase(config, say);
  try {
    const files = await openFileStore(config);
    const backups = createBackups({ config, ownerUrl, files, say });
    const name = await backups.take();
    const { rows, files: count, problems } = (await backups.list()).find((kept) => kept.name === name)!;
    for (const problem of problems) say(problem);
    say(`Backup ${name} is in ${config.backup.folder}: ${rows} rows and ${count} files${config.backup.recipient ? ', encrypted' : ''}.`);
    return problems.length === 0 ? 0 : 1;
  } finally {
    await close();
  }
}

async function lastName(config: Config, { name }: Said): Promise<string> {
  const names = await openPlace(config.backup.folder!, config.s3).names();
  const found = name === null ? names.at(-1) : names.find((one) => one === name);
  if (!found)
    throw new StartProblem(
      name === null ? `There is no backup in ${config.backup.folder}.` : `There is no backup ${name}. There is: ${names.join(', ')}.`,
    );
  return found;
}

async function restoreMinute(config: Config, at: string, { identity, name }: Said): Promise<number> {
  say(`Restoring what was there at ${at} into ${config.dataDir} …`);
  const place = openPlace(config.backup.folder!, config.s3);
  const problems = await restoreAt({ config, place, keys: createLockAndKey(null, identity), at, name, say });
  for (const problem of problems) say(problem);
  say(RESTORED);
  return problems.length === 0 ? 0 : 1;
}

const RESTORED = 'Everything is restored. Mails that were waiting are held: see Mail in the staff panel.';

async function restore(config: Config, said: Said): Promise<number> {
  if (said.at !== null) return restoreMinute(config, said.at, said);
  const name = await lastName(config, said);
  say(`Restoring ${name} into ${config.databaseUrl ? 'the database of DATABASE_URL and ' : ''}${config.dataDir} …`);
  const keys = createLockAndKey(null, said.identity);
  const manifest = await restoreBackup({ config, place: openPlace(config.backup.folder!, config.s3), keys, name, say });
  for (const problem of manifest.problems) say(problem);
  if (!manifest.is_encrypted)
    say(
      'Keys of the server were not in it, since it is not encrypted: people set up codes of a second factor again, the accounting system is connected again, and packages are signed with a new key.',
    );
  say('Everything was compared with the manifest.');
  say(RESTORED);
  return 0;
}

async function drill(config: Config, said: Said): Promise<number> {
  const name = await lastName(config, said);
  const files = await openFileStore(config);
  const backups = createBackups({ config, ownerUrl: '', files, identity: said.identity, say });
  await backups.drill(name);
  const { seconds, problems } = (await backups.list()).find((kept) => kept.name === name)!.drill!;
  for (const problem of problems) say(problem);
  say(problems.length === 0 ? `Backup ${name} was restored in ${seconds} s and is sound.` : `Backup ${name} is not sound.`);
  return problems.length === 0 ? 0 : 1;
}
