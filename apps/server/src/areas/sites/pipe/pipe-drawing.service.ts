import { writeDxf } from '@dmse/survey/write/dxf';
import type { ExportPoint } from '@dmse/survey/write/export-point';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { invalid, Refusal } from '../../../call/refusal.ts';
import * as pipes from './pipe.queries.ts';
import { figurePipes } from './pipe-figures.ts';

type Asked = { field_run?: string[] | undefined; job?: number | undefined };

function toPoint(row: pipes.StructureRow): ExportPoint[] {
  const { easting, northing, elevation, name, description, code } = row;
  if (easting === null || northing === null) return [];
  return [{ name: name ?? '', easting, northing, elevation, description: description ?? '', code: code ?? '' }];
}

/** The pipes of runs, or of a whole job, with the structures at their ends, as a drawing. */
export async function drawPipes({ tx, now }: Context, asked: Asked): Promise<FileAnswer> {
  if (!asked.field_run?.length && asked.job === undefined) throw invalid({ field_run: 'Say which field runs, or which job.' });
  const runs = await pipes.listRunIds(tx, asked);
  const rows = runs.length > 0 ? await pipes.listOfRuns(tx, runs) : [];
  const { derived, structures } = await figurePipes(tx, rows);
  const drawable = [...derived.values()].filter((pipe) => pipe.line.length > 1);
  if (rows.length === 0) throw new Refusal('WRONG_STATE', 'There are no pipes to draw.');
  if (drawable.length === 0)
    throw new Refusal('WRONG_STATE', 'None of these pipes can be drawn yet: the structures at their ends are not processed.');
  const bytes = Buffer.from(writeDxf(structures.flatMap(toPoint), drawable));
  return { stream: bytes, bytes: bytes.length, name: `pipes-${now.slice(0, 10)}.dxf`, mime_type: 'application/dxf' };
}
