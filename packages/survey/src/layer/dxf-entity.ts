import type { DxfPair } from './dxf-pairs.ts';
import type { LayerPosition } from './layer.ts';

/** An entity with its pairs as they came, and for an old polyline its vertices. */
export type DxfEntity = { readonly type: string; readonly pairs: DxfPair[]; readonly vertices: DxfEntity[] };

export type DxfBlock = { readonly base: LayerPosition; readonly entities: DxfEntity[] };

export function textAt({ pairs }: DxfEntity, code: number): string {
  return pairs.find(([own]) => own === code)?.[1] ?? '';
}

export function numberAt(entity: DxfEntity, code: number, otherwise = 0): number {
  const text = textAt(entity, code);
  const value = Number(text);
  return text !== '' && Number.isFinite(value) ? value : otherwise;
}

export function numbersAt({ pairs }: DxfEntity, code: number): number[] {
  return pairs.filter(([own]) => own === code).map(([, value]) => Number(value));
}

/** The point whose x stands under this code, y ten further and z twenty; null when it is not three figures. */
export function pointAt(entity: DxfEntity, code: number): LayerPosition | null {
  const [x, y] = [numberAt(entity, code, Number.NaN), numberAt(entity, code + 10, Number.NaN)];
  if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
  const z = numberAt(entity, code + 20);
  return z === 0 ? [x, y] : [x, y, z];
}

/** Every point under this code, in order: a new one begins with its x. */
export function pointsAt({ pairs }: DxfEntity, code: number): { position: LayerPosition; bulge: number }[] {
  const points: { x: number; y: number; z: number; bulge: number }[] = [];
  for (const [own, value] of pairs) {
    const last = points.at(-1);
    if (own === code) points.push({ x: Number(value), y: Number.NaN, z: 0, bulge: 0 });
    else if (!last) continue;
    else if (own === code + 10) last.y = Number(value);
    else if (own === code + 20) last.z = Number(value);
    else if (own === 42) last.bulge = Number(value);
  }
  return points
    .filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))
    .map(({ x, y, z, bulge }) => ({ position: z === 0 || !Number.isFinite(z) ? [x, y] : [x, y, z], bulge }));
}
