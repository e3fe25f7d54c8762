import { fileURLToPath } from 'node:url';
import type { Bounds } from '@dmse/survey/layer/place-layer';
import type { CrsSetting } from '@dmse/survey/survey-settings';
import { askBounded, startBounded } from '../bounded-process.ts';

export type LayerFormat = 'GeoJSON' | 'KML' | 'KMZ' | 'GPX' | 'DXF' | 'Shapefile' | 'PNG' | 'WebP';

export type LayerQuestion = {
  bytes: Buffer;
  name: string;
  /** What the person says the coordinates are. */
  crs: string | null;
  office_crs: CrsSetting;
  known_area: Bounds | null;
  most_bytes: number;
  most_pixels: number;
};

export type LayerAnswer =
  | {
      kind: 'vector';
      format: LayerFormat;
      geojson: Buffer;
      features: number;
      vertices: number;
      bounds: Bounds;
      crs: string;
      problems: string[];
    }
  | { kind: 'image'; format: 'PNG' | 'WebP'; width: number; height: number }
  | { kind: 'refused'; sentence: string };

export type LayerConverter = { convert(question: LayerQuestion): Promise<LayerAnswer> };

type Limits = { seconds: number; memoryMb: number; heapMb: number; waiting: number };

const LIMITS: Limits = { seconds: 10, memoryMb: 1500, heapMb: 700, waiting: 1 };
const PROCESS = fileURLToPath(new URL('./layer-process.ts', import.meta.url));

const TOO_MUCH = 'This file takes too long or too much memory to read. Cut out the part you need, and try again.';
const BUSY = 'Several layers are being read just now. Try again in a minute.';

/**
 * Layers come from strangers, so each is read in a process of its own that ends with it: when it takes too long or asks for too much
 * memory, that is a sentence to the person who chose the file and nothing else. One at a time, and only a few may wait.
 */
export function createLayerConverter(limits: Partial<Limits> = {}): LayerConverter {
  const { seconds, memoryMb, heapMb, waiting } = { ...LIMITS, ...limits };
  let turn: Promise<unknown> = Promise.resolve();
  let inLine = 0;

  async function convertOne(question: LayerQuestion): Promise<LayerAnswer> {
    const child = startBounded('layers', PROCESS, memoryMb, [`--max-old-space-size=${heapMb}`]);
    try {
      return (await askBounded(child, question, seconds, TOO_MUCH)) as LayerAnswer;
    } catch {
      return { kind: 'refused', sentence: TOO_MUCH };
    } finally {
      child.kill('SIGKILL');
    }
  }

  return {
    async convert(question) {
      if (inLine > waiting) return { kind: 'refused', sentence: BUSY };
      inLine += 1;
      const mine = turn.then(() => convertOne(question));
      turn = mine;
      return mine.finally(() => {
        inLine -= 1;
      });
    },
  };
}
