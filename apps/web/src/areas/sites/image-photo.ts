import type { Image } from '@dmse/contract/sites/image';
import type { Photo } from './photo-viewer.tsx';

/** A picture of a run as the viewer shows it. */
export function toPhoto({ id, properties }: Image): Photo {
  return {
    id,
    name: properties.name,
    note: properties.note,
    captured_at: properties.captured_at,
    url: properties.file,
    thumbnail_url: properties.thumbnail_url,
    no_preview: properties.is_unreadable ? 'No preview: the file is kept as it came, but no picture could be made of it.' : null,
  };
}
