import * as pipe from '@dmse/contract/sites/pipe';
import { describe, expect, it } from 'vitest';
import { makePipe, makeRun, makeShot, pushOf } from '../../../testing/fixtures/field-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

async function process(id: string, easting: number, elevation: number): Promise<void> {
  await app.tx().updateTable('shot').set({ easting, northing: 7_500_000, elevation }).where('id', '=', id).execute();
}

async function makeLine() {
  const fern = await app.as('fern');
  const run = await makeRun(fern);
  const down = (measure_down: number) => ({ code: 'STMH', connections: [{ measure_down, measured_to: 'invert' }] });
  const [a, b] = [await makeShot(fern, run, { name: 'MH1', ...down(2) }), await makeShot(fern, run, { name: 'MH2', ...down(2.5) })];
  const id = await makePipe(fern, run, {
    name: 'P1',
    start_structure: a,
    end_structure: b,
    inside_diameter: 300,
    note: 'x\n0\nENDSEC\n0\nEOF',
  });
  return { fern, run, a, b, id };
}

describe('a pipe', () => {
  it('has its inverts, length and slope from the rims as they are processed now', async () => {
    const { fern, a, b, id } = await makeLine();
    expect((await fern.call(pipe.getPipe, { id })).properties).toMatchObject({ start_invert: null, length_2d: null, slope_percent: null });
    await process(a, 2_500_000, 10);
    await process(b, 2_500_050, 10);
    const { properties } = await fern.call(pipe.getPipe, { id });
    expect(properties).toMatchObject({ start_invert: 8, end_invert: 7.5, length_2d: 50, slope_percent: 1 });
    await process(b, 2_500_050, 9);
    expect((await fern.call(pipe.getPipe, { id })).properties).toMatchObject({ end_invert: 6.5, slope_percent: 3 });
  });

  it('keeps its line and bends as drawn, and merges like a shot', async () => {
    const { fern, id } = await makeLine();
    const geometry = {
      type: 'LineString' as const,
      coordinates: [
        [-66.6, 45.9],
        [-66.61, 45.91],
      ] as [number, number][],
    };
    const vertices = [[-66.605, 45.905]] as [number, number][];
    const changed = await fern.call(
      pipe.updatePipe,
      { id },
      { geometry, vertices, material: 'PVC' },
      { headers: pushOf(id, 2), ifMatch: 1 },
    );
    expect(changed).toMatchObject({ geometry, properties: { vertices, material: 'PVC', version: 2 } });
    const emptied = await fern.call(pipe.updatePipe, { id }, { geometry: null, vertices: null }, { headers: pushOf(id, 3), ifMatch: 2 });
    expect(emptied).toMatchObject({ geometry: null, properties: { vertices: null } });
  });
});

describe('the drawing of pipes', () => {
  it('SEC-S25 holds the pipes with their structures, and no note can end it early', async () => {
    const { fern, run, a, b } = await makeLine();
    await process(a, 2_500_000, 10);
    await process(b, 2_500_050, 10);
    const text = await (await fern.call(pipe.pipeDxf, { field_run: [run] })).text();
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    expect(lines.filter((line) => line === 'EOF')).toHaveLength(1);
    const drawn = lines.slice(lines.indexOf('ENTITIES'));
    expect(drawn.filter((line) => line === 'LINE')).toHaveLength(1);
    expect(lines.filter((line) => line === 'POINT')).toHaveLength(2);
    expect(lines.map(Number)).toContain(2_500_050);
  });

  it('is made for a job as well, and says why there is none', async () => {
    const { fern, run, a, b } = await makeLine();
    expect((await fern.refused(pipe.pipeDxf, {})).status).toBe(400);
    expect((await fern.refused(pipe.pipeDxf, { job: 7 })).body.detail).toBe('There are no pipes to draw.');
    expect((await fern.refused(pipe.pipeDxf, { field_run: [run] })).body.detail).toContain('not processed');
    await app.tx().updateTable('field_run').set({ job: 7 }).where('id', '=', run).execute();
    await process(a, 2_500_000, 10);
    await process(b, 2_500_050, 10);
    expect((await fern.send(pipe.pipeDxf, { job: 7 })).status).toBe(200);
  });
});
