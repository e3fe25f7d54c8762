import { join } from 'node:path';
import { createHistoricalFile } from '@dmse/contract/historicals/historical-file';
import { PlaceGeometry } from '@dmse/contract/places/location';
import { JobLists } from '@dmse/contract/settings/office';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiskFileStore } from '../adapters/files/disk-file-store.ts';
import { cloneDemo } from '../testing/demo-database.ts';
import { ask } from '../testing/empty-database.ts';

type Row = Record<string, unknown>;
let demo: Awaited<ReturnType<typeof cloneDemo>>;
const rowsOf = <T = Row>(query: string) => ask<T & Row>(demo.ownerUrl, query);

beforeAll(async () => {
  demo = await cloneDemo('demo_archive');
});
afterAll(() => demo.removeFiles());

describe('demo archive', () => {
  test('the files of three firms are such as the product takes, with the columns each firm needs', async () => {
    const files = await rowsOf('select * from historical_file');
    expect(files).toHaveLength(120);
    const { shape } = createHistoricalFile.declaration.body;
    for (const row of files)
      for (const [field, schema] of Object.entries(shape).filter(([name]) => name in row && name !== 'location')) schema.parse(row[field]);
    const [lists] = await rowsOf<{ value: unknown }>(`select value from setting where section = 'job_lists'`);
    const columns = JobLists.parse(lists!.value).historical_company_relevant_fields;
    expect(new Set(files.map((row) => row.company))).toEqual(new Set(Object.keys(columns)));
    expect(
      Object.values(columns)
        .flat()
        .filter((field) => !(field in shape)),
    ).toEqual([]);
    const share = (holds: (row: Row) => boolean) => files.filter(holds).length / files.length;
    expect(share((row) => row.location !== null)).toBeGreaterThan(0.8);
    expect(share((row) => row.job !== null)).toBeGreaterThan(0.05);
    expect(share((row) => row.pid !== '')).toBeGreaterThan(0.4);
    expect(await rowsOf('select 1 from historical_control_point')).not.toEqual([]);
  });

  test('twelve of them have a plan whose bytes are there, waiting to be read', async () => {
    const scans = await rowsOf<{ sha256: string; bytes: number }>(`select f.sha256, f.bytes::int as bytes, f.mime_type, s.state
      from historical_scan s join file f on f.id = s.file join historical_file h on h.id = s.historical_file and h.version = 2`);
    expect(scans).toHaveLength(12);
    expect(new Set(scans.map((scan) => scan.mime_type))).toEqual(new Set(['application/pdf', 'image/tiff', 'image/jpeg', 'image/png']));
    const store = await createDiskFileStore(join(demo.dataDir, 'files'));
    for (const { sha256, bytes } of scans) expect(await store.size(sha256)).toBe(bytes);
    expect(scans.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(6_000_000);
  });

  test('parcels lie beside each other along streets, each with its address, and jobs stand on one', async () => {
    const [counts] = await rowsOf(`select count(*) filter (where kind = 'address')::int as addresses,
      count(*) filter (where kind = 'parcel')::int as parcels, count(distinct label)::int as labels from known_place`);
    expect(counts).toEqual({ addresses: 3000, parcels: 800, labels: 3800 });
    for (const { geometry } of await rowsOf(`select geometry from known_place where kind = 'parcel'`)) PlaceGeometry.parse(geometry);
    const [standing] = await rowsOf<{ count: number }>(`select count(*)::int as count from job join location l on l.id = job.location
      join known_place p on p.kind = 'parcel' and l.min_lon between p.min_lon and p.max_lon and l.min_lat between p.min_lat and p.max_lat
      join known_place a on a.kind = 'address' and a.label = l.address and abs(a.lon - l.min_lon) < 0.001`);
    expect(standing!.count).toBeGreaterThan(15);
  });
});
