import { LayerRefusal } from '@dmse/survey/layer/layer';
import { placeLayer } from '@dmse/survey/layer/place-layer';
import sharp from 'sharp';
import { ZipRefusal } from '../files/zip-reader.ts';
import type { LayerAnswer, LayerQuestion } from './layer-converter.ts';
import { readLayer } from './read-layer.ts';

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

async function answer(question: LayerQuestion): Promise<LayerAnswer> {
  const bytes = Buffer.from(question.bytes);
  const read = readLayer(bytes, question.name);
  if (read.kind === 'image') return lookAtPicture(bytes, read.format, question.most_pixels);
  const { geojson, features, vertices, bounds, crs, problems } = placeLayer(read.layer, question);
  const text = Buffer.from(geojson);
  if (text.length > question.most_bytes) throw new LayerRefusal('This layer is too heavy for a tablet. Cut out the part you need.');
  return { kind: 'vector', format: read.format, geojson: text, features, vertices, bounds, crs, problems: [...problems] };
}

/** Only a picture that can be drawn to its last line is a picture. */
async function lookAtPicture(bytes: Buffer, format: 'PNG' | 'WebP', most: number): Promise<LayerAnswer> {
  const picture = sharp(bytes, { limitInputPixels: most * most, failOn: 'error', pages: 1 });
  const { width, height } = await picture.metadata().catch(() => {
    throw new LayerRefusal(`This ${format} picture is damaged, or larger than ${most} × ${most} pixels.`);
  });
  if (width > most || height > most)
    throw new LayerRefusal(`The picture is ${width} × ${height} pixels; at most ${most} × ${most} can be laid over the map.`);
  await picture.stats().catch(() => {
    throw new LayerRefusal(`This ${format} picture is damaged.`);
  });
  return { kind: 'image', format, width, height };
}

process.on('message', async (question: LayerQuestion) => {
  const told = await answer(question).catch((error: unknown): LayerAnswer => {
    if (error instanceof LayerRefusal || error instanceof ZipRefusal) return { kind: 'refused', sentence: error.message };
    return { kind: 'refused', sentence: 'This file cannot be read as a layer.' };
  });
  process.send?.(told);
});
// The server that asked is gone.
process.on('disconnect', () => process.exit());
