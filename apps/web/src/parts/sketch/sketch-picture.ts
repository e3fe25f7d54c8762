import { addNote, findNote } from './png-note.ts';
import { dimensionLabel, dimensionPath, northLabel, northPath, readSketch, SHEET, type Sketch, strokePath, writeSketch } from './sketch.ts';
import { INK, LETTERS } from './sketch-ink.ts';

const KEY = 'dmse-sketch';

function loadPicture(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new Error('The picture under the sketch could not be loaded.'));
    picture.src = url;
  });
}

function drawWords(context: CanvasRenderingContext2D, text: string, x: number, y: number, degrees: number): void {
  context.save();
  context.translate(x, y);
  context.rotate((degrees * Math.PI) / 180);
  context.fillText(text, 0, 0);
  context.restore();
}

function drawThings(context: CanvasRenderingContext2D, sketch: Sketch): void {
  context.strokeStyle = INK.colour;
  context.fillStyle = INK.colour;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.font = `${LETTERS.size}px ${LETTERS.family}`;
  for (const thing of sketch) {
    context.lineWidth = thing.kind === 'dimension' ? INK.thin : INK.width;
    context.textAlign = thing.kind === 'text' ? 'left' : 'center';
    context.textBaseline = thing.kind === 'text' ? 'middle' : 'alphabetic';
    if (thing.kind === 'stroke') context.stroke(new Path2D(strokePath(thing.points)));
    if (thing.kind === 'text') context.fillText(thing.text, ...thing.at);
    if (thing.kind === 'dimension') {
      const { at, degrees } = dimensionLabel(thing.from, thing.to);
      context.stroke(new Path2D(dimensionPath(thing.from, thing.to)));
      drawWords(context, thing.text, ...at, degrees);
    }
    if (thing.kind === 'north') {
      context.stroke(new Path2D(northPath(thing.at, thing.to)));
      context.fillText('N', ...northLabel(thing.at, thing.to));
    }
  }
}

/** The picture of a sketch, which carries the sketch itself and can be gone on with. Over another picture it only carries that. */
export async function makePicture(sketch: Sketch, background: string | null): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = SHEET.width;
  canvas.height = SHEET.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot make a picture of the sketch.');
  context.fillStyle = INK.paper;
  context.fillRect(0, 0, SHEET.width, SHEET.height);
  if (background !== null) {
    const picture = await loadPicture(background);
    const scale = Math.min(SHEET.width / picture.width, SHEET.height / picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    context.drawImage(picture, (SHEET.width - width) / 2, (SHEET.height - height) / 2, width, height);
  }
  drawThings(context, sketch);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('This browser cannot make a picture of the sketch.');
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const noted = background === null ? addNote(bytes, KEY, writeSketch(sketch)) : bytes;
  return new Blob([noted as BlobPart], { type: 'image/png' });
}

/** The sketch a picture was drawn from; null where it is any other picture. */
export async function readPicture(blob: Blob): Promise<Sketch | null> {
  const text = findNote(new Uint8Array(await blob.arrayBuffer()), KEY);
  return text === null ? null : readSketch(text);
}
