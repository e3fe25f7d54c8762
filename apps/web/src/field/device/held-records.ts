import type { IconName } from '../../parts/icon/icon-paths.ts';
import { listItems } from '../sync/sync-counts.ts';
import { openFieldSession } from './field-session.ts';

export type HeldRecord = { label: string; hint: string; words: string; icon: IconName; link: { to: string } };

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** The field runs on this device and their points, each where it opens without a network. */
export async function listHeld(): Promise<HeldRecord[]> {
  const { here } = await listItems(openFieldSession());
  const runs = here.filter(({ kind, is_deleted }) => kind === 'run' && !is_deleted);
  const names = new Map(runs.map(({ id, fields }) => [id, text(fields.name) || 'Name Unset']));
  const points = here.filter(({ kind, is_deleted, field_run }) => kind === 'point' && !is_deleted && names.has(field_run));
  return [
    ...runs.map(({ id, fields }): HeldRecord => {
      const words = `${text(fields.short_description)} ${text(fields.note)} ${text(fields.job_num)}`;
      return { label: names.get(id)!, hint: 'Field run', words, icon: 'explore', link: { to: `/fieldrun/field/${id}` } };
    }),
    ...points.map(({ id, field_run, fields }): HeldRecord => {
      const [name, run] = [`${text(fields.name)} ${text(fields.code)}`.trim() || 'Name Unset', names.get(field_run)!];
      const words = `${text(fields.description)} ${text(fields.note)}`;
      return { label: name, hint: `Point of ${run}`, words, icon: 'location_on', link: { to: `/fieldrun/field/${field_run}/point/${id}` } };
    }),
  ];
}
