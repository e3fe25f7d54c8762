import { surveyDefaults } from '../survey-settings.ts';
import type { ReadLayer } from './layer.ts';
import { placeLayer } from './place-layer.ts';

const { office_crs } = surveyDefaults;
const options = { office_crs, crs: null, known_area: null, most_bytes: 20_000_000 };
export const place = (read: ReadLayer, crs: string | null = null) => placeLayer(read, { ...options, crs });

/** A drawing of these entities. */
export function dxf(...entities: string[]): string {
  return `  0\nSECTION\n  2\nENTITIES\n${entities.join('')}  0\nENDSEC\n  0\nEOF\n`;
}
export const groups = (...pairs: (string | number)[]) => pairs.map((value) => `${value}\n`).join('');
export const coordinatesOf = (read: ReadLayer) => read.features.map(({ geometry }) => geometry.coordinates);
