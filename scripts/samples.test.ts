import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIXED, makeMixedCrdb } from '@dmse/survey/fixtures/mixed-run';
import { latin1 } from '@dmse/survey/fixtures/raw-samples';
import { SUM_CURRENT } from '@dmse/survey/fixtures/sum-samples';
import { writeTestGrid } from '@dmse/survey/geo/geoid-fixture';
import { dxf, groups, shp } from '@dmse/survey/layer/layer-fixture';
import { afterEach, expect, test, vi } from 'vitest';
import { judgeSamples } from './samples.ts';

afterEach(() => vi.restoreAllMocks());

async function judge(files: Record<string, string | Uint8Array>) {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'));
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    mkdirSync(join(folder, 'deep'));
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    return { ...(await judgeSamples(folder)), said: said.mock.lastCall?.[0] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const GOOD = {
  'README.md': 'about them',
  'a.rw5': latin1(MIXED),
  'deep/a.crdb': makeMixedCrdb(),
  'a.sum': SUM_CURRENT,
  'a.tif': writeTestGrid({ longitude: -67, latitude: 46, step: 0.1, width: 4, height: 3, value: () => -21 }),
  'a.dxf': dxf(groups(0, 'POINT', 10, 1, 20, 2)),
  'a.shp': shp([-66, 45]),
};

test('Samples: every file is read by the reader that claims it, and counted.', async () => {
  const { passed, failures, said } = await judge(GOOD);
  expect([passed, failures]).toEqual([6, []]);
  expect(said).toMatch(/^→ 6 of 6 files read \(.*raw 1.*\)/);
});

test('Samples: what no reader claims, what is damaged and a lonely part of a shapefile are failures, by name.', async () => {
  const { passed, failures } = await judge({
    ...GOOD,
    'b.xyz': '1 2 3',
    'deep/c.rw5': 'no raw file',
    'd.dbf': 'x',
    'e.kml': '<kml></kml>',
  });
  expect(passed).toBe(6);
  expect(failures).toEqual([
    'b.xyz: No reader claims it.',
    'd.dbf: There is no .shp that it belongs to.',
    expect.stringMatching(/^deep\/c\.rw5: /),
    expect.stringMatching(/^e\.kml: There is nothing to draw/),
  ]);
});

test('Samples: a folder without any is a failure.', async () => {
  expect(await judge({})).toMatchObject({ passed: 0, failed: 1 });
});
