import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { type Photo, PhotoViewer, titleOfPhoto } from './photo-viewer.tsx';

export type PhotoGridProps = { photos: readonly Photo[]; label: string };

/** Photos as small pictures; one of them opens large. */
export function PhotoGrid({ photos, label }: PhotoGridProps) {
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      <Box
        component="ul"
        aria-label={label}
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(180px, 1fr))' },
        }}
      >
        {photos.map((photo) => (
          <Box
            component="li"
            key={photo.id}
            sx={{
              bgcolor: 'background.paper',
              border: 1,
              borderColor: 'divider',
              borderRadius: '10px',
              overflow: 'hidden',
              '&:hover': { borderColor: 'primary.main' },
            }}
          >
            <Box
              component="button"
              type="button"
              onClick={() => setShown(photo.id)}
              aria-label={`Open ${[...new Set([titleOfPhoto(photo), photo.name].filter(Boolean))].join(', ')}`}
              sx={{ display: 'block', width: '100%', p: 0, border: 0, bgcolor: 'transparent', cursor: 'pointer' }}
            >
              <Box sx={{ aspectRatio: '4 / 3', display: 'grid', placeItems: 'center', bgcolor: 'tint.muted', color: 'text.secondary' }}>
                {photo.thumbnail_url ? (
                  <Box
                    component="img"
                    loading="lazy"
                    src={photo.thumbnail_url}
                    alt=""
                    sx={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }}
                  />
                ) : (
                  <Icon name="image" size={32} />
                )}
              </Box>
            </Box>
            <Box sx={{ px: 2, py: 1.5 }}>
              <Typography variant="body2" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                {titleOfPhoto(photo)}
              </Typography>
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                <DateText value={photo.captured_at} unset="No date" />
              </Typography>
            </Box>
          </Box>
        ))}
      </Box>
      {shown ? <PhotoViewer photos={photos} shown={shown} onShow={setShown} onClose={() => setShown(null)} /> : null}
    </>
  );
}
