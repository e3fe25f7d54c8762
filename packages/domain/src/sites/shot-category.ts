/** What a shot is of: the document categories of the firm, each with the finer kinds it has. */
export const SHOT_CATEGORIES = [
  'Legal',
  'Topo',
  'Environmental',
  'NothingFound',
  'Other',
  'Control',
  'Ground Control',
  'Infrastructure',
] as const;
export type ShotCategory = (typeof SHOT_CATEGORIES)[number];

const TOPO = ['Site', 'Structures', 'Roads', 'DTM', 'Buildings', 'Utilities'] as const;
const INFRASTRUCTURE = ['Water', 'Sanitary Structure', 'Storm Structure'] as const;
export const SHOT_SUB_CATEGORIES = [...TOPO, ...INFRASTRUCTURE] as const;
export type ShotSubCategory = (typeof SHOT_SUB_CATEGORIES)[number];

export const SUB_CATEGORIES_OF: Partial<Record<ShotCategory, readonly ShotSubCategory[]>> = { Topo: TOPO, Infrastructure: INFRASTRUCTURE };

/** Pipes run between these. */
export function isStructure(sub_category: string | null): boolean {
  return sub_category === 'Sanitary Structure' || sub_category === 'Storm Structure';
}
