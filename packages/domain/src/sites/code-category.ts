import type { ShotCategory, ShotSubCategory } from './shot-category.ts';

type Code = { readonly kind: 'control' | 'legal' | 'utility' | 'feature'; readonly structure: 'storm' | 'sanitary' | 'combined' | null };
export type CodeCategory = { readonly category: ShotCategory; readonly sub_category: ShotSubCategory | null };

/** Where a code belongs among the document categories: offered when the code is chosen, so that nobody has to say it twice. */
export function categoryOfCode({ kind, structure }: Code): CodeCategory {
  if (structure !== null) {
    return { category: 'Infrastructure', sub_category: structure === 'storm' ? 'Storm Structure' : 'Sanitary Structure' };
  }
  if (kind === 'control') return { category: 'Control', sub_category: null };
  if (kind === 'legal') return { category: 'Legal', sub_category: null };
  return { category: 'Topo', sub_category: kind === 'utility' ? 'Utilities' : 'Site' };
}
