import { addProtocol } from 'maplibre-gl';
import { KEPT, readKeptTile } from './kept-tiles.ts';

// A tile that is not there is no failure: the map shows the one of the zoom above in its place.
addProtocol(KEPT, async ({ url }) => {
  const bytes = await readKeptTile(url);
  if (bytes === null) throw Object.assign(new Error('404'), { status: 404 });
  return { data: bytes.slice().buffer };
});
