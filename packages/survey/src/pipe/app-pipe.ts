import type { GridPosition } from '../geo/plane.ts';
import type { Projection } from '../geo/projection.ts';
import type { PipeSystem } from '../survey-settings.ts';
import type { Pipe } from './pipe.ts';
import type { Connection, MeasuredTo, Structure } from './structure.ts';

/** A structure as the field app keeps it: what was not taken may be missing. */
export interface AppStructure {
  readonly id: string;
  readonly name: string | null;
  readonly system: string | null;
  readonly size: unknown;
  readonly connections: unknown;
}

/** A pipe as the field app keeps it; bends in longitude and latitude. */
export interface AppPipe {
  readonly id: string;
  readonly name: string | null;
  readonly start_structure: string | null;
  readonly end_structure: string | null;
  readonly system: string | null;
  readonly material: string | null;
  readonly inside_diameter: number | null;
  readonly shape: string | null;
  readonly status: string | null;
  readonly note: string | null;
  readonly vertices: unknown;
  readonly open_end: string | null;
}

function makeConnection(raw: Partial<Connection>): Connection {
  return {
    pipe: raw.pipe ?? null,
    bearing: raw.bearing ?? null,
    direction: raw.direction ?? null,
    inside_diameter: raw.inside_diameter ?? null,
    material: raw.material ?? null,
    measure_down: raw.measure_down ?? null,
    // A crew that says nothing has measured to the invert: that is what the tape is for.
    measured_to: raw.measured_to ?? ('invert' satisfies MeasuredTo),
    outside_height: raw.outside_height ?? null,
    wall_thickness: raw.wall_thickness ?? null,
  };
}

/** The structure of a field-app shot with the rim it has now. */
export function makeStructure({ id, name, system, size, connections }: AppStructure, rim: GridPosition | null): Structure {
  const measured = size as { readonly diameter?: number | null; readonly sump_measure_down?: number | null } | null;
  return {
    id,
    name: name ?? '',
    system: system as PipeSystem | null,
    rim,
    sump_measure_down: measured?.sump_measure_down ?? null,
    diameter: measured?.diameter ?? null,
    connections: ((connections as Partial<Connection>[] | null) ?? []).map(makeConnection),
  };
}

/** A pipe of the field app on the grid. */
export function makePipe(row: AppPipe, projection: Projection): Pipe {
  const bends = (row.vertices as readonly (readonly [number, number])[] | null) ?? [];
  return {
    id: row.id,
    name: row.name ?? '',
    start_structure: row.start_structure,
    end_structure: row.end_structure,
    system: row.system as PipeSystem | null,
    material: row.material,
    inside_diameter: row.inside_diameter,
    shape: row.shape,
    status: row.status,
    note: row.note ?? '',
    vertices: bends.flatMap(([longitude, latitude]) => projection.toGrid({ longitude, latitude }) ?? []),
    open_end: row.open_end as Pipe['open_end'],
  };
}
