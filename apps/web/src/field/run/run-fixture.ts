import { sync } from '@dmse/sync/engine';
import { openRun } from '@dmse/sync/local/run';
import type { Fields } from '@dmse/sync/wire';
import { SITES_SETTINGS } from '../../areas/sites/field-run/sites-fixture.ts';
import { type Stage, stageDevice } from '../device/device-fixture.ts';
import { hush } from '../frame/field-note.ts';

export type RunStage = Stage & {
  /** The device finds a position that is so many milliseconds old. */ tellPosition: (age: number, accuracy?: number) => void;
};

/** A device in the field: a run on it, the firm's lists, a position, and no network. */
export async function stageRun(): Promise<RunStage> {
  const stage = stageDevice();
  await openRun(stage.session, stage.run);
  await sync(stage.session);
  stage.setOnline(false);
  localStorage.setItem('sites.fieldrun.tutorial', 'completed');
  hush();
  await stage.session.store.safety(({ meta }) => meta.put({ id: 'sites_settings', value: { kept: SITES_SETTINGS } as unknown as Fields }));
  let take: (position: unknown) => void = () => {};
  const tellPosition = (age: number, accuracy = 3) =>
    take({ timestamp: Date.now() - age, coords: { longitude: -66.6, latitude: 45.9, altitude: 12, accuracy, heading: null } });
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      watchPosition: (onFix: (position: unknown) => void) => {
        take = onFix;
        tellPosition(0);
        return 1;
      },
      clearWatch: () => {},
    },
  });
  return Object.assign(stage, { tellPosition });
}
