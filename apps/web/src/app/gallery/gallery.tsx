import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { Icon } from '../../parts/icon/icon.tsx';
import { GalleryForms } from './gallery-forms.tsx';
import { GalleryLists } from './gallery-lists.tsx';
import { GalleryPlaces } from './gallery-places.tsx';
import { createGalleryServer } from './gallery-server.ts';
import { GalleryWords } from './gallery-words.tsx';

/** Every shared part in all its states, for whoever builds with them. Only in development; the server behind it is in the page. */
export function Gallery() {
  const { mode, setMode } = useColorScheme();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const server = createGalleryServer().install({ passOthers: true });
    setReady(true);
    return () => server.restore();
  }, []);
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', mb: 6 }}>
        <Typography variant="h1" tabIndex={-1}>
          Gallery
        </Typography>
        <Button
          variant="outlined"
          startIcon={<Icon name={mode === 'dark' ? 'light_mode' : 'dark_mode'} />}
          onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}
        >
          {mode === 'dark' ? 'Light' : 'Dark'}
        </Button>
      </Stack>
      {isReady ? (
        <>
          <GalleryLists />
          <GalleryForms />
          <GalleryWords />
          <GalleryPlaces />
        </>
      ) : null}
    </>
  );
}
