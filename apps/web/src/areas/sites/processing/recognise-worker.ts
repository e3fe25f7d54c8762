import type { SurveySettings } from '@dmse/survey/survey-settings';
import { type RecognisedFile, recogniseFile, type WantedRun } from './recognise-files.ts';

export type RecogniseQuestion = { id: number; file: File; settings: SurveySettings; run: WantedRun };
export type RecogniseAnswer = { id: number; files: RecognisedFile[] } | { id: number; problem: string };

/** Reads files outside the page: a raw file of a long day has 30 MB. */
self.onmessage = async ({ data: { id, file, settings, run } }: MessageEvent<RecogniseQuestion>) => {
  try {
    const files = recogniseFile(new Uint8Array(await file.arrayBuffer()), file.name, settings, run);
    self.postMessage({ id, files } satisfies RecogniseAnswer, { transfer: files.map(({ bytes }) => bytes.buffer) });
  } catch {
    self.postMessage({ id, problem: 'The file cannot be read. Is it still where it was?' } satisfies RecogniseAnswer);
  }
};
