import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = import.meta.dirname;
/** Method calls that end something; `delete` also as an operator. */
const ENDINGS = /\.(?:delete|bulkDelete|deleteObjectStore|deleteDatabase|clear|erase)\b\s*[(<]|\bdelete\s+\w|deleteDatabase|deleteProperty/;

function productFiles(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => name !== 'safe-delete.ts');
}

describe('physical deletion (L2)', () => {
  it('is in one module of the product', () => {
    // the model server forgets sessions, not records; everything else in memory/ is held to the same rule
    const allowed = new Set(['memory/model-api.ts', 'memory/story.ts', 'memory/events.ts', 'memory/spy-store.ts']);
    const guilty: string[] = [];
    for (const name of productFiles()) {
      if (allowed.has(name.replaceAll('\\', '/'))) continue;
      for (const [i, line] of readFileSync(join(SOURCE, name), 'utf8').split('\n').entries()) {
        const code = line.replace(/'[^']*'|\/\/.*$|^\s*\*.*$|\/\*.*?\*\//g, '');
        if (ENDINGS.test(code)) guilty.push(`${name}:${i + 1} ${line.trim()}`);
      }
    }
    expect(guilty).toEqual([]);
  });

  it('would be seen elsewhere', () => {
    for (const line of [
      'await table.delete(id)',
      'rows.clear()',
      'tx.rescue.erase(id)',
      'indexedDB.deleteDatabase(name)',
      'delete rows[id]',
      'Dexie.delete(name)',
    ]) {
      expect(ENDINGS.test(line), line).toBe(true);
    }
    for (const line of ['is_deleted: 1', 'session.deleteShot(id)', 'eraseRun(session, run, proof)', 'cleared.push(field)']) {
      expect(ENDINGS.test(line), line).toBe(false);
    }
  });
});
