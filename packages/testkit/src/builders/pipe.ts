import type { Pipe } from '@dmse/contract/sites/pipe';
import { CAPTURED, RUN, uuid } from './captured.ts';
import { STAMP } from './stamps.ts';

export function buildPipe(n: number, start: string, end: string, change: Partial<Pipe['properties']> = {}): Pipe {
  return {
    ...{ type: 'Feature', id: uuid(n), geometry: null },
    properties: {
      ...{ field_run: RUN, name: null, start_structure: start, end_structure: end, system: 'storm', material: 'PVC' },
      ...{ inside_diameter: 300, shape: null, status: null, open_end: null, quality_level: null, note: null, vertices: null },
      ...{ captured_at: STAMP, captured_at_device: null, start_invert: 18, end_invert: 17.5, length_2d: 25, length_3d: 25.005 },
      ...{ slope_percent: 2, parent_pending: false, moved_to: null, ...CAPTURED, ...change },
    },
  };
}
