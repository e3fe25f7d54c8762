import type { Pipe } from './pipe.ts';
import type { Connection, Structure } from './structure.ts';

/** Builders for tests. */

export function connectionOf(fields: Partial<Connection> = {}): Connection {
  return {
    pipe: null,
    bearing: null,
    direction: null,
    inside_diameter: 300,
    material: 'PVC',
    measure_down: 2,
    measured_to: 'invert',
    outside_height: null,
    wall_thickness: null,
    ...fields,
  };
}

export function structureOf(name: string, east: number, north: number, rim: number | null, fields: Partial<Structure> = {}): Structure {
  return {
    id: `s-${name}`,
    name,
    system: 'storm',
    rim: rim === null ? null : { easting: 2_500_000 + east, northing: 7_500_000 + north, elevation: rim },
    sump_measure_down: null,
    diameter: 1200,
    connections: [connectionOf()],
    ...fields,
  };
}

export function pipeOf(name: string, from: string | null, to: string | null, fields: Partial<Pipe> = {}): Pipe {
  return {
    id: `p-${name}`,
    name,
    start_structure: from === null ? null : `s-${from}`,
    end_structure: to === null ? null : `s-${to}`,
    system: 'storm',
    material: 'PVC',
    inside_diameter: 300,
    shape: 'round',
    status: 'in use',
    note: '',
    vertices: [],
    open_end: null,
    ...fields,
  };
}

export const byId = (structures: readonly Structure[]) => new Map(structures.map((structure) => [structure.id, structure]));
