import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sealKeyFile } from '../adapters/accounting/seal-keys.ts';
import { readConfig } from '../config.ts';
import { StartProblem } from '../postgres/start-problem.ts';
import { reachDatabase } from './reach-database.ts';
import { forgetOldKeys, prepareKey, rotateKeys } from './rotate-keys.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** `npm run rotate-keys`, with the environment of the product, while it runs or not. Answers the exit code. */
export async function rotateCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const work = readWork(args);
    const config = readConfig(env, []);
    const file = sealKeyFile(config.dataDir);
    // A folder named by mistake would otherwise get a key and a database of its own.
    if (!existsSync(file)) throw new StartProblem(`There is no ${file}: give the DATA_DIR (and DATABASE_URL) the product is started with.`);
    const { ownerUrl, close } = await reachDatabase(config, say);
    try {
      await work({ dataDir: config.dataDir, ownerUrl, say });
    } finally {
      await close();
    }
    return 0;
  } catch (error) {
    const { code, message, stack } = error as NodeJS.ErrnoException;
    const isPlain = error instanceof StartProblem || ['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code ?? '');
    process.stderr.write(`${isPlain ? message : (stack ?? error)}\n`);
    return 1;
  }
}

function readWork(args: readonly string[]) {
  try {
    const options = { prepare: { type: 'boolean' }, 'forget-old': { type: 'boolean' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    if (!(values.prepare && values['forget-old'])) return values.prepare ? prepareKey : values['forget-old'] ? forgetOldKeys : rotateKeys;
  } catch {
    // Said below.
  }
  throw new StartProblem(
    'It is: npm run rotate-keys, and an hour later npm run rotate-keys -- --forget-old. Servers that do not share DATA_DIR: -- --prepare first.',
  );
}
