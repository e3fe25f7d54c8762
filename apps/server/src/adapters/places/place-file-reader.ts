import { fileURLToPath } from 'node:url';
import { LayerRefusal } from '@dmse/survey/layer/layer';
import type { CrsSetting } from '@dmse/survey/survey-settings';
import { askBounded, startBounded } from '../bounded-process.ts';
import type { PlaceBatch } from './read-place-file.ts';

export type PlaceQuestion = { path: string; kind: 'address' | 'parcel'; office_crs: CrsSetting } | 'more';
export type PlaceAnswer = ({ kind: 'batch' } & PlaceBatch) | { kind: 'end' } | { kind: 'refused'; sentence: string };

const PROCESS = fileURLToPath(new URL('./place-file-process.ts', import.meta.url));
const LIMITS = { seconds: 120, memoryMb: 2500, heapMb: 1500 };
const TOO_MUCH = 'This file takes too long or too much memory to read. Split it into several.';

/** Reads a file of places in a process of its own, some rows at a time; the next are read when they are asked for. */
export async function* readPlacesBounded(question: Exclude<PlaceQuestion, 'more'>): AsyncGenerator<PlaceBatch> {
  const child = startBounded('places', PROCESS, LIMITS.memoryMb, [`--max-old-space-size=${LIMITS.heapMb}`]);
  try {
    for (let next: PlaceQuestion = question; ; next = 'more') {
      const answer = (await askBounded(child, next, LIMITS.seconds, TOO_MUCH).catch(() => {
        throw new LayerRefusal(TOO_MUCH);
      })) as PlaceAnswer;
      if (answer.kind === 'end') return;
      if (answer.kind === 'refused') throw new LayerRefusal(answer.sentence);
      yield answer;
    }
  } finally {
    child.kill('SIGKILL');
  }
}
