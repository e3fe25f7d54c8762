import { createClient, listClients } from '@dmse/contract/clients/client';
import { listContacts } from '@dmse/contract/clients/contact';
import { checkImport, listImports, runImport, undoImport } from '@dmse/contract/clients/import';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countStatements } from '../../../testing/count-statements.ts';
import { checkCsv, TWO_CLIENTS, uploadCsv } from '../../../testing/fixtures/import-fixture.ts';
import { type CommittedApp, startCommittedApp } from '../../../testing/test-app.ts';

/** These stories really commit: read-only transactions, time limits and locks are those of the product. */
let app: CommittedApp;
beforeAll(async () => {
  app = await startCommittedApp('import');
});
afterAll(() => app.close());

/** Many enough that one statement for each would be seen at once. */
const ROWS = 2000;

describe('two thousand rows', () => {
  const word = (i: number) => ['Birch', 'Cedar', 'Maple', 'Spruce', 'Tamarack', 'Érable'][i % 6];
  const clients = `Name,Phone,City\n${Array.from({ length: ROWS }, (_, i) => `${word(i)} Lot ${i} Holdings,,Sussex`).join('\n')}\n`;
  const contacts = `Name,Phone,Client\n${Array.from({ length: ROWS }, (_, i) => `Person ${i},,${word(i)} Lot ${i} Holdings`).join('\n')}\n`;

  test('come in and go out again in a number of statements that does not grow with them', async () => {
    const mona = await app.as('mona');
    for (const [noun, text] of [
      ['clients', clients],
      ['contacts', contacts],
    ] as const) {
      const checked = await countStatements(() => checkCsv(mona, text, noun));
      const { file, mapping, ready, error_count } = checked.answer;
      expect([ready, error_count]).toEqual([ROWS, 0]);
      expect(checked.statements).toBeLessThan(40);
      const ran = await countStatements(() => mona.call(runImport, {}, { noun, file, mapping }));
      expect(ran.answer).toMatchObject({ created: ROWS, why_not_undo: null });
      expect(ran.statements).toBeLessThan(noun === 'clients' ? 50 : 75);
    }
    expect((await mona.call(listClients, {})).count).toBe(ROWS);
    const [last] = (await mona.call(listContacts, { query: `person ${ROWS - 1}` })).results;
    expect(last?.clients_summary).toBe(`${word(ROWS - 1)} Lot ${ROWS - 1} Holdings`);

    const { results } = await mona.call(listImports, {});
    expect(results.map((batch) => batch.why_not_undo === null)).toEqual([true, false]);
    for (const batch of results) {
      const undone = await countStatements(() => mona.call(undoImport, { id: batch.id }));
      expect(undone.statements).toBeLessThan(60);
    }
    expect((await mona.call(listClients, {})).count).toBe(0);
    expect((await mona.call(listContacts, {})).count).toBe(0);
  });
});

describe('at the same moment', () => {
  test('a button pressed twice imports once', async () => {
    const mona = await app.as('mona');
    const { file, mapping } = await checkCsv(mona, TWO_CLIENTS);
    const answers = await Promise.all([1, 2].map(() => mona.send(runImport, {}, { noun: 'clients', file, mapping })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    expect((await mona.call(listClients, {})).count).toBe(2);
    const [batch] = (await mona.call(listImports, { page_size: 1 })).results;
    const undone = await Promise.all([1, 2].map(() => mona.send(undoImport, { id: batch!.id })));
    expect(undone.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect((await mona.call(listClients, {})).count).toBe(0);
  });

  test('a check writes nothing, also by the database’s word', async () => {
    const mona = await app.as('mona');
    await mona.call(createClient, {}, { name: 'Riverbend Farms' });
    const file = await uploadCsv(mona, TWO_CLIENTS);
    expect((await mona.call(checkImport, {}, { noun: 'clients', file })).duplicate_lines).toEqual([2]);
  });
});
