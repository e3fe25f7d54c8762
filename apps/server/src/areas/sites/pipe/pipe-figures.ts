import { makeProjection } from '@dmse/survey/geo/projection';
import { makePipe, makeStructure } from '@dmse/survey/pipe/app-pipe';
import { type DerivedPipe, derivePipe, type Pipe } from '@dmse/survey/pipe/pipe';
import type { Structure } from '@dmse/survey/pipe/structure';
import type { Tx } from '../../../db/database.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as pipes from './pipe.queries.ts';

function toStructure(row: pipes.StructureRow): Structure {
  const { easting, northing, elevation } = row;
  return makeStructure(row, easting === null || northing === null ? null : { easting, northing, elevation });
}

/** The pipes of a run with the structures they run between, for processing, which has rims of its own. */
export async function collectPipes(tx: Tx, run: string): Promise<{ pipes: Pipe[]; structures: Structure[] }> {
  const rows = await pipes.listOfRuns(tx, [run]);
  const projection = makeProjection((await getSection(tx, 'coordinates')).office_crs);
  return {
    pipes: rows.map((row) => makePipe(row, projection)),
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
  return { derived: new Map(rows.map((row) => [row.id, derivePipe(makePipe(row, projection), byId, tolerances)])), structures };
}
