// Writes base-land.generated.ts, the land, lakes, rivers and borders of the map that is shipped. Run by hand when the drawing is to be
// another one: `node scripts/base-land.mjs && node scripts/ground-tiles.mjs` in apps/web, on a machine with Debian's packages gmt and
// gmt-gshhg-high. Near: GSHHG 2.3.7 (LGPL-3, see src/parts/map/base/ground/LICENSE.txt). Far: Natural Earth 1:50m from world-atlas (public domain).
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { feature, mesh } from 'topojson-client';
import countries from 'world-atlas/countries-50m.json' with { type: 'json' };
import world from 'world-atlas/land-50m.json' with { type: 'json' };
import { encodeLine, simplify } from './land-lines.mjs';

/** West, south, east, north of what is drawn finely, and of what is drawn at all. */
const NEAR = [-80.5, 40.5, -52, 55];
const FAR = [-142, 23, -38, 76];
const TARGET = new URL('base-land.generated.ts', import.meta.url);

/** Lines of GSHHG as gmt writes them: a heading with `>`, then a longitude and a latitude each. */
function coast(...options) {
  const text = execFileSync('gmt', ['coast', '-Dh', '-M', ...options], { maxBuffer: 2 ** 30, encoding: 'utf8' });
  return text
    .split(/^>.*\n/m)
    .map((part) =>
      part
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('\t').map(Number)),
    )
    .filter((line) => line.length > 1);
}

const keyOf = ([x, y]) => `${(((x % 360) + 360) % 360).toFixed(5)},${y.toFixed(5)}`;

/** The data is cut into squares: pieces that end where another begins are one line. */
function join(pieces) {
  const startingAt = Map.groupBy(pieces, (piece) => keyOf(piece[0]));
  const used = new Set();
  const joined = [];
  const follow = (line) => {
    for (;;) {
      const next = startingAt.get(keyOf(line.at(-1)))?.find((piece) => !used.has(piece));
      if (!next || keyOf(line[0]) === keyOf(line.at(-1))) return line;
      used.add(next);
      for (const place of next.slice(1)) line.push(place);
    }
  };
  const endings = new Set(pieces.map((piece) => keyOf(piece.at(-1))));
  // What nothing leads to first: an open line is followed from its beginning.
  for (const piece of [...pieces.filter((one) => !endings.has(keyOf(one[0]))), ...pieces]) {
    if (used.has(piece)) continue;
    used.add(piece);
    joined.push(follow([...piece]));
  }
  return joined;
}

/** Longitudes go on over the date line instead of jumping, then come back to the west. */
function unwrap(line) {
  let shift = 0;
  const whole = line.map(([x, y], at) => {
    if (at > 0) {
      const step = x - line[at - 1][0];
      if (step > 180) shift -= 360;
      if (step < -180) shift += 360;
    }
    return [x + shift, y];
  });
  const turns = whole[0][0] > 100 ? -360 : 0;
  return whole.map(([x, y]) => [x + turns, y]);
}

/** Cuts a ring at the four sides of a box (Sutherland and Hodgman). */
function clipRing(ring, [west, south, east, north]) {
  const sides = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ];
  return sides.reduce(
    (open, [axis, limit, sign]) => {
      const isIn = (place) => (place[axis] - limit) * sign >= 0;
      return open.flatMap((place, at) => {
        const before = open.at(at - 1);
        if (isIn(place) === isIn(before)) return isIn(place) ? [place] : [];
        const part = (limit - before[axis]) / (place[axis] - before[axis]);
        const cut = [before[0] + part * (place[0] - before[0]), before[1] + part * (place[1] - before[1])];
        cut[axis] = limit;
        return isIn(place) ? [cut, place] : [cut];
      });
    },
    ring.slice(0, -1),
  );
}

/** The parts of a line inside a box. */
function clipLine(line, [west, south, east, north]) {
  const isIn = ([x, y]) => x >= west && x <= east && y >= south && y <= north;
  const parts = [[]];
  for (const place of line) {
    if (isIn(place)) parts.at(-1).push(place);
    else if (parts.at(-1).length > 0) parts.push([]);
  }
  return parts.filter((part) => part.length > 1);
}

