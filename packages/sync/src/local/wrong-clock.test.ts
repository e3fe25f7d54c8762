import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { sync } from '../engine.ts';
import { createLab, LAB_START, type Lab, type Tablet } from '../memory/tablet.ts';
import { CLOCK_TOLERANCE, followClock, skewOf } from '../rules/clock-trust.ts';
import { openSession } from '../session.ts';
import { readSkew } from '../session-core.ts';
import { createImage } from './image.ts';
import { createPipe } from './pipe.ts';
import { createPoint } from './point.ts';
import { openRun, startRun } from './run.ts';

const HOUR = 3_600_000;
let lab: Lab;
let fern: Tablet;

beforeEach(() => {
  lab = createLab();
  fern = lab.tablet('fern');
});

const at = (ms: number) => new Date(ms).toISOString();
const shown = () => at(fern.session.clock.now());

async function takePoint(id: string) {
  const saved = await createPoint(fern.session, { id, field_run: 'run-1', fields: { code: id, captured_at: shown() } });
  if (!saved.saved) throw new Error(saved.why);
  return saved.item.fields;
}

describe('wrong clock', () => {
  it('wrong clock: 26 hours fast, what is captured carries the server’s time and the clock’s own (SYNC-E6)', async () => {
    fern.skew = 26 * HOUR;
    await openRun(fern.session, 'run-1');
    expect(await readSkew(fern.session)).toBe(-26 * HOUR);
    fern.online = false;
    lab.now += HOUR;
    expect(await takePoint('p')).toMatchObject({ captured_at: at(lab.now), captured_at_device: at(lab.now + 26 * HOUR) });
    const pipe = await createPipe(fern.session, { id: 'q', field_run: 'run-1', fields: { captured_at: shown() } });
    const image = await createImage(fern.session, {
      id: 'i',
      field_run: 'run-1',
      bytes: Uint8Array.of(1),
      mime: 'image/jpeg',
      fields: { captured_at: shown() },
    });
    for (const saved of [pipe, image])
      expect(saved).toMatchObject({
        saved: true,
        item: { fields: { captured_at: at(lab.now), captured_at_device: at(lab.now + 26 * HOUR) } },
      });
    await startRun(fern.session, 'run-1');
    fern.online = true;
    await sync(fern.session);
    expect(lab.server.data.rows.get('p')?.content).toMatchObject({ captured_at: at(lab.now), captured_at_device: at(lab.now + 26 * HOUR) });
    expect(lab.server.data.rows.get('run-1')?.content.started_on).toBe(at(lab.now));
  });

  it('wrong clock: a minute off is left alone', async () => {
    fern.skew = 60_000;
    await openRun(fern.session, 'run-1');
    expect(await takePoint('p')).toEqual({ code: 'p', name: '5000', captured_at: shown() });
  });

  it('wrong clock: the next page knows it before it has met the server', async () => {
    fern.skew = -3 * HOUR;
    await openRun(fern.session, 'run-1');
    const { store, remote, lock, clock, tools, laws, limits } = fern.session;
    const reloaded = openSession({ store, remote, lock, clock, tools }, laws, limits);
    expect(await readSkew(reloaded)).toBe(3 * HOUR);
  });

  it('wrong clock: set back while nobody hears the server, the time goes on as before', async () => {
    await openRun(fern.session, 'run-1');
    fern.online = false;
    lab.now += 60_000;
    expect(await readSkew(fern.session)).toBe(0);
    fern.skew = -2 * HOUR;
    lab.now += 60_000;
    expect(await takePoint('p')).toMatchObject({ captured_at: at(lab.now), captured_at_device: at(lab.now - 2 * HOUR) });
    // put right again, and nothing is corrected twice
    fern.online = true;
    fern.skew = 0;
    await sync(fern.session);
    expect(await readSkew(fern.session)).toBe(0);
    expect(await takePoint('r')).not.toHaveProperty('captured_at_device');
  });

  it('wrong clock: set back while a push waits for its next try, it does not wait for hours', async () => {
    await openRun(fern.session, 'run-1');
    await takePoint('p');
    fern.network = () => null;
    await sync(fern.session);
    fern.network = (_, send) => send();
    await sync(fern.session);
    expect(lab.server.data.rows.has('p')).toBe(false);
    fern.skew = -3 * HOUR;
    expect(await sync(fern.session)).toMatchObject({ green: true });
    expect(lab.server.data.rows.has('p')).toBe(true);
  });

  it('wrong clock: set back, a frozen tab is relieved all the same', async () => {
    await openRun(fern.session, 'run-1');
    const second = lab.tablet('fern', { disk: fern.disk, locks: fern.locks });
    second.skew = -3 * HOUR;
    let relieved: unknown;
    fern.network = async (_, send) => {
      relieved ??= await sync(second.session, { foreground: true });
      return send();
    };
    expect(await sync(fern.session)).toMatchObject({ stopped: 'LOCK_LOST' });
    expect(relieved).toMatchObject({ ran: true, green: true });
  });

  it('wrong clock: set back in the middle of a pass, the tab goes on saying that it lives', async () => {
    await openRun(fern.session, 'run-1');
    const second = lab.tablet('fern', { disk: fern.disk, locks: fern.locks });
    const seen: unknown[] = [];
    fern.network = async (_, send) => {
      if (fern.skew !== 0) seen.push(await sync(second.session, { foreground: true }));
      fern.skew = second.skew = -3 * HOUR;
      return send();
    };
    expect(await sync(fern.session)).toMatchObject({ stopped: null, green: true });
    expect(seen.length).toBeGreaterThan(0);
    for (const answer of seen) expect(answer).toEqual({ ran: false, why: 'BUSY' });
  });

  it('wrong clock: a device that slept is not taken for one whose clock was set forward', () => {
    const before = { now: LAB_START, monotonic: 0 };
    expect(followClock(5000, before, { now: LAB_START + 8 * HOUR, monotonic: 60_000 })).toBe(5000);
  });

  it('wrong clock: however often it is set back, the server’s time stays the same', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ passes: fc.nat(HOUR), back: fc.integer({ min: 1001, max: 30 * HOUR }) })), (steps) => {
        let offset = 0;
        let look = { now: LAB_START, monotonic: 0 };
        let truth = LAB_START;
        for (const { passes, back } of steps) {
          truth += passes;
          const next = { now: look.now + passes - back, monotonic: look.monotonic + passes };
          offset = followClock(offset, look, next);
          look = next;
          expect(look.now + offset).toBe(truth);
        }
        expect(Math.abs(skewOf(offset)) === 0).toBe(Math.abs(offset) <= CLOCK_TOLERANCE);
      }),
      { seed: 20261116 },
    );
  });
});
