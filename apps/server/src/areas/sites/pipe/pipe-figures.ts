import { makeProjection, type Projection } from '@dmse/survey/geo/projection';
import { type DerivedPipe, derivePipe, type Pipe } from '@dmse/survey/pipe/pipe';
import type { Connection, MeasuredTo, Structure } from '@dmse/survey/pipe/structure';
import type { PipeSystem } from '@dmse/survey/survey-settings';
import type { Tx } from '../../../db/database.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as pipes from './pipe.queries.ts';

type Size = { diameter?: number | null; sump_measure_down?: number | null } | null;

function toConnection(raw: Partial<Connection>): Connection {
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

function toStructure(row: pipes.StructureRow): Structure {
  const { easting, northing, elevation } = row;
  const size = row.size as Size;
  return {
    id: row.id,
    name: row.name ?? '',
    system: row.system as PipeSystem | null,
    rim: easting === null || northing === null ? null : { easting, northing, elevation },
    sump_measure_down: size?.sump_measure_down ?? null,
    diameter: size?.diameter ?? null,
    connections: ((row.connections as Partial<Connection>[] | null) ?? []).map(toConnection),
  };
}

function toPipe(row: pipes.PipeRow, projection: Projection): Pipe {
  const bends = (row.vertices as [number, number][] | null) ?? [];
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

/** The pipes of a run with the structures they run between, for processing, which has rims of its own. */
export async function collectPipes(tx: Tx, run: string): Promise<{ pipes: Pipe[]; structures: Structure[] }> {
  const rows = await pipes.listOfRuns(tx, [run]);
  const projection = makeProjection((await getSection(tx, 'coordinates')).office_crs);
  return {
    pipes: rows.map((row) => toPipe(row, projection)),
    structures: (await pipes.listStructures(tx, structuresOf(rows))).map(toStructure),
  };
}

function structuresOf(rows: readonly pipes.PipeRow[]): string[] {
  return [...new Set(rows.flatMap(({ start_structure, end_structure }) => [start_structure, end_structure]).filter((id) => id !== null))];
}

export type Figured = { derived: Map<string, DerivedPipe>; structures: pipes.StructureRow[] };

/** Inverts, lengths and slopes follow from the rims as they are processed now, so they are worked out and never stored. */
export async function figurePipes(tx: Tx, rows: readonly pipes.PipeRow[]): Promise<Figured> {
  if (rows.length === 0) return { derived: new Map(), structures: [] };
  const structures = await pipes.listStructures(tx, structuresOf(rows));
  const byId = new Map(structures.map((row) => [row.id, toStructure(row)]));
  const tolerances = await getSection(tx, 'field_tolerances');
  const projection = makeProjection((await getSection(tx, 'coordinates')).office_crs);
  return { derived: new Map(rows.map((row) => [row.id, derivePipe(toPipe(row, projection), byId, tolerances)])), structures };
}
