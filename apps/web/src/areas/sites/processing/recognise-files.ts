import { sniff } from '@dmse/survey/read/sniff';
import type { FileSummary } from '@dmse/survey/run/file-summary';
import { describeFile, whyOther } from '@dmse/survey/run/read-files';
import type { SurveySettings } from '@dmse/survey/survey-settings';
import { unzipSync } from 'fflate';
import { isHiddenFile } from './dropped-files.ts';

/** A file of a run, as it was recognised; `others` says why it may belong to another run. */
export type RecognisedFile = { name: string; bytes: Uint8Array<ArrayBuffer>; hash: string; summary: FileSummary; others: string[] };

/** The run that the files are meant for. */
export type WantedRun = { job_num: string | null; run_date: string | null };

const MAX_ZIP_FILES = 200;
const MEGABYTE = 1024 * 1024;
/** What an archive may unfold to: several times the largest run. */
const MAX_ZIP_BYTES = 400 * MEGABYTE;

/** Tells whether two files hold the same: FNV-1a twice, from two starts, and the length. Without WebCrypto, which plain http lacks. */
function fingerprint(bytes: Uint8Array): string {
  let [one, other] = [0x811c9dc5, 0x01000193];
  for (const byte of bytes) {
    one = Math.imul(one ^ byte, 0x01000193);
    other = Math.imul(other ^ byte, 0x85ebca6b);
  }
  return `${bytes.length}-${one >>> 0}-${other >>> 0}`;
}

function recognise(bytes: Uint8Array<ArrayBuffer>, name: string, settings: SurveySettings, run: WantedRun): RecognisedFile {
  const summary = describeFile(bytes, name, settings);
  return { name, bytes, hash: fingerprint(bytes), summary, others: whyOther(summary, run) };
}

function unzip(bytes: Uint8Array): [name: string, bytes: Uint8Array<ArrayBuffer>][] {
  let [files, size] = [0, 0];
  const found = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (name.endsWith('/') || isHiddenFile(name)) return false;
      files += 1;
      size += originalSize;
      if (files > MAX_ZIP_FILES) throw new Error(`The archive holds more than ${MAX_ZIP_FILES} files.`);
      if (size > MAX_ZIP_BYTES) throw new Error(`The archive unfolds to more than ${MAX_ZIP_BYTES / MEGABYTE} MB.`);
      return true;
    },
  });
  return Object.entries(found).map(([path, content]) => [path.split('/').at(-1)!, content as Uint8Array<ArrayBuffer>]);
}

/** What a file is, by its content; an archive is opened and each of its files looked at. */
export function recogniseFile(bytes: Uint8Array<ArrayBuffer>, name: string, settings: SurveySettings, run: WantedRun): RecognisedFile[] {
  if (sniff(bytes, name).kind !== 'zip') return [recognise(bytes, name, settings, run)];
  let inside: ReturnType<typeof unzip>;
  try {
    inside = unzip(bytes);
  } catch (error) {
    const reason = error instanceof Error && error.message.startsWith('The archive') ? error.message : 'The archive cannot be opened.';
    const file = recognise(bytes, name, settings, run);
    return [{ ...file, summary: { ...file.summary, problems: [{ severity: 'stop', sentence: reason }] } }];
  }
  return inside.map(([inner, content]) => recognise(content, inner, settings, run));
}
