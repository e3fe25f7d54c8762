import { randomUUID } from 'node:crypto';
import * as image from '@dmse/contract/sites/image';
import * as shot from '@dmse/contract/sites/shot';
import * as sync from '@dmse/contract/sites/sync';
import { describe, expect, it } from 'vitest';
import { formOf, makeRun, makeShot, OTHER_TABLET, pushOf, sha256Of, TABLET } from '../../../testing/fixtures/field-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

function held(item: string, field_run: string, content: Record<string, unknown>, more: object = {}) {
  return {
    op: `${item}:1:${TABLET}`,
    kind: 'point' as const,
    item,
    field_run,
    device: TABLET,
    rev: 1,
    base: 0,
    content,
    reason: 'LATE',
    ...more,
  };
}

describe('quarantine', () => {
  it('SYNC-C15 takes from any employee what the server refused, once, and shows it to processors only', async () => {
    const [joe, fern, pia] = [await app.as('joe'), await app.as('fern'), await app.as('pia')];
    const run = await makeRun(fern);
    const body = held(randomUUID(), run, { name: '5001', note: 'a\0b' });
    const first = await joe.call(sync.quarantineItem, {}, body);
    expect(await joe.call(sync.quarantineItem, {}, { ...body, reason: 'again' })).toEqual(first);
    expect((await joe.refused(sync.listQuarantine, {})).status).toBe(403);
    const { count, results } = await pia.call(sync.listQuarantine, { state: ['held'] });
    expect(count).toBe(1);
    expect(results[0]).toMatchObject({ content: { name: '5001', note: 'a\0b' }, reason: 'LATE', run_name: 'Main Street', state: 'held' });
    expect(results[0]?.captured_by?.full_name).toBe('Joe Jardine');
  });

  it('is released as the tablet meant it, in the name of who captured it; the tablet’s own push is then the same write', async () => {
    const [joe, fern, pia] = [await app.as('joe'), await app.as('fern'), await app.as('pia')];
    const run = await makeRun(fern);
    const item = randomUUID();
    const { id } = await joe.call(sync.quarantineItem, {}, held(item, run, { name: '5001', code: 'CP', is_deleted: false }));
    const released = await pia.call(sync.releaseQuarantined, { id }, { note: 'fine' });
    expect(released).toMatchObject({ state: 'released', decision_note: 'fine', decided_by: { full_name: 'Pia Poirier' } });
    const made = await pia.call(shot.getShot, { id: item });
    expect(made.properties).toMatchObject({
      name: '5001',
      version: 1,
      captured_by: { full_name: 'Joe Jardine' },
      created_by: { full_name: 'Pia Poirier' },
    });
    const own = await fern.send(shot.createShot, {}, { id: item, field_run: run, name: '5001' }, { headers: pushOf(item, 1) });
    expect(own.status).toBe(201);
    expect((await pia.call(shot.getShot, { id: item })).properties.version).toBe(1);
    const twice = await pia.refused(sync.releaseQuarantined, { id }, {});
    expect([twice.status, twice.body.detail]).toEqual([409, 'Pia Poirier has already released this.']);
  });

  it('an edit is merged: only what the tablet changed on the version it knew', async () => {
    const [fern, pia] = [await app.as('fern'), await app.as('pia')];
    const run = await makeRun(fern);
    const item = await makeShot(fern, run, { note: 'a' });
    await fern.call(shot.updateShot, { id: item }, { code: 'MON' }, { headers: pushOf(item, 1, OTHER_TABLET), ifMatch: 1 });
    const content = { name: '5001', code: 'SAMH', note: 'b', is_deleted: false };
    const { id } = await fern.call(sync.quarantineItem, {}, held(item, run, content, { op: `${item}:2:${TABLET}`, rev: 2, base: 1 }));
    await pia.call(sync.releaseQuarantined, { id }, {});
    expect((await pia.call(shot.getShot, { id: item })).properties).toMatchObject({ code: 'MON', note: 'b', version: 3, conflict: [] });
  });

  it('what does not hold is refused by field, can be put right, or dismissed with a reason', async () => {
    const [fern, pia] = [await app.as('fern'), await app.as('pia')];
    const run = await makeRun(fern);
    const item = randomUUID();
    const { id } = await fern.call(sync.quarantineItem, {}, held(item, run, { name: '5001', note: 'a\0b', strange: 1 }));
    const refused = await pia.refused(sync.releaseQuarantined, { id }, {});
    expect(refused.status).toBe(400);
    expect(refused.body).toHaveProperty('note');
    await pia.call(sync.releaseQuarantined, { id }, { content: { note: 'ab' } });
    expect((await pia.call(shot.getShot, { id: item })).properties.note).toBe('ab');
    const other = await fern.call(sync.quarantineItem, {}, held(randomUUID(), run, {}));
    expect((await pia.refused(sync.dismissQuarantined, { id: other.id }, {})).status).toBe(400);
    expect(await pia.call(sync.dismissQuarantined, { id: other.id }, { note: 'a test shot' })).toMatchObject({ state: 'dismissed' });
    expect((await pia.call(sync.listQuarantine, { state: ['held'] })).count).toBe(0);
  });

  it('keeps the picture with it; a damaged one is refused', async () => {
    const [joe, fern, pia] = [await app.as('joe'), await app.as('fern'), await app.as('pia')];
    const run = await makeRun(fern);
    const item = randomUUID();
    const bytes = Buffer.from('the only copy');
    const form = formOf(held(item, run, { note: 'lid' }, { kind: 'image' }), { bytes });
    const send = (sha256: string) =>
      joe.send(sync.quarantineItem, {}, undefined, { payload: form.payload, headers: { ...form.headers, 'x-sha256': sha256 } });
    expect((await send(sha256Of(Buffer.from('other')))).status).toBe(422);
    const answer = await send(sha256Of(bytes));
    expect(answer.status).toBe(201);
    const { id } = JSON.parse(answer.body.toString());
    expect((await pia.call(sync.getQuarantined, { id })).file?.sha256).toBe(sha256Of(bytes));
    await pia.call(sync.releaseQuarantined, { id }, {});
    expect((await pia.call(image.getImage, { id: item })).properties).toMatchObject({ note: 'lid', sha256: sha256Of(bytes) });
  });
});
