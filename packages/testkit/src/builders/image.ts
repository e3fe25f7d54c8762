import type { Image } from '@dmse/contract/sites/image';
import { CAPTURED, RUN, uuid } from './captured.ts';
import { STAMP } from './stamps.ts';

export function buildImage(n: number, change: Partial<Image['properties']> = {}): Image {
  const file = `/api/core/upload/${n}/`;
  return {
    ...{ type: 'Feature', id: uuid(n), geometry: null },
    properties: {
      ...{ field_run: RUN, name: `Photo ${n}`, note: null, fieldrun_shot: null, control_point: null, captured_at: STAMP },
      ...{ captured_at_device: null, file, thumbnail_url: `${file}thumbnail/`, mime_type: 'image/jpeg', sha256: 'a'.repeat(64) },
      ...{ bytes: 1000, width: 10, height: 10, exif: null, is_unreadable: false, parent_pending: false, moved_to: null },
      ...{ ...CAPTURED, ...change },
    },
  };
}
