import { expect, test } from 'vitest';
import { findCircles } from './circles.ts';
import { findOffences } from './rules.ts';
import { readRepository, readSource } from './source.ts';

test('Every import of the repository points the right way, and no file says what is forbidden.', () => {
  const sources = readRepository();
  expect(sources.length).toBeGreaterThan(100);
  expect(findOffences(sources)).toEqual([]);
  expect(findCircles(sources)).toEqual([]);
});

/** A bad line, where it would stand, and a part of the sentence it must earn. */
const BAD: [path: string, text: string, says: string][] = [
  ['packages/domain/src/money/cents.ts', "import { z } from 'zod';", 'domain may not use zod'],
  ['packages/domain/src/money/cents.ts', "import { readFile } from 'node:fs';", 'domain may not use node:fs'],
  ['packages/domain/src/money/cents.ts', "import type { Client } from '@dmse/contract/clients/client';", 'domain may not know contract'],
  ['packages/survey/src/read/text.ts', "export { sum } from '@dmse/contract/common/paging';", 'survey may not know contract'],
  ['packages/contract/src/clients/client.ts', "import { sync } from '@dmse/sync/engine';", 'contract may not know sync'],
  ['packages/contract/src/clients/client.ts', "import fastify from 'fastify';", 'contract may not use fastify'],
  ['packages/sync/src/engine.ts', "import { cut } from '@dmse/survey/geo/plane';", 'sync may not know survey'],
  ['packages/sync/src/engine.ts', 'await table.clear();', 'only packages/sync/src/safe-delete.ts erases'],
  ['apps/server/src/app.ts', "import { App } from '@dmse/web/app/app';", 'server may not know web'],
  ['apps/server/src/app.ts', "import { App } from '../../web/src/app/app.tsx';", 'leaves its package'],
  ['apps/server/src/app.test.ts', "import { App } from '@dmse/web/app/app';", 'server may not know web'],
  ['apps/server/src/app.ts', "const people = await import('@dmse/testkit/people');", 'server may not know testkit'],
  ['apps/server/src/areas/jobs/job/job.routes.ts', "import { findJob } from './job.queries.ts';", 'routes ask a service'],
  [
    'apps/server/src/areas/jobs/job/job.service.ts',
    "import { findClient } from '../../clients/client/client.queries.ts';",
    "another area's queries",
  ],
  ['apps/server/src/areas/jobs/job/job.queries.ts', "import { getJob } from './job.service.ts';", 'queries know neither'],
  ['apps/server/src/areas/jobs/job/job.service.ts', "import { sql } from 'kysely';", 'SQL is spoken in queries'],
  ['apps/server/src/call/serve.ts', "import pg from 'pg';", 'SQL is spoken in queries'],
  ['apps/server/src/adapters/mail/mailer.ts', "import { getJob } from '../../areas/jobs/job/job.service.ts';", 'adapters knows no area'],
  ['apps/server/src/records/history.ts', "import { promoteQuote } from '../flows/promote-quote.ts';", 'records knows no area'],
  [
    'apps/server/src/areas/jobs/job/job.service.ts',
    "import { people } from '../../../testing/fixtures/people.ts';",
    'what is shipped may not import',
  ],
  [
    'apps/web/src/parts/dialog/dialog.tsx',
    "import { ClientForm } from '../../areas/clients/client/client-form.tsx';",
    'parts may not know areas',
  ],
  ['apps/web/src/areas/jobs/job/job-row.tsx', "import { ClientForm } from '../../clients/client/client-form.tsx';", 'only its own area'],
  ['apps/web/src/areas/jobs/job/job-page.tsx', "import { router } from '../../../app/routes/router.tsx';", 'areas may not know app'],
  [
    'apps/web/src/areas/jobs/job/job-row.tsx',
    "import {\n  FieldApp,\n} from '../../../field/frame/field-app.tsx';",
    'areas may not know field',
  ],
  ['apps/web/src/app/app.tsx', "import { open } from '@dmse/server/db/database';", 'web may not know server'],
  ['apps/web/src/app/app.tsx', "import { join } from 'node:path';", 'no Node in a browser'],
  ['apps/web/src/parts/note.tsx', 'return <p dangerouslySetInnerHTML={{ __html: note }} />;', 'text becomes HTML only through React'],
  ['apps/web/src/areas/home/home-page.tsx', "indexedDB.deleteDatabase('FieldRuns');", 'only packages/sync/src/safe-delete.ts erases'],
  ['apps/web/src/parts/index.ts', '', 'a name that says nothing'],
  ['apps/web/src/parts/utils.ts', '', 'a name that says nothing'],
  ['packages/domain/src/helpers/money.ts', '', 'a name that says nothing'],
  ['packages/domain/src/types.ts', '', 'a name that says nothing'],
  ['apps/web/src/parts/DatePicker.tsx', '', 'kebab-case'],
  ['apps/web/src/areas/jobs/job/text/short.tsx', '', 'deeper than'],
  ['apps/web/src/parts/dialog/dialog.tsx', 'export default function Dialog() {}', 'named exports only'],
  ['packages/contract/src/clients/everything.ts', "export * from './client.ts';", 'a barrel'],
  ['packages/domain/src/money/cents.test.ts', "test.only('adds', () => {});", 'every test runs'],
  ['packages/domain/src/money/cents.test.ts', "it.skip('adds', () => {});", 'every test runs'],
  ['packages/survey/src/geo/geoid.test.ts', 'const folder = process.env.SURVEY_SAMPLES;', 'a test has its own fixtures'],
  ['packages/domain/src/money/cents.ts', 'const a = 1; // TODO round', 'finish it'],
];

