/** Tiles that lie on the device, for a map: whoever has them says how they are read. */
export type ReadTile = (zoom: number, x: number, y: number) => Promise<Uint8Array | null>;

const readers = new Map<string, ReadTile>();
export const KEPT = 'kept';

export function keptAddress(name: string): string {
  return `${KEPT}://${name}/{z}/{x}/{y}`;
}

/** Under this name a map finds them from now on. */
export function offerTiles(name: string, read: ReadTile): void {
  readers.set(name, read);
}

export async function readKeptTile(url: string): Promise<Uint8Array | null> {
  const [name = '', z, x, y] = url.slice(`${KEPT}://`.length).split('/');
  return (await readers.get(name)?.(Number(z), Number(x), Number(y))) ?? null;
}