function areaOf(ring) {
  const narrow = Math.cos((ring[0][1] * Math.PI) / 180);
  return Math.abs(ring.reduce((sum, [x, y], at) => sum + x * ring.at(at - 1)[1] - ring.at(at - 1)[0] * y, 0) / 2) * narrow;
}

const round = (digits) => (line) =>
  line
    .map((place) => place.map((value) => Number(value.toFixed(digits))))
    .filter(([x, y], at, all) => at === 0 || x !== all[at - 1][0] || y !== all[at - 1][1]);

/** Square degrees below which an island or a lake is left out, degrees of simplification, decimals. */
function areas(kind, rings, box, least, most, digits) {
  const polygons = rings
    .map((ring) => clipRing(ring, box))
    .filter((ring) => ring.length > 3 && areaOf(ring) > least)
    .map((ring) => round(digits)(simplify([...ring, ring[0]], most)))
    .filter((ring) => ring.length > 3)
    .map((ring) => (keyOf(ring[0]) === keyOf(ring.at(-1)) ? ring : [...ring, ring[0]]));
  return { [kind]: polygons };
}

function lines(kind, all, box, most, digits, least = 0) {
  const reach = (line) =>
    Math.max(...line.map(([x]) => x)) -
    Math.min(...line.map(([x]) => x)) +
    Math.max(...line.map(([, y]) => y)) -
    Math.min(...line.map(([, y]) => y));
  const parts = all
    .flatMap((line) => clipLine(line, box))
    .filter((line) => reach(line) > least)
    .map((line) => round(digits)(simplify(line, most)))
    .filter((line) => line.length > 1);
  return { [kind]: parts };
}

const farRings = feature(world, world.objects.land).features.flatMap(({ geometry }) =>
  (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).map(([outer]) => unwrap(outer)),
);
const farBorders = mesh(countries, countries.objects.countries, (one, other) => one !== other).coordinates;

const around = `-R${NEAR[0] - 2}/${NEAR[2] + 2}/${NEAR[1] - 2}/${NEAR[3] + 2}`;
const isRing = (line) => keyOf(line[0]) === keyOf(line.at(-1));
const west = (line) => line.map(([x, y]) => [x > 180 ? x - 360 : x, y]);
// The ring of a continent is only whole when the whole world is read.
const land = areas(
  'land',
  join(coast('-Rd', '-W1', '-A0/1/1'))
    .filter(isRing)
    .map(unwrap),
  NEAR,
  2e-5,
  0.0009,
  4,
);
const lakes = areas(
  'lake',
  join(coast(around, '-W2', '-A1/2/2'))
    .filter(isRing)
    .map(west),
  NEAR,
  1.2e-4,
  0.0012,
  4,
);
const islands = areas(
  'island',
  join(coast(around, '-W3', '-A0/3/3'))
    .filter(isRing)
    .map(west),
  NEAR,
  1e-4,
  0.0012,
  4,
);
const drawn = {
  ...areas('far', farRings, FAR, 0.01, 0.02, 2),
  ...land,
  ...lakes,
  ...islands,
  ...lines('river', join(coast(around, '-I1', '-I2', '-I3', '-I4')).map(west), NEAR, 0.002, 3, 0.25),
  ...lines('country', join(coast(around, '-N1')).map(west), NEAR, 0.001, 4),
  ...lines('province', join(coast(around, '-N2')).map(west), NEAR, 0.001, 4),
  ...lines('far_country', farBorders, FAR, 0.02, 2),
};

const encoded = Object.fromEntries(Object.entries(drawn).map(([kind, all]) => [kind, all.map(encodeLine)]));
const heading =
  '// Written by scripts/base-land.mjs. From GSHHG 2.3.7 (LGPL-3, see ground/LICENSE.txt) and Natural Earth (public domain).\n';
writeFileSync(TARGET, `${heading}export const LAND = ${JSON.stringify({ near: NEAR, ...encoded })};\n`);
for (const [kind, all] of Object.entries(drawn)) console.log(kind, all.length, all.flat().length, encoded[kind].join('').length);
