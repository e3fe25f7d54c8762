import { getJob } from '@dmse/contract/jobs/job';
import { listInboundMails } from '@dmse/contract/memos/inbound-mail';
import { getMemo, getMemoOriginal } from '@dmse/contract/memos/memo';
import { ControlPointPatch, listControlPoints } from '@dmse/contract/sites/control-point';
import { getFieldRun, listFieldRunHistory, listFieldRuns } from '@dmse/contract/sites/field-run';
import { NewPipe } from '@dmse/contract/sites/pipe';
import { applyShifts, getProcessingShifts, listProcessingConflicts } from '@dmse/contract/sites/processing/run';
import { NewShot } from '@dmse/contract/sites/shot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlPointNoun } from '../areas/sites/control-point/control-point.service.ts';
import { cloneDemo } from '../testing/demo-database.ts';
import { ask } from '../testing/empty-database.ts';
import { type CommittedApp, startCommittedApp } from '../testing/test-app.ts';

type Row = Record<string, unknown>;
let ownerUrl: string;
let app: CommittedApp;
let removeFiles: () => Promise<void>;

beforeAll(async () => {
  const demo = await cloneDemo('demo_field');
  ({ ownerUrl, removeFiles } = demo);
  app = await startCommittedApp('unused', { url: demo.appUrl, dataDir: demo.dataDir });
});
afterAll(async () => {
  await app.close();
  await removeFiles();
});

const count = async (from: string) => (await ask<{ count: number }>(ownerUrl, `select count(*)::int as count from ${from}`))[0]!.count;

