import type { Image } from '@dmse/contract/sites/image';
import type { Shot } from '@dmse/contract/sites/shot';
import type { Photo } from './photo-viewer.tsx';

/** A picture of a run as the viewer shows it, with the shot it was taken of where that is known. */
export function toPhoto({ id, properties }: Image, shot?: Shot): Photo {
  return {
    id,
    name: properties.name,
    note: properties.note,
    captured_at: properties.captured_at,
    point: shot?.properties.name ?? properties.control_point?.name,
    code: shot?.properties.code,
    url: properties.file,
    thumbnail_url: properties.thumbnail_url,
    no_preview: properties.is_unreadable ? 'No preview: the file is kept as it came, but no picture could be made of it.' : null,
  };
}