test.each(BAD)('%s with %j is refused: %s', (path, text, says) => {
  const offences = findOffences([readSource(path, text)]);
  expect(offences).toHaveLength(1);
  expect(offences[0]).toContain(path);
  expect(offences[0]).toContain(says);
});

test('What is allowed earns no sentence.', () => {
  const good: [string, string][] = [
    ['packages/contract/src/all.ts', "export * from './clients/client.ts';\nimport { z } from 'zod';"],
    [
      'apps/server/src/areas/jobs/job/job.service.ts',
      "import { getClient } from '../../clients/client/client.service.ts';\nimport { findJob } from './job.queries.ts';",
    ],
    ['apps/server/src/areas/jobs/job/job.routes.ts', "import { promoteQuote } from '../../../flows/promote-quote.ts';"],
    ['apps/server/src/areas/jobs/job/job.test.ts', "import { bob } from '@dmse/testkit/people';\nimport { sql } from 'kysely';"],
    [
      'apps/web/src/areas/jobs/job/job-page.tsx',
      "import { ClientRow } from '../../clients/client/client-row.tsx';\nimport { Dialog } from '../../../parts/dialog/dialog.tsx';",
    ],
    ['apps/web/src/parts/note.tsx', "// import { App } from '../app/app.tsx' would be wrong\nconst address = 'https://example.com/';"],
    ['apps/web/src/session/store.ts', 'return () => listeners.delete(listener);'],
  ];
  expect(good.flatMap(([path, text]) => findOffences([readSource(path, text)]))).toEqual([]);
});

test('Files that import each other in a circle are named once, with the way round.', () => {
  const circle = [
    readSource('packages/domain/src/money/a.ts', "import { b } from './b.ts';"),
    readSource('packages/domain/src/money/b.ts', "import { c } from '@dmse/domain/money/c';"),
    readSource('packages/domain/src/money/c.ts', "import { a } from './a.ts';"),
    readSource('packages/domain/src/money/d.ts', "import type { E } from './e.ts';"),
    readSource('packages/domain/src/money/e.ts', "import { d } from './d.ts';"),
  ];
  expect(findCircles(circle)).toEqual([
    'packages/domain/src/money/a.ts -> packages/domain/src/money/b.ts -> packages/domain/src/money/c.ts: a circle',
  ]);
  expect(findCircles(circle.slice(0, 2))).toEqual([]);
});
