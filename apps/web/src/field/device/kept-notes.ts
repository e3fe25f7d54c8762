import { type Employee, listEmployees } from '@dmse/contract/people/user';
import { getSitesSettings, SitesSettings } from '@dmse/contract/sites/settings';
import type { Session } from '@dmse/sync/session';
import type { Fields } from '@dmse/sync/wire';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { useLocalValue } from './use-field.tsx';

/**
 * What the field app must know without a network beside its records: the field settings (codes, categories, risk lists, numbers) and the
 * people of the firm. Kept among the notes of the safety database, so logging out does not take them from the next crew.
 */
const QUIETLY = { stayOn401: true } as const;
const MOST_PEOPLE = 200;

type Person = Pick<z.infer<typeof Employee>, 'id' | 'full_name' | 'initials'>;

async function keep(session: Session, id: string, value: object): Promise<void> {
  await session.store.safety(({ meta }) => meta.put({ id, value: { kept: value } as Fields }));
}

async function read(session: Session, id: string): Promise<unknown> {
  return (await session.store.safety(({ meta }) => meta.get(id)))?.value.kept;
}

/** Fetches both and keeps them. What cannot be had stays as it was. */
export async function refreshNotes(session: Session): Promise<void> {
  await Promise.allSettled([
    call(getSitesSettings, {}, undefined, QUIETLY).then((settings) => keep(session, 'sites_settings', settings)),
    call(listEmployees, { page_size: MOST_PEOPLE }, undefined, QUIETLY).then(({ results }) =>
      keep(
        session,
        'people',
        results.filter((person) => person.is_active).map(({ id, full_name, initials }): Person => ({ id, full_name, initials })),
      ),
    ),
  ]);
}

/** Null: never fetched on this device, or of a version that reads otherwise. */
export async function readFieldSettings(session: Session): Promise<SitesSettings | null> {
  return SitesSettings.safeParse(await read(session, 'sites_settings')).data ?? null;
}

export function useFieldSettings(): SitesSettings | null | undefined {
  return useLocalValue('sites_settings', readFieldSettings, { also: ['meta'] }).value;
}

export function useFieldPeople(): readonly Person[] {
  const { value } = useLocalValue('people', (session) => read(session, 'people'), { also: ['meta'] });
  return Array.isArray(value) ? (value as Person[]) : [];
}
