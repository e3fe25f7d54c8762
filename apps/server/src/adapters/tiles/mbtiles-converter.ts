import { fileURLToPath } from 'node:url';
import { askBounded, startBounded } from '../bounded-process.ts';

/** Paths of the file that is read and of the one that is written. */
export type MbtilesQuestion = { from: string; to: string };
export type MbtilesAnswer = { kind: 'made' } | { kind: 'refused'; sentence: string };

const PROCESS = fileURLToPath(new URL('./mbtiles-process.ts', import.meta.url));
const LIMITS = { seconds: 45 * 60, memoryMb: 2000, heapMb: 1200 };
const TOO_MUCH = 'This MBTiles file takes too long or too much memory to read. Cut out the part you need, and try again.';

/** Makes PMTiles of an MBTiles file, in a process that ends with it: a database of strangers is read nowhere else. */
export async function convertMbtiles(question: MbtilesQuestion): Promise<MbtilesAnswer> {
  const child = startBounded('mbtiles', PROCESS, LIMITS.memoryMb, [`--max-old-space-size=${LIMITS.heapMb}`, '--no-warnings']);
  try {
    return (await askBounded(child, question, LIMITS.seconds, TOO_MUCH)) as MbtilesAnswer;
  } catch {
    return { kind: 'refused', sentence: TOO_MUCH };
  } finally {
    child.kill('SIGKILL');
  }
}
