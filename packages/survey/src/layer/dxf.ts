import { DxfDrawing } from './dxf-draw.ts';
import { type DxfBlock, type DxfEntity, pointAt, textAt } from './dxf-entity.ts';
import { type DxfPair, readPairs } from './dxf-pairs.ts';
import { LayerDesk, LayerRefusal, type ReadLayer } from './layer.ts';

/** $INSUNITS of a drawing, where it is none that can be taken for metres. */
const OTHER_UNITS: Readonly<Record<string, string>> = {
  1: 'inches',
  2: 'feet',
  4: 'millimetres',
  5: 'centimetres',
  7: 'kilometres',
  21: 'US survey feet',
};

/** Reads an ASCII DXF of any release: points, lines, curves, text and blocks. It says nothing about where it lies. */
export function readDxf(text: string): ReadLayer {
  const reader = new DxfReader();
  for (const pair of readPairs(text)) reader.take(pair);
  return reader.finish();
}

/** Blocks are kept until they are inserted; everything else is drawn as it comes, so that a large drawing is never held whole. */
const MOST_BLOCK_PAIRS = 2_000_000;

class DxfReader {
  readonly #desk = new LayerDesk();
  readonly #blocks = new Map<string, DxfBlock>();
  readonly #drawing = new DxfDrawing(this.#desk, this.#blocks);
  #section = '';
  #variable = '';
  #isOpening = false;
  #entity: DxfEntity | null = null;
  /** An old polyline waits for its vertices. */
  #polyline: DxfEntity | null = null;
  #block: { head: DxfEntity; entities: DxfEntity[] } | null = null;
  #block_pairs = 0;

  take(pair: DxfPair): void {
    const [code, value] = pair;
    if (code === 0) this.#begin(value.toUpperCase());
    else if (this.#isOpening && code === 2) {
      this.#section = value.toUpperCase();
      this.#isOpening = false;
    } else if (this.#section === 'HEADER') this.#header(code, value);
    else this.#entity?.pairs.push(pair);
  }

  #begin(type: string): void {
    this.#close();
    if (type !== 'VERTEX') this.#releasePolyline();
    this.#isOpening = type === 'SECTION';
    if (type === 'ENDSEC') this.#section = '';
    if (this.#section !== 'ENTITIES' && this.#section !== 'BLOCKS') return;
    if (type !== 'SECTION' && type !== 'ENDSEC' && type !== 'EOF') this.#entity = { type, pairs: [], vertices: [] };
  }

  /** The entity that was being read is whole: it goes where it belongs. */
  #close(): void {
    const entity = this.#entity;
    this.#entity = null;
    if (!entity || entity.type === 'SEQEND') return;
    if (entity.type === 'BLOCK') this.#block = { head: entity, entities: [] };
    else if (entity.type === 'ENDBLK') this.#closeBlock();
    else if (entity.type === 'VERTEX') this.#polyline?.vertices.push(entity);
    else if (entity.type === 'POLYLINE') this.#polyline = entity;
    else this.#place(entity);
  }

  #releasePolyline(): void {
    const polyline = this.#polyline;
    this.#polyline = null;
    if (polyline) this.#place(polyline);
  }

  #place(entity: DxfEntity): void {
    if (this.#section !== 'BLOCKS') {
      this.#drawing.draw(entity);
      return;
    }
    this.#block_pairs += entity.vertices.reduce((sum, vertex) => sum + vertex.pairs.length, entity.pairs.length);
    if (this.#block_pairs > MOST_BLOCK_PAIRS)
      throw new LayerRefusal('The blocks of this drawing are too large to be read. Purge it, and export it again.');
    this.#block?.entities.push(entity);
  }

  #closeBlock(): void {
    if (!this.#block) return;
    const { head, entities } = this.#block;
    this.#blocks.set(textAt(head, 2).toUpperCase(), { base: pointAt(head, 10) ?? [0, 0], entities });
    this.#block = null;
  }

  #header(code: number, value: string): void {
    if (code === 9) this.#variable = value.toUpperCase();
    else if (code === 70 && this.#variable === '$INSUNITS' && OTHER_UNITS[value])
      this.#desk.leaveOut(`The drawing says its unit is ${OTHER_UNITS[value]}; its figures were taken for those of the coordinate system`);
  }

  finish(): ReadLayer {
    this.#close();
    this.#releasePolyline();
    const read = this.#desk.finish(null);
    if (read.features.length > 0) return read;
    throw new LayerRefusal(`There is nothing to draw in this DXF.${read.problems[0] ? ` ${read.problems[0]}` : ''}`);
  }
}
