import * as control from '@dmse/contract/sites/control-point';
import type { TestClient } from '@dmse/testkit/client';
import { describe, expect, it } from 'vitest';
import { uploadBytes } from '../../../testing/fixtures/upload-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

function place(client: TestClient, name: string, more: object = {}) {
  return client.call(control.createControlPoint, {}, { name, easting: 2_500_000, northing: 7_500_000, ...more });
}

describe('control points', () => {
  it('Alice creates one with sensible defaults; tenths of millimetres are kept, noise is not', async () => {
    const alice = await app.as('alice');
    const made = await place(alice, ' 1380HPN ', { easting: 2_534_567.123449, elevation: 0 });
    expect(made).toMatchObject({
      name: '1380HPN',
      easting: 2_534_567.1234,
      elevation: 0,
      control_destroyed: false,
      is_hpn: false,
      version: 1,
    });
    expect(made).toMatchObject({ images: [], sketch: null, check_count: 0, can_edit: true });
  });

  it('Pia reads, but may not create; Joe does not even read', async () => {
    const pia = await app.as('pia');
    const made = await place(await app.as('alice'), 'CP 1');
    expect((await pia.call(control.getControlPoint, { id: made.id })).can_edit).toBe(false);
    expect((await pia.refused(control.createControlPoint, {}, { name: 'x', easting: 1, northing: 1 })).status).toBe(403);
    expect((await pia.refused(control.updateControlPoint, { id: made.id }, { note: 'x' })).status).toBe(403);
    expect((await (await app.as('joe')).refused(control.listControlPoints, {})).status).toBe(403);
  });

  it('finds by name and note, HPN only, destroyed or not; the exact name comes first', async () => {
    const alice = await app.as('alice');
    await place(alice, '1380', { note: 'Érablière, near the sugar shack' });
    await place(alice, '1380HPN', { is_hpn: true });
    await place(alice, '2515HPN', { is_hpn: true, control_destroyed: true, note: 'gone since 1380 was paved' });
    const names = async (filter: object) => (await alice.call(control.listControlPoints, filter)).results.map((row) => row.name);
    expect(await names({ query: '1380' })).toEqual(['1380', '1380HPN', '2515HPN']);
    expect(await names({ query: 'sugar ERABLIERE' })).toEqual(['1380']);
    expect(await names({ hpn_only: true })).toEqual(['1380HPN', '2515HPN']);
    expect(await names({ hpn_only: false })).toHaveLength(3);
    expect(await names({ destroyed: true })).toEqual(['2515HPN']);
    expect(await names({ destroyed: false })).toEqual(['1380', '1380HPN']);
    expect(await names({ ordering: '-control_destroyed,name' })).toEqual(['2515HPN', '1380', '1380HPN']);
    expect(await names({ ordering: '-note' })).toHaveLength(3);
    expect((await alice.refused(control.listControlPoints, { ordering: 'search' })).body).toHaveProperty('ordering');
  });

  it('every change is history in words; a save that changes nothing is none', async () => {
    const alice = await app.as('alice');
    const { id } = await place(alice, 'CP 7', { elevation: 12.3 });
    await alice.call(control.updateControlPoint, { id }, { elevation: null, control_destroyed: true });
    await alice.call(control.updateControlPoint, { id }, { elevation: null, easting: 2_500_000.00001 });
    const { results } = await alice.call(control.listControlPointHistory, { id });
    expect(results.map((entry) => entry.sentence)).toEqual([
      'Alice Arsenault changed destroyed from no to yes and cleared elevation (was 12.3 m).',
      'Alice Arsenault created control point CP 7.',
    ]);
  });

  it('a stale save is refused with both values', async () => {
    const alice = await app.as('alice');
    const { id } = await place(alice, 'CP 8');
    await alice.call(control.updateControlPoint, { id }, { note: 'first' }, { ifMatch: 1 });
    const refused = await alice.refused(control.updateControlPoint, { id }, { note: 'second' }, { ifMatch: 1 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT', changed: ['note'], current: { note: 'first', version: 2 } } });
    expect((await alice.call(control.updateControlPoint, { id }, { note: 'second' }, { ifMatch: 2 })).note).toBe('second');
  });

  it('the sketch is a file of its own, and whoever reads the point reads it', async () => {
    const alice = await app.as('alice');
    const sketch = await uploadBytes(alice, 'sketch.txt', 'three trees and a rock');
    const made = await place(alice, 'CP 9', { sketch });
    expect(made.sketch).toMatchObject({ id: sketch, name: 'sketch.txt', url: `/api/core/file/${sketch}/` });
    const stranger = await uploadBytes(await app.as('joe'), 'his.txt', 'not yours');
    const refused = await alice.refused(control.updateControlPoint, { id: made.id }, { sketch: stranger });
    expect(refused).toMatchObject({ status: 400, body: { sketch: [expect.stringContaining('not yours')] } });
  });

  it('server-owned and impossible values are refused by name', async () => {
    const alice = await app.as('alice');
    const whole = { name: 'x', easting: 1, northing: 1 };
    for (const extra of [{ id: 5 }, { version: 3 }, { created_by: 1 }, { search: 'x' }])
      expect((await alice.refused(control.createControlPoint, {}, { ...whole, ...extra })).body).toHaveProperty(Object.keys(extra)[0]!);
    expect((await alice.refused(control.createControlPoint, {}, { ...whole, easting: 1e12 })).body).toHaveProperty('easting');
    expect((await alice.refused(control.createControlPoint, {}, { ...whole, name: '' })).body).toHaveProperty('name');
  });
});

describe('check shots on control', () => {
  const shot = { measured_on: '2026-03-01T14:00:00.000Z', easting: 2_500_000.021, northing: 7_499_999.98 };

  it('Pia records one; its residual is measured minus published, and stays what it was', async () => {
    const [alice, pia] = [await app.as('alice'), await app.as('pia')];
    const { id } = await place(alice, 'HPN 1', { elevation: 10 });
    const check = await pia.call(control.createControlCheck, { id }, { ...shot, elevation: 10.02, shot_name: '5001' });
    expect(check).toMatchObject({
      residual_easting: 0.021,
      residual_northing: -0.02,
      residual_elevation: 0.02,
      residual_horizontal: 0.029,
      is_beyond: false,
    });
    await alice.call(control.updateControlPoint, { id }, { easting: 2_500_001 });
    const { count, results } = await pia.call(control.listControlChecks, { id });
    expect([count, results[0]?.residual_easting, results[0]?.published_easting]).toEqual([1, 0.021, 2_500_000]);
    expect((await pia.call(control.getControlPoint, { id })).check_count).toBe(1);
    const [entry] = (await pia.call(control.listControlPointHistory, { id })).results.slice(1);
    expect(entry?.sentence).toContain('check shot to 0.029 m, height 0.02 m');
  });

  it('beyond the tolerance it says so; without a height there is none to check', async () => {
    const { id } = await place(await app.as('alice'), 'HPN 2');
    const pia = await app.as('pia');
    expect(await pia.call(control.createControlCheck, { id }, { ...shot, easting: 2_500_000.04 })).toMatchObject({
      is_beyond: true,
      residual_elevation: null,
    });
  });

  it('Fern may not; a run that is not there is named', async () => {
    const { id } = await place(await app.as('alice'), 'HPN 3');
    expect((await (await app.as('fern')).refused(control.createControlCheck, { id }, shot)).status).toBe(403);
    const refused = await (await app.as('pia')).refused(
      control.createControlCheck,
      { id },
      { ...shot, field_run: '00000000-0000-7000-8000-000000000000' },
    );
    expect(refused.body).toHaveProperty('field_run');
  });
});
