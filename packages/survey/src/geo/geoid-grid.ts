import { fromArrayBuffer, type GeoTIFFImage } from 'geotiff';
import type { GeoidGrid, GridLayer } from './geoid.ts';

/**
 * Reads a geoid or vertical-offset grid in the GeoTIFF layout that PROJ publishes: one or more geographic images, values
 * in metres or as integers with a SCALE, `PixelIsPoint` or `PixelIsArea`. Only this step is asynchronous; sampling is not.
 */

export type LoadedGrid = { readonly ok: true; readonly grid: GeoidGrid } | { readonly ok: false; readonly sentence: string };

/** Four bytes each: above this a grid is no longer something to hold in memory. */
const MAX_SAMPLES = 60_000_000;
const UNDULATION = 'geoid_undulation';
const OFFSETS = ['vertical_offset', UNDULATION];

class Refusal extends Error {}

export async function loadGeoidGrid(bytes: Uint8Array, name: string): Promise<LoadedGrid> {
  try {
    // A copy: a Buffer may be a piece of a larger one, and its slice() still is.
    const tiff = await fromArrayBuffer(new Uint8Array(bytes).buffer);
    const count = await tiff.getImageCount();
    const layers: GridLayer[] = [];
    let kind: GeoidGrid['kind'] = 'undulation';
    let description = '';
    let target_epsg: number | null = null;
    for (let index = 0; index < count; index += 1) {
      const image = await tiff.getImage(index);
      if (((await readTag(image, 'NewSubfileType')) as number | undefined) === 1) continue; // an overview
      const sample = await chooseSample(image);
      if (layers.length === 0) {
        kind = sample.description === 'vertical_offset' ? 'offset' : 'undulation';
        description = textOf(await readTag(image, 'ImageDescription'));
        const about = await image.getGDALMetadata();
        const code = Number(about?.target_crs_epsg_code);
        target_epsg = Number.isInteger(code) ? code : null;
      }
      layers.push(await readLayer(image, sample));
    }
    if (layers.length === 0) return { ok: false, sentence: `${name} holds no grid.` };
    // The finest grid that covers a point answers for it.
    layers.sort((a, b) => Math.abs(a.step_longitude) - Math.abs(b.step_longitude));
    return { ok: true, grid: { name, description, kind, target_epsg, layers } };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, sentence: `${name} ${error.message}` };
    return {
      ok: false,
      sentence: `${name} is not a GeoTIFF that can be read (${error instanceof Error ? error.message : String(error)}).`,
    };
  }
}

interface Sample {
  readonly index: number;
  readonly description: string;
  readonly scale: number;
  readonly offset: number;
}

async function chooseSample(image: GeoTIFFImage): Promise<Sample> {
  const samples: Sample[] = [];
  for (let index = 0; index < image.getSamplesPerPixel(); index += 1) {
    const about = (await image.getGDALMetadata(index)) ?? {};
    const unit = String(about.UNITTYPE ?? 'metre').toLowerCase();
    if (!['metre', 'meter', 'm', ''].includes(unit)) throw new Refusal(`is in ${unit}, not in metres.`);
    samples.push({
      index,
      description: String(about.DESCRIPTION ?? ''),
      scale: about.SCALE === undefined ? 1 : Number(about.SCALE),
      offset: about.OFFSET === undefined ? 0 : Number(about.OFFSET),
    });
  }
  const chosen = samples.find((sample) => OFFSETS.includes(sample.description)) ?? samples[0];
  if (!chosen || !Number.isFinite(chosen.scale) || !Number.isFinite(chosen.offset)) throw new Refusal('has no readable scale.');
  if (samples.length > 1 && !OFFSETS.includes(chosen.description)) {
    throw new Refusal('has several bands and none is called a geoid undulation or a vertical offset.');
  }
  return chosen;
}

async function readLayer(image: GeoTIFFImage, sample: Sample): Promise<GridLayer> {
  const width = image.getWidth();
  const height = image.getHeight();
  if (width < 2 || height < 2) throw new Refusal('has fewer than two rows or columns.');
  if (width * height > MAX_SAMPLES) throw new Refusal(`is too large to hold in memory (${width} × ${height}).`);
  const keys = image.getGeoKeys() ?? {};
  if (keys.GTModelTypeGeoKey !== undefined && keys.GTModelTypeGeoKey !== 2) {
    throw new Refusal('is a grid in a projected system; a geoid grid is in latitude and longitude.');
  }
  const place = await readPlace(image);
  // In a grid of areas the value stands in the middle of its pixel, in a grid of points on the node itself.
  const half = keys.GTRasterTypeGeoKey === 2 ? 0 : 0.5;
  const rasters = await image.readRasters({ samples: [sample.index], interleave: false });
  const values = rasters[0];
  if (!values || values.length !== width * height) throw new Refusal('ends before its last row.');
  const no_data_text = textOf(await readTag(image, 'GDAL_NODATA'));
  return {
    width,
    height,
    longitude: place.longitude + half * place.step_longitude,
    latitude: place.latitude + half * place.step_latitude,
    step_longitude: place.step_longitude,
    step_latitude: place.step_latitude,
    values,
    scale: sample.scale,
    offset: sample.offset,
    no_data: no_data_text === '' ? null : Number(no_data_text),
  };
}

async function readPlace(image: GeoTIFFImage) {
  const scale = numbersOf(await readTag(image, 'ModelPixelScale'));
  const tie = numbersOf(await readTag(image, 'ModelTiepoint'));
  const matrix = numbersOf(await readTag(image, 'ModelTransformation'));
  if (scale.length >= 2 && tie.length >= 6) {
    const [step_longitude, step_up] = scale as [number, number];
    const [column, row, , longitude, latitude] = tie as [number, number, number, number, number];
    return checkPlace(longitude - column * step_longitude, latitude + row * step_up, step_longitude, -step_up);
  }
  if (matrix.length >= 8) {
    const [step_longitude, skew_x, , longitude, skew_y, step_latitude, , latitude] = matrix as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    if (skew_x !== 0 || skew_y !== 0) throw new Refusal('is a rotated grid.');
    return checkPlace(longitude, latitude, step_longitude, step_latitude);
  }
  throw new Refusal('does not say where it lies.');
}

function checkPlace(longitude: number, latitude: number, step_longitude: number, step_latitude: number) {
  const is_sane =
    [longitude, latitude, step_longitude, step_latitude].every(Number.isFinite) &&
    step_longitude > 0 &&
    step_latitude !== 0 &&
    Math.abs(latitude) <= 91 &&
    Math.abs(longitude) <= 541;
  if (!is_sane) throw new Refusal('does not lie on the earth.');
  return { longitude, latitude, step_longitude, step_latitude };
}

async function readTag(
  image: GeoTIFFImage,
  tag: 'NewSubfileType' | 'ImageDescription' | 'GDAL_NODATA' | 'ModelPixelScale' | 'ModelTiepoint' | 'ModelTransformation',
): Promise<unknown> {
  return image.fileDirectory.hasTag(tag) ? image.fileDirectory.loadValue(tag) : undefined;
}

function numbersOf(value: unknown): number[] {
  return value === undefined || value === null ? [] : Array.from(value as ArrayLike<number>, Number);
}

function textOf(value: unknown): string {
  return String(value ?? '')
    .replaceAll('\0', '')
    .trim();
}
