import type { ProcessingPoints, ProcessingShifts } from '@dmse/contract/sites/processing/result';
import { hasFlag, isStanding } from '../processing/points-map.ts';

type Position = { easting: number; northing: number; elevation: number | null };

/** A control of the run that can be published: as a new control point, or in place of what is published now. */
export type PublishRow = {
  name: string;
  description: string;
  is_final: boolean;
  now: Position;
  old: (Position & { id: number; name: string; control_destroyed: boolean }) | null;
};

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

/** The controls of a run as they would be published: eastings and northings to 0.1 mm, elevations to the centimetre. */
export function listPublishable(points: ProcessingPoints, shifts: ProcessingShifts | undefined): PublishRow[] {
  const places = new Map(points.ids.map((id, at) => [id, at]));
  const standing = (at: number): number => {
    const parent = points.parents[at] ?? -1;
    return parent < 0 ? at : standing(parent);
  };
  const published = new Map<number, ProcessingShifts['sources'][number]['observations'][number]['control']>();
  for (const { control, shot } of shifts?.sources.flatMap(({ observations }) => observations) ?? []) {
    const at = places.get(shot);
    if (at !== undefined) published.set(standing(at), control);
  }
  return points.ids.flatMap((_, at) => {
    const flags = points.flags[at]!;
    if (!isStanding(points, at) || !hasFlag(flags, 'control')) return [];
    const control = published.get(at);
    const elevation = points.elevations[at] ?? null;
    return {
      name: points.names[at]!,
      description: points.descriptions[at]!,
      is_final: !hasFlag(flags, 'not_final'),
      now: {
        easting: round(points.eastings[at]!, 4),
        northing: round(points.northings[at]!, 4),
        elevation: elevation === null ? null : round(elevation, 2),
      },
      old: control ? { ...control, id: Number(control.id) } : null,
    };
  });
}
