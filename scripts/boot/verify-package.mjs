import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BootProblem } from './problem.mjs';

/**
 * Whether a survey package is as the firm signed it, in sentences; ends with 1 when it is not.
 * @param {string[]} args
 */
export async function run(args) {
  const { file, key } = readArguments(args);
  const zip = await readFile(file).catch(() => {
    throw new BootProblem(`${file} cannot be read.`);
  });
  const { verifyPackage } = await import('../../apps/server/src/adapters/processing/exports/verify-package.ts');
  const { is_sound, sentences } = verifyPackage(zip, key);
  for (const sentence of sentences) process.stdout.write(`${sentence}\n`);
  if (!is_sound) process.exitCode = 1;
}

/** @param {string[]} args */
function readArguments(args) {
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { key: { type: 'string' } } });
    const [file, second] = positionals;
    // npm runs in the folder of the repository; a name is meant from where the person stands.
    if (file !== undefined && second === undefined) return { file: resolve(process.env.INIT_CWD ?? '.', file), key: values.key ?? null };
  } catch {
    // Said below.
  }
  throw new BootProblem('Say which package: npm run verify-package -- file.zip [--key fingerprint]');
}
