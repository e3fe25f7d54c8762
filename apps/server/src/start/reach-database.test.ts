import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { reachDatabase } from './reach-database.ts';

test('A command beside the product makes no database in a folder that was named by mistake.', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dmse-reach-'));
  try {
    const config = readConfig({ DATA_DIR: folder }, []);
    await expect(reachDatabase(config, () => {})).rejects.toThrow(`There is no database in ${folder}: give the DATA_DIR`);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
