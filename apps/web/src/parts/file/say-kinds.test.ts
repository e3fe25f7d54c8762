import { expect, it } from 'vitest';
import { sayKinds } from './say-kinds.ts';

it('says kinds of files as people do', () => {
  expect(sayKinds(['image/png', 'image/jpeg', 'image/webp'])).toBe('PNG, JPEG or WebP');
  expect(sayKinds(['.csv', 'text/csv'])).toBe('.csv');
  expect(sayKinds(['.csv', '.txt', '.tsv'])).toBe('.csv, .txt or .tsv');
  expect(sayKinds(['application/pdf'])).toBe('PDF');
  expect(sayKinds(['application/zip'])).toBe('application/zip');
});
