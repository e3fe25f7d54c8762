import type { SitesSettings } from '@dmse/contract/sites/settings';
import { readSkew } from '@dmse/sync/session-core';
import { useOwnPosition } from '../../../parts/map/own-position.ts';
import { useStore } from '../../../session/store.ts';
import { useFieldSession } from '../../device/use-field.tsx';
import { readHeading } from '../../map/heading.ts';
import { type PhotoFile, preparePhoto } from './photo-file.ts';
import { photoHabits } from './photo-settings.ts';

/** Rules of the firm where the settings have never reached this device. */
const UNKNOWN = { photo_max_px: 2560, photo_quality: 0.82, image_max_bytes: 40_000_000, time_zone: 'America/Moncton' };

export type MadePhoto = PhotoFile & { readonly captured_at: string };

/** Makes what is kept of a picture, by the firm's numbers and this device's habits. */
export function usePhotoMaker(settings: SitesSettings | null | undefined) {
  const session = useFieldSession();
  const { fix } = useOwnPosition();
  const { keepsOriginal, stamps } = useStore(photoHabits);
  const { photo_max_px, photo_quality, image_max_bytes, time_zone } = settings ?? UNKNOWN;
  return async (taken: Blob | Promise<Blob>, subject: string): Promise<MadePhoto> => {
    const now = session.clock.now();
    const heading = readHeading(now) ?? fix?.heading ?? null;
    const stamp = stamps ? { now, skew: await readSkew(session), time_zone, fix, heading, subject } : null;
    const file = await taken;
    // An original beyond what the server takes would never arrive; made smaller it does.
    const isTooLarge = file.size > image_max_bytes;
    const made = await preparePhoto(file, {
      most: photo_max_px,
      quality: photo_quality,
      keepsOriginal: keepsOriginal && !isTooLarge,
      stamp,
    });
    return { ...made, captured_at: new Date(now).toISOString() };
  };
}
