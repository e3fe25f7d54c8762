import type { FieldCode as FieldCodeSchema } from '@dmse/contract/settings/field';
import type { z } from 'zod';
import type { ListField } from '../../parts/form/merge-list.ts';

export type FieldCode = z.infer<typeof FieldCodeSchema>;

export const KIND_WORDS: Readonly<Record<FieldCode['kind'], string>> = {
  control: 'Control',
  legal: 'Legal',
  utility: 'Utility',
  feature: 'Feature',
};

export const STRUCTURE_WORDS: Readonly<Record<NonNullable<FieldCode['structure']>, string>> = {
  storm: 'Storm',
  sanitary: 'Sanitary',
  combined: 'Combined',
};

export function sayCode({ code, meaning, kind, structure }: FieldCode): string {
  return [`${code}: ${meaning}`, KIND_WORDS[kind].toLowerCase(), structure && `${STRUCTURE_WORDS[structure].toLowerCase()} structure`]
    .filter(Boolean)
    .join(', ');
}

/** Lists whose items are their own names. */
export const WORD_LIST: ListField = { keyOf: (item) => String(item).trim().toLowerCase(), say: String };

/** Codes are known by their letters, whatever the case. */
export const CODE_LIST: ListField = { keyOf: (item) => (item as FieldCode).code.toLowerCase(), say: (item) => sayCode(item as FieldCode) };

export type GeoidModel = { names: string[]; vertical_system: string };

export function sayModel({ names, vertical_system }: GeoidModel): string {
  return `${names.join(', ')} → ${vertical_system}`;
}

/** A model is known by the names it goes by. */
export const MODEL_LIST: ListField = {
  keyOf: (item) => (item as GeoidModel).names.join().toLowerCase(),
  say: (item) => sayModel(item as GeoidModel),
};
