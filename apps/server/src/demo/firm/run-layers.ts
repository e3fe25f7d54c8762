import type { GridPoint } from '@dmse/survey/geo/projection';
import type { Random } from './random.ts';
import { toLonLat } from './sites.ts';

type Lonlat = [lon: number, lat: number];
type Feature = {
  type: 'Feature';
  properties: { name: string };
  geometry: { type: 'LineString'; coordinates: Lonlat[] } | { type: 'Polygon'; coordinates: Lonlat[][] };
};
export type RunLayer = { name: string; features: Feature[] };

const STEPS = 24;
const STEP_METRES = 25;

/** A line that passes a place so many metres away, bends a little, and goes on to both sides. */
function makeLine(random: Random, { easting, northing }: GridPoint, aside: number, bend: number): (further: number) => Lonlat[] {
  const heading = random.next() * 2 * Math.PI;
  const phase = random.next() * 2 * Math.PI;
  return (further) =>
    Array.from({ length: STEPS + 1 }, (_, step) => {
      const along = (step - STEPS / 2) * STEP_METRES;
      const left = aside + further + bend * Math.sin(phase + step / 4);
      const { lon, lat } = toLonLat({
        easting: easting + along * Math.cos(heading) - left * Math.sin(heading),
        northing: northing + along * Math.sin(heading) + left * Math.cos(heading),
      });
      return [lon, lat];
    });
}

const line = (name: string, coordinates: Lonlat[]): Feature => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'LineString', coordinates },
});

const strip = (name: string, one: Lonlat[], other: Lonlat[]): Feature => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'Polygon', coordinates: [[...one, ...other.toReversed(), one[0]!]] },
});

/** A brook beside the work, as the province maps how far it floods. */
export function makeFloodLines(random: Random, origin: GridPoint): RunLayer {
  const at = makeLine(random, origin, 60, 18);
  return {
    name: 'Flood lines of the province',
    features: [
      line('Brook, centre line', at(45)),
      strip('Flooded once in 20 years', at(20), at(70)),
      strip('Flooded once in 100 years', at(0), at(90)),
    ],
  };
}

/** The strip of land a power line has the right to. */
export function makePowerCorridor(random: Random, origin: GridPoint): RunLayer {
  const at = makeLine(random, origin, 25, 0);
  return { name: 'Power line right-of-way', features: [line('Power line, 69 kV', at(0)), strip('Right-of-way, 30 m', at(-15), at(15))] };
}
