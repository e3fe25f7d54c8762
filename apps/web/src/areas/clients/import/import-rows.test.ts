import type { ImportCheck } from '@dmse/contract/clients/import';
import { describe, expect, it } from 'vitest';
import { countImport, sayCount, whyNotImport } from './import-rows.ts';

function check(change: Partial<ImportCheck> = {}): ImportCheck {
  return {
    delimiter: ',',
    encoding: 'utf-8',
    columns: [],
    fields: [],
    mapping: { Name: 'name' },
    rows: 4,
    ready: 2,
    errors: [
      { line: 3, column: 'Name', message: 'This field may not be blank.' },
      { line: 3, column: 'E-mail', message: 'Enter an e-mail address.' },
      { line: 5, column: null, message: 'There are two clients of this name.' },
    ],
    error_count: 3,
    error_lines: [3, 5],
    duplicates: [],
    duplicate_lines: [2, 3],
    duplicate_count: 2,
    ...change,
  };
}
const validate = (of: ImportCheck, ...lines: number[]) => {
  const count = countImport(of, new Set(lines));
  return { ready: count.ready, whyNot: whyNotImport(of, count) };
};

describe('what would be imported', () => {
  it('is nothing while a row with an error is not left out', () => {
    expect(countImport(check(), new Set()).badRows).toEqual([
      { line: 3, messages: ['Name: This field may not be blank.', 'E-mail: Enter an e-mail address.'] },
      { line: 5, messages: ['There are two clients of this name.'] },
    ]);
    expect(validate(check())).toEqual({
      ready: 2,
      whyNot: '2 rows still have an error. Correct the file and drop it again, or leave them out.',
    });
    expect(validate(check(), 3).whyNot).toMatch(/^One row still has an error\./);
  });

  it('is the rest once they are, and a row that is a duplicate as well counts once', () => {
    expect(validate(check(), 3, 5)).toEqual({ ready: 2, whyNot: null });
    expect(validate(check(), 3, 5, 2)).toEqual({ ready: 1, whyNot: null });
    expect(validate(check(), 2, 3, 4, 5)).toEqual({ ready: 0, whyNot: 'Every row is left out.' });
  });

  it('counts the rows with errors that are not listed', () => {
    const bad = Array.from({ length: 900 }, (_, at) => at + 3);
    const large = check({ rows: 1000, ready: 100, error_count: 900, error_lines: bad });
    expect(countImport(large, new Set()).unlisted).toBe(898);
    expect(validate(large, 3, 5).whyNot).toMatch(/^898 rows still have an error\./);
    expect(validate(large, ...bad)).toEqual({ ready: 100, whyNot: null });
  });

  it('says what is the matter with the file itself', () => {
    const nameless = check({
      mapping: {},
      ready: 0,
      errors: [{ line: 1, column: null, message: 'Choose the name.' }],
      error_count: 1,
      error_lines: [],
    });
    expect(countImport(nameless, new Set()).badRows).toEqual([]);
    expect(validate(nameless)).toEqual({ ready: 0, whyNot: 'Choose the name.' });
    expect(validate(check({ rows: 0, ready: 0, errors: [], error_count: 0, error_lines: [] })).whyNot).toBe(
      'There are no rows below the header.',
    );
  });

  it('is counted as people count', () => {
    expect([sayCount(1, 'clients'), sayCount(2, 'contacts')]).toEqual(['1 client', '2 contacts']);
  });
});
