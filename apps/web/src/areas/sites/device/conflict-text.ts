import { fieldText } from '@dmse/contract/common/field';
import { FieldRunPatch } from '@dmse/contract/sites/field-run';
import { ImagePatch } from '@dmse/contract/sites/image';
import { PipePatch } from '@dmse/contract/sites/pipe';
import { ShotPatch } from '@dmse/contract/sites/shot';
import type { z } from 'zod';

const FIELDS: Record<string, z.ZodType> = { ...ImagePatch.shape, ...PipePatch.shape, ...ShotPatch.shape, ...FieldRunPatch.shape };

/** The name of a field as people say it: "start_structure" is "Start structure". */
export function sayField(field: string): string {
  const words = fieldText(FIELDS[field])?.label ?? field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function sayPosition(value: unknown): string | null {
  const at = (value as { coordinates?: unknown } | null)?.coordinates;
  return Array.isArray(at) && typeof at[0] === 'number' && typeof at[1] === 'number' ? `${at[1].toFixed(7)}, ${at[0].toFixed(7)}` : null;
}

/** What one of two people meant, in words. */
export function sayFieldValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'Empty';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? 'Empty' : value.map(sayFieldValue).join(', ');
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== undefined && part !== '');
  return (
    sayPosition(value) ??
    (parts.length === 0 ? 'Empty' : parts.map(([name, part]) => `${sayField(name)} ${sayFieldValue(part)}`).join(', '))
  );
}
