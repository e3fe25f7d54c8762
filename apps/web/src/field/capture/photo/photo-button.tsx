import Button from '@mui/material/Button';
import { useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useFieldRun } from '../../run/field-run.ts';
import { CameraSheet } from './camera-sheet.tsx';
import { type MadePhoto, usePhotoMaker } from './use-photo-maker.ts';

export type PhotoButtonProps = {
  subject: string;
  /** Keeps it; never throws. */
  onPhoto: (photo: Promise<MadePhoto>) => Promise<void>;
  /** Before the camera: it may throw the page out of memory. */
  onOpen: () => Promise<void>;
};

/** Opens the camera; picture after picture goes to the point. */
export function PhotoButton({ subject, onPhoto, onOpen }: PhotoButtonProps) {
  const { settings } = useFieldRun();
  const make = usePhotoMaker(settings);
  const [taken, setTaken] = useState<number | null>(null);
  const add = (file: Blob | Promise<Blob>) => {
    setTaken((count) => (count === null ? null : count + 1));
    return onPhoto(make(file, subject));
  };
  /** All are announced at once, so that none is left behind by Save; each is made in its turn, for the sake of the memory. */
  const addFiles = (files: FileList) => {
    let turn: Promise<unknown> = Promise.resolve();
    for (const file of [...files]) {
      const before = turn;
      turn = add(before.then(() => file));
    }
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
