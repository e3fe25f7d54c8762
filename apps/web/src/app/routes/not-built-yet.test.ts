import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROUTE_ROWS } from './route-table.ts';

const FILE = join(import.meta.dirname, '../../../../../docs/not-built-yet.md');

function listNotBuilt(): string {
  const open = ROUTE_ROWS.filter((row) => !row.screen);
  const lines = open.map(
    (row) => `| \`${row.path.replace(/\$(\w+)/g, ':$1').replace(/\$$/, ':invoices+')}\` | ${row.title} | ${row.will} |`,
  );
  return `# Pages that are not built yet

${open.length} of ${ROUTE_ROWS.length} lines of the route table say honestly that they are not built yet. Written by a test from \`apps/web/src/app/routes/route-table.ts\`.

| path | title | what it will be |
|---|---|---|
${lines.join('\n')}
`;
}

it('docs/not-built-yet.md lists the pages without a screen', () => {
  const wanted = listNotBuilt();
  let written = '';
  try {
    written = readFileSync(FILE, 'utf8');
  } catch {
    // The first time there is no list yet.
  }
  if (written !== wanted) writeFileSync(FILE, wanted);
  expect(written, 'docs/not-built-yet.md was out of date and has been rewritten; look at the change and keep it').toBe(wanted);
});