describe('the field work of the small demo firm', () => {
  test('has control points of every kind that the product itself would accept, inside the province', async () => {
    const points = await ask<Row>(ownerUrl, 'select * from control_point');
    expect(points).toHaveLength(2000);
    for (const row of points)
      ControlPointPatch.parse(Object.fromEntries(Object.keys(controlPointNoun.fields).map((field) => [field, row[field]])));
    const share = (holds: (row: Row) => boolean) => points.filter(holds).length / points.length;
    expect(share((row) => row.is_hpn === true)).toBeGreaterThan(0.08);
    expect(share((row) => row.control_destroyed === true)).toBeGreaterThan(0.04);
    expect(
      points.every(
        ({ easting, northing }) =>
          Number(easting) > 2_300_000 && Number(easting) < 2_700_000 && Number(northing) > 7_300_000 && Number(northing) < 7_700_000,
      ),
    ).toBe(true);
  });

  test('has sixty runs in every state, the waiting ones untouched, with shots and pipes as tablets bring them', async () => {
    const runs = await ask<Row>(ownerUrl, 'select * from field_run');
    expect(runs).toHaveLength(60);
    expect(new Set(runs.map((run) => run.state))).toEqual(new Set(['Waiting', 'Active', 'Processing', 'Finished']));
    expect(await count(`shot s join field_run r on r.id = s.field_run where r.state = 'Waiting'`)).toBe(0);
    expect(await count('shot')).toBe(54 * 40);
    expect(await count('pipe')).toBeGreaterThan(50);
    expect(await count('pipe p where not exists (select from shot s where s.id = p.start_structure and s.field_run = p.field_run)')).toBe(
      0,
    );
    const pick = (row: Row, schema: typeof NewShot | typeof NewPipe) =>
      Object.fromEntries(
        Object.keys(schema.shape)
          .filter((field) => field in row)
          .map((field) => [field, row[field]]),
      );
    for (const shot of await ask<Row>(ownerUrl, 'select * from shot limit 500')) NewShot.parse(pick(shot, NewShot));
    for (const pipe of await ask<Row>(ownerUrl, 'select * from pipe limit 200')) NewPipe.parse(pick(pipe, NewPipe));
  });

  test('every place in a feed is taken once and none lies beyond the run', async () => {
    expect(
      await count(
        '(select field_run, seq from (select field_run, seq from shot union all select field_run, seq from pipe union all select field_run, seq from shot_image) x group by 1, 2 having count(*) > 1) y',
      ),
    ).toBe(0);
    expect(await count('shot s join field_run r on r.id = s.field_run where s.seq > r.seq')).toBe(0);
  });

  test('every version of everything is in the history, and the versions agree', async () => {
    for (const [table, kind] of [
      ['field_run', 'run'],
      ['shot', 'point'],
      ['pipe', 'pipe'],
      ['shot_image', 'image'],
    ] as const)
      expect(
        await count(`${table} t where version <> (select count(*) from field_history h where h.item = t.id and h.kind = '${kind}')`),
        table,
      ).toBe(0);
    expect(await count(`history h join field_run r on r.id::text = h.record_id where h.noun = 'field run' and h.action = 'created'`)).toBe(
      60,
    );
  });

  test('has checks on control within reason, and pictures whose bytes are there', async () => {
    expect(await count('control_check')).toBeGreaterThan(30);
    expect(await count('control_check where abs(easting - published_easting) > 0.1')).toBe(0);
    const pictures = await ask<{ sha256: string; bytes: number }>(
      ownerUrl,
      'select f.sha256, f.bytes::int as bytes from shot_image i join file f on f.id = i.file',
    );
    expect(pictures.length).toBeGreaterThan(5);
    for (const { sha256, bytes } of pictures) expect(await app.adapters.files.size(sha256)).toBe(bytes);
  });

  test('the runs in Processing have the collector’s files, and the shift that is suggested fits their control', async () => {
    const pia = await app.as('pia');
    const { count: found, results } = await pia.call(listFieldRuns, { state: ['Processing'] });
    expect(found).toBeGreaterThan(2);
    const kinds = new Set<string>();
    for (const { id } of results) {
      const { sources, suggested } = await pia.call(getProcessingShifts, { id });
      kinds.add(suggested.type);
      await pia.call(applyShifts, { id }, { shift_type: suggested.type });
      const { results: conflicts } = await pia.call(listProcessingConflicts, { id, page_size: 200 });
      const blocking = conflicts.filter(({ severity }) => severity === 'B');
      expect(blocking, JSON.stringify(blocking)).toEqual([]);
      expect(conflicts.map((one) => one.id)).not.toContain('CONTROL_RESID');
      expect(sources[0]!.observations.length).toBeGreaterThan(0);
      for (const kind of ['DUP_PN', 'SAME_PLACE', 'NOT_FIXED', 'BAD_CODE', 'APP_ONLY'])
        expect(conflicts.map((one) => one.id)).toContain(kind);
    }
    expect(kinds).toEqual(new Set(['HPN', 'CONTROL']));
  });

  test('demo mail: a forwarded mail is a memo with its files and its original, and a stranger’s waits in triage', async () => {
    const [mona, alice] = [await app.as('mona'), await app.as('alice')];
    const { results } = await alice.call(listInboundMails, {});
    expect(results.map(({ subject, state }) => [subject, state])).toEqual([
      ['Stakes on my lawn', 'triage'],
      ['Fwd: Lid at the corner and coordinates of the old plan', 'filed'],
    ]);
    const memo = await mona.call(getMemo, { id: results[1]!.memo! });
    expect(memo).toMatchObject({ created_by: { full_name: 'Mona Martin' }, recipients: [] });
    expect(memo.attachments.map(({ name, mime_type }) => [name, mime_type])).toEqual([
      ['lid at the corner.png', 'image/png'],
      ['coordinates 1998.csv', 'text/csv'],
    ]);
    expect((await mona.call(getMemoOriginal, { id: memo.id })).text).toContain('For the file.');
    const job = await mona.call(getJob, { id: memo.job!.id });
    expect(job.inbox_address).toMatch(/@inbox\.ternwick\.example\.ca$/);
    expect(results[0]).toMatchObject({ suggested_job: { id: job.id }, recipients: [job.inbox_address] });
  });

  test('the product works on it: Fern finds a run to take, Alice reads how another came to be finished', async () => {
    const [fern, alice] = [await app.as('fern'), await app.as('alice')];
    const waiting = await fern.call(listFieldRuns, { state: ['Waiting'] });
    expect([waiting.count, waiting.results[0]?.why_not_start]).toEqual([6, null]);
    const [finished] = (await alice.call(listFieldRuns, { state: ['Finished'] })).results;
    const run = await alice.call(getFieldRun, { id: finished!.id });
    expect(run).toMatchObject({ state: 'Finished', shot_count: expect.any(Number) });
    const told = (await alice.call(listFieldRunHistory, { id: run.id })).results.map((entry) => entry.sentence).join(' ');
    expect(told).toMatch(/state from Processing to Finished/);
    expect((await fern.call(listControlPoints, { hpn_only: true, destroyed: false })).count).toBeGreaterThan(100);
  });
});
