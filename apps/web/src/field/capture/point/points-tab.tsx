import { sayNotLoaded } from '@dmse/domain/sites/not-loaded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useWord } from '../../../parts/search/address.ts';
import { FieldFrame } from '../../frame/field-frame.tsx';
import { useImages, usePoints } from '../../frame/use-records.ts';
import { MapView } from '../../map/map-view.tsx';
import { count } from '../../run/count-text.ts';
import { useFieldRun, useRunSync } from '../../run/field-run.ts';
import { PipesView } from '../pipe/pipes-view.tsx';
import { NewPointButton } from './new-point-button.tsx';
import { PointRow } from './point-row.tsx';

const PAGE_SIZE = 60;

/** `points`: the list, the map or the pipes, as `view` says. */
export function PointsTab() {
  const view = useWord('view');
  if (view === 'map') return <MapView />;
  return view === 'pipes' ? <PipesView /> : <PointsView />;
}

/** How many there are; never that there are none while some are not on the device. */
function sayFound(found: number, isSearch: boolean, lacks: string | null): string {
  if (found > 0) return `${count(found, 'point')}, the newest first${lacks ? `; ${lacks}` : ''}`;
  if (lacks) return isSearch ? `No point on this device matches; ${lacks}.` : `${lacks}.`;
  return isSearch ? 'No point matches.' : 'No points yet. Take the first one below.';
}

function PointsView() {
  const { id } = useFieldRun();
  const points = usePoints(id);
  const images = useImages(id);
  const { isCounted, not_loaded } = useRunSync();
  const lacks = sayNotLoaded(not_loaded, ['points']);
  const [query, setQuery] = useState('');
  const [withDeleted, setWithDeleted] = useState(false);
  const [shown, setShown] = useState(PAGE_SIZE);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const deleted = points?.filter((point) => point.is_deleted).length ?? 0;
  const found = (points ?? []).filter((point) => {
    if (point.is_deleted && !withDeleted) return false;
    const text = [point.name, point.code, point.note, point.description, point.kind].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const photos = new Map<string, number>();
  for (const image of images ?? []) {
    if (image.fieldrun_shot !== null && !image.is_deleted) photos.set(image.fieldrun_shot, (photos.get(image.fieldrun_shot) ?? 0) + 1);
  }
  return (
    <FieldFrame place="points" bar={<NewPointButton />}>
      <TextField
        label="Search points"
        type="search"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setShown(PAGE_SIZE);
        }}
        sx={{ mb: 3 }}
      />
      <Box role="status" sx={{ mb: 2, color: 'text.secondary' }}>
        {points === undefined || !isCounted ? 'Reading…' : sayFound(found.length, query !== '', lacks)}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '8px' }}>
        {found.slice(0, shown).map((point) => (
          <li key={point.id}>
            <PointRow point={point} photos={photos.get(point.id) ?? 0} />
          </li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px', mt: 3 }}>
        {found.length > shown ? (
          <Button variant="outlined" color="inherit" onClick={() => setShown(shown + PAGE_SIZE)}>
            Show more
          </Button>
        ) : null}
        {deleted > 0 ? (
          <Button variant="outlined" color="inherit" onClick={() => setWithDeleted(!withDeleted)}>
            {withDeleted ? 'Hide deleted' : `Show ${deleted} deleted`}
          </Button>
        ) : null}
      </Box>
    </FieldFrame>
  );
}
