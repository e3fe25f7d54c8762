import { createImage } from '@dmse/sync/local/image';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { useFieldSession } from '../device/use-field.tsx';
import { CameraSheet } from './camera-sheet.tsx';
import { say, sayNotSaved } from './field-note.ts';
import { useFieldRun } from './field-run.ts';
import { type MadePhoto, usePhotoMaker } from './use-photo-maker.ts';

export type PhotoButtonProps = {
  subject: string;
  shot: string | null;
  /** For a point that is not saved yet: the picture waits with it. */
  onPhoto: (photo: Promise<MadePhoto>) => Promise<void>;
  /** Before the camera: it may throw the page out of memory. */
  onOpen: () => Promise<void>;
};

/** Opens the camera; picture after picture goes to the point. */
export function PhotoButton({ subject, shot, onPhoto, onOpen }: PhotoButtonProps) {
  const { id: run, settings } = useFieldRun();
  const session = useFieldSession();
  const make = usePhotoMaker(settings);
  const [taken, setTaken] = useState<number | null>(null);
  const add = async (file: Blob) => {
    setTaken((count) => (count === null ? null : count + 1));
    const making = make(file, subject);
    if (shot === null) return onPhoto(making);
    const photo = await making;
    const saved = await createImage(session, {
      field_run: run,
      fieldrun_shot: shot,
      bytes: photo.bytes,
      mime: photo.mime,
      fields: { captured_at: photo.captured_at },
    });
    if (saved.saved) say('success', 'Photo saved on device.');
    else sayNotSaved(session, saved);
  };
  const addFiles = async (files: FileList) => {
    for (const file of [...files]) await add(file);
  };
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="photo_camera" size={24} />}
        onClick={async () => {
          await onOpen();
          setTaken(0);
        }}
      >
        Photo
      </Button>
      {taken === null ? null : <CameraSheet taken={taken} onPhoto={add} onFiles={addFiles} onClose={() => setTaken(null)} />}
    </>
  );
}
