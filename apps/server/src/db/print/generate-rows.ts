import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const CODEGEN = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')), 'dist', 'cli', 'bin.js');

/** The row types of a migrated database, as kysely-codegen writes them. */
export async function generateRows(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dmse-rows-'));
  try {
    const file = join(folder, 'rows.ts');
    const options = ['--dialect', 'postgres', '--include-pattern', 'public.*', '--date-parser', 'string', '--out-file', file];
    const mapping = ['--type-mapping', '{"int8":"number","timestamptz":"string","numeric":"number"}'];
    await promisify(execFile)(process.execPath, [CODEGEN, ...options, ...mapping], { env: { ...process.env, DATABASE_URL: url } });
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
