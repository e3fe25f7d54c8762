import { parseArgs } from 'node:util';
import { moveFiles } from '../adapters/files/move-files.ts';
import { openFileStores } from '../adapters/files/open-file-store.ts';
import { readConfig } from '../config.ts';
import { StartProblem } from '../postgres/start-problem.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const TELL_EVERY = 500;

/** `npm run move-files -- --to s3`: the environment names both places, as that of the running product does. Answers the exit code. */
export async function moveCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    const to = readTarget(args);
    const config = readConfig(env, []);
    const { store, before } = config.files;
    if ((store === 'disk' ? 'disk' : 's3') !== to || before === null) throw new StartProblem(HOW);
    const stores = await openFileStores(config);
    const tell = (moved: number) => {
      if (moved % TELL_EVERY === 0) say(`${moved} files moved …`);
    };
    const { moved, problems, isComplete } = await moveFiles({ from: stores.before!, to: stores.present, stop: stop.signal, tell });
    for (const problem of problems) say(problem);
    say(`${moved} files moved, each compared by its hash.${isComplete ? '' : ' Stopped: run it again for the rest.'}`);
    if (isComplete && problems.length === 0) say('Nothing is left where they were: FILE_STORE_BEFORE can be left out at the next start.');
    return isComplete && problems.length === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof StartProblem ? error.message : ((error as Error).stack ?? error)}\n`);
    return 1;
  }
}

const HOW =
  'Start the product first with the new place in FILE_STORE and the old one in FILE_STORE_BEFORE (disk, or s3://bucket/folder), then run this with the same: npm run move-files -- --to s3, or --to disk.';

function readTarget(args: readonly string[]): 's3' | 'disk' {
  try {
    const { to } = parseArgs({ args: [...args], options: { to: { type: 'string' } } }).values;
    if (to === 's3' || to === 'disk') return to;
  } catch {
    // Whatever was said, it was not this.
  }
  throw new StartProblem(HOW);
}
