import { readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { saysNoSpace } from '../postgres/start-problem.ts';

const ONE_SEGMENT = 16 * 1024 * 1024;

/**
 * Was it for want of space that PostgreSQL ended? It frees some in falling, so its own words count, those since this start; and where
 * there was no space even for them, what is free now.
 */
export function wasDiskFull(dataDir: string, since: Date): boolean {
  return saysNoSpace(readLog(join(dataDir, 'postgres.log'), since)) || hasNoSpace(dataDir);
}

/** Each of its lines begins with the time, in UTC. */
function readLog(file: string, since: Date): string {
  const first = since.toISOString().slice(0, 19).replace('T', ' ');
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.filter((line) => /^\d{4}-/.test(line) && line >= first).join('\n');
  } catch {
    return '';
  }
}

/** Less than PostgreSQL needs for its next piece of log. */
function hasNoSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < ONE_SEGMENT;
  } catch {
    return false;
  }
}
