import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { makeHistoricalFile } from '../firm/historical-files.ts';
import { makeLots } from '../firm/lots.ts';
import type { Project } from '../firm/projects.ts';
import { createRandom } from '../firm/random.ts';
import { SITES, scatter, toLonLat } from '../firm/sites.ts';
import { type PlannedScan, planScans } from '../load/load-plans.ts';
import { coursesOf, misclosure } from './courses.ts';
import { drawFieldNotes, drawPlan } from './plan.ts';
import { writeJpeg, writePdf, writePng, writeTiff } from './plan-file.ts';

function makePlanned() {
  const random = createRandom('plans');
  const projects = SITES.map(({ name, ...site }, at) => {
    const address = `${random.int(40, 400)} ${at % 2 ? 'rue Principale' : 'Main Street'}, ${name}`;
    return { id: at + 1, num: `25-${at}`, location: { ...toLonLat(scatter(random, site, 3000)), address } } as Project;
  });
  const lots = makeLots(random, projects, 400);
  const world = { now: '2026-03-04T15:00:00.000Z', editors: [1], jobs: projects, lots, jobOf: () => null, controls: [] };
  const lives = Array.from({ length: 120 }, (_, at) => makeHistoricalFile(random, at + 1, world));
  return { planned: planScans(lives, 12, lots, []) };
}

describe('plans of the demo', () => {
  test('a plan: its sides close as they are printed, and it says whose it is, in both languages, always the same', () => {
    const { planned } = makePlanned();
    expect(planned).toHaveLength(12);
    expect(new Set(planned.map(({ facts }) => facts.file.plan))).toEqual(new Set(['subdivision', 'certificate', 'sewer']));
    expect(new Set(planned.map(({ facts }) => facts.file.company.tongue))).toEqual(new Set(['en', 'fr']));
    for (const { facts, name } of planned) {
      const { file } = facts;
      const draw = () => drawPlan(createRandom(name), facts);
      const texts = draw().marks.flatMap((mark) => ('text' in mark ? [mark.text] : []));
      const courses = coursesOf(file.lot.corners, file.company.tongue, file.year);
      expect(misclosure(courses)).toBeLessThan(0.02);
      for (const { bearing, distance } of courses) expect(texts).toEqual(expect.arrayContaining([bearing, distance]));
      const said = texts.join(' ');
      for (const words of [file.values.file_number, file.values.plan_number, file.values.client_name, file.lot.pid, file.company.name])
        expect(said).toContain(words);
      expect(draw()).toEqual(draw());
    }
  });

  test('a plan as a file: a PDF, a TIFF of two black and white pages, a JPEG, a PNG, always the same', async () => {
    const [{ facts }] = makePlanned().planned as [PlannedScan];
    const [sheet, notes] = [drawPlan(createRandom('a'), facts), drawFieldNotes(createRandom('a'), facts)];
    const write = () =>
      Promise.all([writePdf([sheet], 'a', '2001-02-03'), writeTiff([sheet, notes], 60), writeJpeg(createRandom('a'), sheet, 60)]);
    const [pdf, tiff, jpeg] = await write();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await sharp(tiff).metadata()).toMatchObject({ pages: 2, bitsPerSample: 1, density: 60, width: 1020 });
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', density: 60 });
    expect(await sharp(await writePng(sheet, 60)).metadata()).toMatchObject({ format: 'png', channels: 1, width: 1020 });
    const again = await write();
    expect([pdf, tiff, jpeg].map((bytes, at) => bytes.equals(again[at]!))).toEqual([true, true, true]);
  });
});
