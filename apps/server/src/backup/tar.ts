import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

const BLOCK = 512;

/** A tar of a folder, made while it is read. A file that grows or shrinks meanwhile has the length it had at first. */
export async function* writeTar(folder: string, isWanted: (path: string) => boolean): AsyncGenerator<Buffer> {
  yield* writeBelow('');
  yield Buffer.alloc(2 * BLOCK);

  async function* writeBelow(below: string): AsyncGenerator<Buffer> {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below ? `${below}/${entry.name}` : entry.name;
      if (entry.isDirectory()) {
        yield header(`${path}/`, 0, '5');
        if (isWanted(`${path}/`)) yield* writeBelow(path);
      } else if (entry.isFile() && isWanted(path)) yield* writeFile(path);
    }
  }
  async function* writeFile(path: string): AsyncGenerator<Buffer> {
    // What is dropped while the copy is made is dropped again by the log.
    const found = await stat(join(folder, path)).catch(() => null);
    if (!found) return;
    yield header(path, found.size, '0');
    let left = found.size;
    if (left > 0)
      try {
        for await (const chunk of createReadStream(join(folder, path), { end: left - 1 }) as AsyncIterable<Buffer>) {
          left -= chunk.length;
          yield chunk;
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    for (; left > 0; left -= BLOCK) yield Buffer.alloc(Math.min(left, BLOCK));
    const over = found.size % BLOCK;
    if (over > 0) yield Buffer.alloc(BLOCK - over);
  }
}

function header(path: string, size: number, type: '0' | '5'): Buffer {
  const block = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long a name for a tar.`);
  block.write(path);
  block.write(type === '5' ? '0000700\0' : '0000600\0', 100);
  for (const at of [108, 116]) block.write('0000000\0', at);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.write('        ', 148);
  block.write(type, 156);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** Unpacks what `writeTar` has made into a folder. */
export async function readTar(bytes: AsyncIterable<Buffer>, folder: string): Promise<void> {
  const source = bytes[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  async function take(most: number): Promise<Buffer> {
    while (held.length === 0) {
      const { value, done } = await source.next();
      if (done) throw new Error('The copy of the database is cut off.');
      held = value;
    }
    const taken = held.subarray(0, most);
    held = held.subarray(taken.length);
    return taken;
  }
  async function takeAll(length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let left = length; left > 0; left -= pieces.at(-1)!.length) pieces.push(await take(left));
    return Buffer.concat(pieces);
  }
  for (;;) {
    const block = await takeAll(BLOCK);
    const name = block.toString('utf8', 0, block.indexOf(0));
    if (name === '') break;
    const path = resolve(folder, name);
    if (!path.startsWith(resolve(folder) + sep)) throw new Error('The copy of the database is damaged.');
    if (block[156] === 0x35) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      continue;
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'w', 0o600);
    const size = Number.parseInt(block.toString('latin1', 124, 135), 8);
    try {
      for (let left = size; left > 0; ) {
        const piece = await take(left);
        await file.writeFile(piece);
        left -= piece.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    if (size % BLOCK > 0) await takeAll(BLOCK - (size % BLOCK));
  }
  // What is packed is read to its end, where its own sums stand.
  while (!(await source.next()).done);
}
