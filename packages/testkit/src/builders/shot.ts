import type { Shot } from '@dmse/contract/sites/shot';
import { CAPTURED, RUN, uuid } from './captured.ts';
import { STAMP } from './stamps.ts';

/** A manhole whose place has been processed. */
export function buildShot(n: number, change: Partial<Shot['properties']> = {}): Shot {
  return {
    ...{ type: 'Feature', id: uuid(n), geometry: { type: 'Point', coordinates: [-64.8, 46.1] } },
    properties: {
      ...{ field_run: RUN, name: String(5000 + n), code: 'STMH', description: null, category: 'Infrastructure' },
      ...{ sub_category: 'Storm Structure', system: 'storm', kind: null, shape: null, size: null, cover: null, condition: null },
      ...{ connections: null, note: null, accuracy: null, position_age: null, control_point: null, captured_at: STAMP },
      ...{ captured_at_device: null, easting: 2_500_000, northing: 7_400_000, elevation: 20, processed_on: STAMP, image_count: 0 },
      ...{ moved_to: null, ...CAPTURED, ...change },
    },
  };
}
