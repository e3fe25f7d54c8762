import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { type Photo, PhotoViewer } from './photo-viewer.tsx';

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
          <li key={photo.id}>
            <Box
              component="button"
              type="button"
              onClick={() => setShown(photo.id)}
              aria-label={`Open ${photo.name || 'photo'}`}
              sx={{
                display: 'block',
                width: '100%',
                p: 0,
                font: 'inherit',
                textAlign: 'left',
                color: 'text.primary',
                bgcolor: 'background.paper',
                border: 1,
                borderColor: 'divider',
                borderRadius: '10px',
                overflow: 'hidden',
                cursor: 'pointer',
                '&:hover': { borderColor: 'primary.main' },
              }}
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
              <Typography variant="body2" sx={{ px: 2, py: 1.5, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                {photo.name || 'Photo'}
              </Typography>
            </Box>
          </li>
        ))}
      </Box>
      {shown ? <PhotoViewer photos={photos} shown={shown} onShow={setShown} onClose={() => setShown(null)} /> : null}
    </>
  );
}
