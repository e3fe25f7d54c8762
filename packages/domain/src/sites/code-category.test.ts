import { expect, it } from 'vitest';
import { categoryOfCode } from './code-category.ts';
import { isStructure, SUB_CATEGORIES_OF } from './shot-category.ts';

const KINDS = ['control', 'legal', 'utility', 'feature'] as const;

it('makes a structure of every code at which pipes may end, and of no other', () => {
  for (const kind of KINDS) {
    for (const structure of ['storm', 'sanitary', 'combined'] as const) {
      expect(isStructure(categoryOfCode({ kind, structure }).sub_category)).toBe(true);
    }
    expect(isStructure(categoryOfCode({ kind, structure: null }).sub_category)).toBe(false);
  }
});

it('offers only finer kinds that the category has', () => {
  for (const kind of KINDS) {
    for (const structure of ['storm', null] as const) {
      const { category, sub_category } = categoryOfCode({ kind, structure });
      if (sub_category !== null) expect(SUB_CATEGORIES_OF[category]).toContain(sub_category);
    }
  }
});
