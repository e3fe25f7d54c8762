/** Pieces of a base map lie among the layers of their run, by names that say what they are without reading them. */
const MARK = '/tiles:';

export function baseMapKey(run: string, revision: string, from: number): string {
  return `${run}${MARK}${revision}:${from}`;
}

/** Is this a piece of a base map, of this run where one is named? */
export function isBaseMapKey(id: string, run?: string): boolean {
  return run === undefined ? id.includes(MARK) : id.startsWith(run + MARK);
}
