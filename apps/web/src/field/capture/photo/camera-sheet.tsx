import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Modal from '@mui/material/Modal';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { FieldNoteStrip } from '../../frame/field-note-strip.tsx';
import { listenToCompass } from '../../map/heading.ts';

export type CameraSheetProps = {
  /** How many have been taken since it was opened. */
  taken: number;
  /** Told at the tap, while the picture is still being made: whoever saves next waits for it. */
  onPhoto: (photo: Promise<Blob>) => void;
  onFiles: (files: FileList) => void;
  onClose: () => void;
};

/** One frame of the running picture, at the camera's own resolution. */
async function grab(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const pen = canvas.getContext('2d');
  if (!pen || canvas.width === 0) throw new Error('The camera shows no picture.');
  pen.drawImage(video, 0, 0);
  const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95));
  if (!photo) throw new Error('The picture could not be made.');
  return photo;
}

const WORDS = 'This page may not use the camera. Allow it in the browser’s settings, or take the picture with the camera app.';

/** The camera inside the app: picture after picture without leaving the form, and without the page being thrown out of memory. */
export function CameraSheet({ taken, onPhoto, onFiles, onClose }: CameraSheetProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'running' | 'refused'>('starting');
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isGone = false;
    listenToCompass();
    const start = async () => {
      const wanted = { facingMode: { ideal: 'environment' }, width: { ideal: 4096 }, height: { ideal: 3072 } };
      stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
      if (isGone) for (const track of stream.getTracks()) track.stop();
      else if (video.current) {
        video.current.srcObject = stream;
        await video.current.play();
        setState('running');
      }
    };
    start().catch(() => !isGone && setState('refused'));
    return () => {
      isGone = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  const shoot = () => {
    if (video.current) onPhoto(grab(video.current));
  };
  return (
    <Modal open onClose={onClose} aria-label="Camera">
      <Box
        sx={{
          position: 'fixed',
          inset: 0,
          bgcolor: '#000000',
          color: '#FFFFFF',
          display: 'grid',
          gridTemplateRows: 'auto minmax(0, 1fr) auto',
          outline: 'none',
        }}
      >
        <Box sx={{ bgcolor: 'background.default', color: 'text.primary' }}>
          <FieldNoteStrip />
        </Box>
        <Box sx={{ position: 'relative', minHeight: 0, display: 'grid', placeItems: 'center' }}>
          <Box component="video" ref={video} muted playsInline sx={{ width: '100%', height: '100%', objectFit: 'contain', minHeight: 0 }} />
          {state === 'refused' ? <Box sx={{ position: 'absolute', p: 4, textAlign: 'center' }}>{WORDS}</Box> : null}
        </Box>
        <Box
          sx={{
            display: 'flex',
            gap: '8px',
            alignItems: 'center',
            justifyContent: 'space-between',
            p: 3,
            pb: 'max(12px, env(safe-area-inset-bottom))',
          }}
        >
          <Button component="label" color="inherit" variant="outlined" sx={{ borderColor: '#FFFFFF' }}>
            Camera app
            <input
              type="file"
              accept="image/*"
              capture="environment"
              multiple
              hidden
              onChange={({ target }) => {
                if (target.files && target.files.length > 0) onFiles(target.files);
                target.value = '';
              }}
            />
          </Button>
          <Button
            aria-label="Take photo"
            onClick={shoot}
            disabled={state !== 'running'}
            sx={{
              width: 72,
              height: 72,
              minWidth: 72,
              borderRadius: '50%',
              bgcolor: '#FFFFFF',
              color: '#000000',
              '&:hover': { bgcolor: '#FFFFFF' },
              '&.Mui-disabled': { bgcolor: '#6B6675' },
            }}
          >
            <Icon name="photo_camera" size={32} />
          </Button>
          <Button variant="outlined" color="inherit" sx={{ borderColor: '#FFFFFF', minWidth: 104 }} onClick={onClose}>
            Done{taken > 0 ? ` (${taken})` : ''}
          </Button>
        </Box>
      </Box>
    </Modal>
  );
}
