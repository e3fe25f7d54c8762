// Writes src/parts/map/base/base-land-far.generated.ts from base-land.generated.ts: the same as it is seen from afar, with a third of the points.
import { writeFileSync } from 'node:fs';
import { LAND } from '../src/parts/map/base/base-land.generated.ts';
import { decodeLine } from '../src/parts/map/base/base-land.ts';
import { encodeLine, simplify } from './land-lines.mjs';

/** Degrees: a pixel or two at the zooms below NEAR_ZOOM. */
const MOST = 0.008;
const RINGS = ['far', 'land', 'lake', 'island'];
/** A ring of fewer points has no inside. */
const MIN_RING = 4;

const { near, ...kinds } = LAND;
const thinned = Object.entries(kinds).map(([kind, lines]) => {
  const least = RINGS.includes(kind) ? MIN_RING : 2;
  const thin = lines.map((text) => simplify(decodeLine(text), MOST)).filter(({ length }) => length >= least);
  return [kind, thin.map(encodeLine)];
});
writeFileSync(
  new URL('../src/parts/map/base/base-land-far.generated.ts', import.meta.url),
  `// Written by scripts/far-land.mjs from base-land.generated.ts.\nexport const LAND = ${JSON.stringify({ near, ...Object.fromEntries(thinned) })};\n`,
);
