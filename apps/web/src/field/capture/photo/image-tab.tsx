import { deleteItem, restoreItem } from '@dmse/sync/local/edit';
import { createImage, updateImage } from '@dmse/sync/local/image';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { readPicture } from '../../device/local-layers.ts';
import { useFieldSession } from '../../device/use-field.tsx';
import { FieldFrame } from '../../frame/field-frame.tsx';
import { say, sayNotSaved } from '../../frame/field-note.ts';
import { RowLink } from '../../frame/row-link.tsx';
import { Section } from '../../frame/section.tsx';
import { useImages, usePoints } from '../../frame/use-records.ts';
import { useFieldRun } from '../../run/field-run.ts';
import { MissingRecord } from '../../run/missing-record.tsx';
import { sayState } from '../../run/state-text.ts';
import { type FieldImage, readImage, sayPoint } from '../point/field-record.ts';
import { KeptText } from '../point/kept-text.tsx';
import { useFound } from '../point/use-found.ts';
import { readBytes } from './photo-file.ts';
import { usePicture } from './photo-strip.tsx';

const SketchSheet = lazyPart(() => import('./sketch-sheet.tsx').then((file) => file.SketchSheet));

export type ImageTabProps = { imageId: string };

/** `image/:imageId`: one picture, its words, and a sketch on a copy of it. */
export function ImageTab({ imageId }: ImageTabProps) {
  const { id } = useFieldRun();
  const images = useImages(id);
  const here = images?.find((image) => image.id === imageId);
  const found = useFound('image', imageId, images !== undefined && here === undefined);
  const image = here ?? (found.item ? readImage(found.item) : undefined);
  if (!image) return images ? <MissingRecord found={found} place="more" /> : <FieldFrame place="more">Opening…</FieldFrame>;
  return <ImageForm key={image.id} image={image} />;
}

function ImageForm({ image }: { image: FieldImage }) {
  const { id: run } = useFieldRun();
  const session = useFieldSession();
  const navigate = useNavigate();
  const [isSketching, setSketching] = useState(false);
  const url = usePicture(image.id, () => readPicture(session, image.id));
  const point = (usePoints(run) ?? []).find(({ id }) => id === image.fieldrun_shot);

  const save = async (field: 'name' | 'note', text: string) => {
    const saved = await updateImage(session, image.id, {
      fields: { [field]: text || null },
      seen: { [field]: image.item.fields[field] ?? null },
    });
    if (saved.saved) say('success', 'Saved on device.');
    else sayNotSaved(session, saved);
  };
  const keepSketch = async (drawing: Blob) => {
    const saved = await createImage(session, {
      field_run: run,
      ...(image.fieldrun_shot === null ? {} : { fieldrun_shot: image.fieldrun_shot }),
      bytes: await readBytes(drawing),
      mime: 'image/jpeg',
      fields: { name: `Sketch on ${image.name ?? 'photo'}`, captured_at: new Date(session.clock.now()).toISOString() },
    });
    // What is not saved stays on the screen.
    if (!saved.saved) return sayNotSaved(session, saved);
    setSketching(false);
    say('success', 'Saved on device: the sketch, as a copy. The photo is as it was.');
    await navigate({ to: '/fieldrun/field/$id/image/$imageId', params: { id: run, imageId: saved.item.id } });
  };
  const remove = async () => {
    const done = await deleteItem(session, 'image', image.id);
    if (!done.saved) return sayNotSaved(session, done);
    say('warning', 'Deleted the photo.', { label: 'Undo', run: () => void restoreItem(session, 'image', image.id) });
  };
  const restore = async () => {
    const done = await restoreItem(session, 'image', image.id);
    if (!done.saved) sayNotSaved(session, done);
  };
  const bar = image.is_deleted ? (
    <Button variant="contained" sx={{ flex: 1 }} onClick={restore}>
      Restore
    </Button>
  ) : (
    <>
      <Button variant="outlined" color="error" onClick={remove}>
        Delete photo
      </Button>
      <Button variant="contained" sx={{ flex: 1 }} disabled={!url} onClick={() => setSketching(true)}>
        Sketch on a copy
      </Button>
    </>
  );
  return (
    <FieldFrame place="more" bar={bar}>
      <Section title={image.name ?? 'Photo'}>
        {url ? (
          <Box
            component="img"
            src={url}
            alt={image.name ?? 'Photo'}
            sx={{ width: '100%', maxHeight: '60dvh', objectFit: 'contain', bgcolor: '#000000', borderRadius: '10px' }}
          />
        ) : (
          <Box>
            {url === undefined
              ? 'Reading…'
              : image.bytes > 0
                ? 'No preview on this device. The picture itself is kept.'
                : 'Only the server has this picture.'}
          </Box>
        )}
        <Box sx={{ color: 'text.secondary' }}>
          {image.captured_at ? <DateText value={image.captured_at} /> : null} {sayState(image.state, image.item.error_reason)}
        </Box>
        {image.is_deleted ? <Box sx={{ fontWeight: 600 }}>This photo is deleted.</Box> : null}
        {point ? (
          <RowLink
            icon="location_on"
            title={sayPoint(point)}
            to={{ to: '/fieldrun/field/$id/point/$pointId', params: { id: run, pointId: point.id } }}
          />
        ) : null}
        <KeptText label="Name" rows={1} value={image.name ?? ''} onSave={(text) => save('name', text)} />
        <KeptText label="Note" value={image.note ?? ''} onSave={(text) => save('note', text)} />
      </Section>
      {isSketching && url ? <SketchSheet url={url} onSave={keepSketch} onClose={() => setSketching(false)} /> : null}
    </FieldFrame>
  );
}
