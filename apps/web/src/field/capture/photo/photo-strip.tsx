import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { watchFieldChanges } from '../../../session/field-changes.ts';

export type StripPhoto = { readonly id: string; readonly load: () => Promise<Blob | null>; readonly says: string };

/** A picture read from the device, for as long as it is shown. Null: it cannot be shown here. */
export function usePicture(id: string, load: () => Promise<Blob | null>): string | null | undefined {
  const [shown, setShown] = useState<{ id: string; url: string | null } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: which picture it is, its id says; how it is read may be another function each time
  useEffect(() => {
    let url: string | null = null;
    let isGone = false;
    const read = async () => {
      const blob = await load().catch(() => null);
      if (isGone || url) return;
      url = blob ? URL.createObjectURL(blob) : null;
      setShown({ id, url });
    };
    void read();
    // Of a picture that came from the server, the small copy follows later.
    const stop = watchFieldChanges(({ places }) => {
      if (!url && places.includes('layers')) void read();
    });
    return () => {
      isGone = true;
      stop();
      if (url) URL.revokeObjectURL(url);
    };
  }, [id]);
  return shown?.id === id ? shown.url : undefined;
}

type ThumbnailProps = { photo: StripPhoto; onOpen?: (() => void) | undefined; onRemove?: (() => void) | undefined };

function Thumbnail({ photo, onOpen, onRemove }: ThumbnailProps) {
  const url = usePicture(photo.id, photo.load);
  const [hasFailed, setFailed] = useState(false);
  const hasNone = url === null || hasFailed;
  const says = hasNone ? `${photo.says}, no preview` : photo.says;
  const picture =
    url && !hasFailed ? (
      <Box
        component="img"
        src={url}
        alt={photo.says}
        onError={() => setFailed(true)}
        sx={{ width: '100%', height: '100%', objectFit: 'cover' }}
      />
    ) : (
      <Box sx={{ fontSize: '0.8125rem', p: 1, textAlign: 'center' }}>{hasNone ? 'No preview' : '…'}</Box>
    );
  const frame = {
    width: 96,
    height: 96,
    borderRadius: '8px',
    overflow: 'hidden',
    border: 2,
    borderColor: 'inputLine',
    display: 'grid',
    placeItems: 'center',
  };
  return (
    <Box sx={{ position: 'relative', width: 96 }}>
      {onOpen ? (
        <ButtonBase onClick={onOpen} aria-label={says} sx={frame}>
          {picture}
        </ButtonBase>
      ) : (
        <Box sx={frame}>{picture}</Box>
      )}
      {onRemove ? (
        <ButtonBase
          aria-label={`Remove ${photo.says}`}
          onClick={onRemove}
          sx={{ width: 96, minHeight: 48, gap: 1, fontSize: '0.875rem', fontWeight: 600 }}
        >
          <Icon name="delete" size={20} /> Remove
        </ButtonBase>
      ) : null}
    </Box>
  );
}

export type PhotoStripProps = {
  photos: readonly StripPhoto[];
  onOpen?: (id: string) => void;
  onRemove?: (id: string) => void;
  children?: ReactNode;
};

/** Pictures in a row. */
export function PhotoStrip({ photos, onOpen, onRemove, children }: PhotoStripProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'flex-start' }}>
      {photos.map((photo) => (
        <Thumbnail
          key={photo.id}
          photo={photo}
          onOpen={onOpen ? () => onOpen(photo.id) : undefined}
          onRemove={onRemove ? () => onRemove(photo.id) : undefined}
        />
      ))}
      {children}
    </Box>
  );
}
