import type { Writable } from '../../records/record.ts';
import { daysBefore, workingMoment } from './days.ts';
import type { Random } from './random.ts';
import type { Edit, Life } from './record-with-history.ts';
import { metres, SITES, scatter } from './sites.ts';

export type ControlLife = Omit<Life, 'values'> & {
  id: number;
  values: Writable<'control_point'> & { name: string; easting: number; northing: number; elevation: number | null };
};

const NOTES = [
  'Brass cap in bedrock, flush.',
  'Round iron bar 0.3 m below grade\nMarker post to the north.',
  'Concrete pillar behind the arena; ask for the gate key.',
  'Clou PK dans l’asphalte, face au quai.',
  'Borne de laiton sur le parapet du pont\nAttention au trafic.',
  'In the sod 1.2 m east of the fence corner.',
  'Cut cross on the north-west corner of the catch basin.',
  '',
  '',
];

const GONE = ['Destroyed by road works.', 'Not found in 2024, presumed paved over.', 'Détruite lors de la réfection du trottoir.'];

/** What the kind of a point says about it: the province's network, its monuments, the firm's own. */
function kindOf(random: Random, id: number): Writable<'control_point'> & { name: string } {
  if (random.chance(0.12)) return { name: `${1000 + id}HPN`, is_hpn: true, datum: 'NAD83(CSRS)', epoch: 1997, elevation_system: 'CGVD28' };
  if (random.chance(0.6))
    return { name: `NB ${20_000 + id}`, is_hpn: false, datum: 'NAD83(CSRS)', epoch: 1997, elevation_system: 'CGVD28' };
  return {
    name: `CP-${id}`,
    is_hpn: false,
    datum: 'NAD83(CSRS)',
    epoch: random.pick([1997, 2010]),
    elevation_system: random.pick(['CGVD2013', 'CGVD28']),
  };
}

/** The control point with this number, drawn from a stream of its own. */
export function makeControlPoint(random: Random, id: number, { now, editors }: { now: string; editors: readonly number[] }): ControlLife {
  const own = random.fork(id);
  const kind = kindOf(own, id);
  const place = scatter(own, own.pick(SITES), 15_000);
  const elevation = own.chance(0.93) ? metres(own.next() * own.next() * 260 + 2) : null;
  const control_destroyed = own.chance(0.08);
  const note = control_destroyed ? own.pick(GONE) : own.pick(NOTES);
  const at = workingMoment(own, daysBefore(now, 3 * 365), daysBefore(now, 30));
  const created = { at, by: own.pick(editors) };
  const edits: Edit[] = control_destroyed
    ? [{ at: workingMoment(own, at, now), by: own.pick(editors), before: { control_destroyed: false, note: own.pick(NOTES) } }]
    : own.chance(0.1)
      ? [
          {
            at: workingMoment(own, at, now),
            by: own.pick(editors),
            before: { elevation: elevation === null ? 0 : metres(elevation + 0.55) },
          },
        ]
      : [];
  return { id, values: { ...kind, ...place, elevation, note, control_destroyed }, created, edits };
}
