import { crc32, deflateRawSync } from 'node:zlib';

export type Packed = { name: string; bytes: Buffer; mode?: number; flags?: number; claims?: number };

/** A zip as any program writes it. `claims` lies about the size, `mode` is the Unix mode, for the stories about bad archives. */
export function zipOf(entries: readonly Packed[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, mode = 0o100644, flags = 0x800, claims = bytes.length } of entries) {
    const packed = deflateRawSync(bytes);
    const label = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(crc32(bytes), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(claims, 22);
    local.writeUInt16LE(label.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50);
    local.copy(central, 8, 6, 28);
    central.writeUInt16LE(label.length, 28);
    central.writeUInt32LE((mode << 16) >>> 0, 38);
    central.writeUInt32LE(at, 42);
    locals.push(local, label, packed);
    directory.push(central, label);
    at += local.length + label.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, list, end]);
}
