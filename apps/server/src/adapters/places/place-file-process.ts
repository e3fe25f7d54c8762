import { readFileSync } from 'node:fs';
import { LayerRefusal } from '@dmse/survey/layer/layer';
import { ZipRefusal } from '../files/zip-reader.ts';
import type { PlaceAnswer, PlaceQuestion } from './place-file-reader.ts';
import { type PlaceBatch, readPlaceFile } from './read-place-file.ts';

let batches: Generator<PlaceBatch> | null = null;

function answer(question: PlaceQuestion): PlaceAnswer {
  if (question !== 'more') batches = readPlaceFile(readFileSync(question.path), question.kind, question.office_crs);
  const { value, done } = batches!.next();
  return done ? { kind: 'end' } : { kind: 'batch', ...value };
}

process.on('message', (question: PlaceQuestion) => {
  try {
    process.send?.(answer(question));
  } catch (error) {
    const isKnown = error instanceof LayerRefusal || error instanceof ZipRefusal;
    process.send?.({ kind: 'refused', sentence: isKnown ? error.message : 'This file cannot be read.' } satisfies PlaceAnswer);
  }
});
// The server that asked is gone.
process.on('disconnect', () => process.exit());
