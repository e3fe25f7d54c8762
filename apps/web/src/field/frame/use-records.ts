import { hasRiskAssessment } from '@dmse/domain/sites/risk-assessment';
import type { LightItem } from '@dmse/sync/item';
import { useMemo } from 'react';
import { type FieldImage, type FieldPipe, type FieldPoint, readImage, readPipe, readPoint } from '../capture/point/field-record.ts';
import { listLocalImages } from '../device/local-images.ts';
import { useLocalValue } from '../device/use-field.tsx';

type Read<T> = (item: LightItem) => T;

function useRead<T>(items: readonly LightItem[] | undefined, read: Read<T>): readonly T[] | undefined {
  return useMemo(() => items?.map(read), [items, read]);
}

/** The points of a run, deleted ones too, the newest first; undefined until read. */
export function usePoints(run: string): readonly FieldPoint[] | undefined {
  const { value } = useLocalValue(['points', run], async (session) => {
    const points = await session.store.runs((tx) => tx.table('point').list({ field_run: run }));
    return [...points].sort((a, b) => (a.created_on < b.created_on ? 1 : a.created_on > b.created_on ? -1 : a.id < b.id ? 1 : -1));
  });
  return useRead(value, readPoint);
}

export function usePipes(run: string): readonly FieldPipe[] | undefined {
  const { value } = useLocalValue(['pipes', run], (session) => session.store.runs((tx) => tx.table('pipe').list({ field_run: run })));
  return useRead(value, readPipe);
}

export function useImages(run: string): readonly FieldImage[] | undefined {
  const { value } = useLocalValue(['images', run], (session) => listLocalImages(session, run));
  return useRead(value, readImage);
}

/** The run itself as it stands on the device. */
export function useRunItem(run: string): LightItem | undefined {
  return useLocalValue(['run', run], async (session) => {
    const found = await session.store.runs((tx) => tx.table('run').list({ field_run: run }));
    return found[0];
  }).value;
}

export function runText(run: LightItem | undefined, field: string): string | null {
  const value = run?.fields[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function runNames(run: LightItem | undefined, field: string): readonly string[] {
  const value = run?.fields[field];
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
}

export function hasRisk(run: LightItem | undefined): boolean {
  return hasRiskAssessment({
    task_types: runNames(run, 'task_types'),
    present_hazards: runNames(run, 'present_hazards'),
    hazard_controls: runText(run, 'hazard_controls'),
    personal_protective_equipment_used: runNames(run, 'personal_protective_equipment_used'),
  });
}
