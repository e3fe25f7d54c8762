import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiDialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useId, useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';

export type Photo = {
  id: string;
  name: string | null;
  note: string | null;
  captured_at: string | null;
  /** The point it shows, and that point's code. */
  point?: string | null | undefined;
  code?: string | null | undefined;
  url: string;
  thumbnail_url: string | null;
  /** Why no picture can be shown, although the file is there. */
  no_preview?: string | null;
};

/** What a photo shows: "Point 101, MH"; else its own name. */
export function titleOfPhoto({ point, code, name }: Photo): string {
  if (!point && !code) return name || 'Photo';
  return [point ? `Point ${point}` : null, code].filter(Boolean).join(', ');
}

export type PhotoViewerProps = {
  photos: readonly Photo[];
  /** The id of the photo that is looked at. */
  shown: string;
  onShow: (id: string) => void;
  onClose: () => void;
};

/** One photo as large as the window; the arrow keys go on, Escape closes, the original can be downloaded. */
export function PhotoViewer({ photos, shown, onShow, onClose }: PhotoViewerProps) {
  const at = photos.findIndex((photo) => photo.id === shown);
  const photo = photos[at];
  const titleId = useId();
  const [broken, setBroken] = useState<string | null>(null);
  if (!photo) return null;
  const go = (step: number) => {
    const next = photos[at + step];
    if (next) onShow(next.id);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    go(step);
  };
  const title = titleOfPhoto(photo);
  const noPreview = photo.no_preview ?? (broken === photo.id ? 'This browser cannot show the picture. Download it to look at it.' : null);
  return (
    <MuiDialog open fullScreen onClose={onClose} onKeyDown={onKey} aria-labelledby={titleId}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, px: 3, py: 2, borderBottom: 1, borderColor: 'divider', flexWrap: 'wrap' }}>
        <Box sx={{ flex: 1, minWidth: 160 }}>
          <Typography id={titleId} variant="h2">
            {title}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {at + 1} of {photos.length}
            {photo.captured_at ? ' · ' : ''}
            {photo.captured_at ? <DateText value={photo.captured_at} as="prose" /> : null}
            {photo.name && photo.name !== title ? ` · ${photo.name}` : ''}
            {photo.note ? ` · ${photo.note}` : ''}
          </Typography>
        </Box>
        <Button component="a" href={photo.url} download startIcon={<Icon name="download" size={18} />}>
          Original
        </Button>
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </Stack>
      <Box sx={{ position: 'relative', flex: 1, minHeight: 0, display: 'grid', placeItems: 'center', bgcolor: 'background.default' }}>
        {noPreview ? (
          <Typography sx={{ p: 6, textAlign: 'center' }}>{noPreview}</Typography>
        ) : (
          <Box
            component="img"
            key={photo.id}
            src={photo.url}
            alt={photo.note || title}
            onError={() => setBroken(photo.id)}
            sx={{ maxWidth: '100%', maxHeight: '100%', objectFit: 'contain', position: 'absolute', inset: 0, m: 'auto' }}
          />
        )}
        {(['left', 'right'] as const).map((side) => {
          const step = side === 'left' ? -1 : 1;
          return photos[at + step] ? (
            <IconButton
              key={side}
              aria-label={side === 'left' ? 'Previous photo' : 'Next photo'}
              onClick={() => go(step)}
              sx={{
                position: 'absolute',
                top: '50%',
                [side]: 8,
                width: 48,
                height: 48,
                mt: -6,
                bgcolor: 'background.paper',
                '&:hover': { bgcolor: 'background.paper' },
              }}
            >
              <Icon name={side === 'left' ? 'chevron_left' : 'chevron_right'} size={28} />
            </IconButton>
          ) : null;
        })}
      </Box>
    </MuiDialog>
  );
}
