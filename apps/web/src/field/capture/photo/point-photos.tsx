import { useNavigate } from '@tanstack/react-router';
import { readPicture } from '../../device/local-layers.ts';
import { useFieldSession } from '../../device/use-field.tsx';
import { Section } from '../../frame/section.tsx';
import { useImages } from '../../frame/use-records.ts';
import { useFieldRun } from '../../run/field-run.ts';
import type { DraftPhoto } from './photo-drafts.ts';
import { PhotoStrip } from './photo-strip.tsx';

export type PointPhotosProps = {
  drafts: readonly DraftPhoto[] /** The point they belong to once it is saved. */;
  shot: string | null;
  onRemove: (id: string) => void;
};

/** The pictures of a point: those saved with it, and those waiting for it to be saved. */
export function PointPhotos({ drafts, shot, onRemove }: PointPhotosProps) {
  const { id: run } = useFieldRun();
  const session = useFieldSession();
  const navigate = useNavigate();
  const images = (useImages(run) ?? []).filter((image) => shot !== null && image.fieldrun_shot === shot && !image.is_deleted);
  if (drafts.length === 0 && images.length === 0) return null;
  return (
    <Section title={`Photos (${drafts.length + images.length})`}>
      <PhotoStrip
        photos={images.map(({ id, name }) => ({ id, says: name ?? 'Photo', load: () => readPicture(session, id) }))}
        onOpen={(imageId) => void navigate({ to: '/fieldrun/field/$id/image/$imageId', params: { id: run, imageId } })}
      />
      <PhotoStrip
        photos={drafts.map(({ id, bytes, mime }, at) => ({
          id,
          says: `photo ${at + 1}`,
          load: async () => new Blob([bytes as BlobPart], { type: mime }),
        }))}
        onRemove={onRemove}
      />
    </Section>
  );
}
