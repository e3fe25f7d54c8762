/**
 * PostgreSQL runs this for each finished piece of its log (archive_command) and, while it recovers, for each piece it wants
 * (restore_command): `keep <path> <name> <folder>` packs it into the folder, durable before it answers 0; `fetch` unpacks it from there.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

const [act = '', path = '', name = '', folder = ''] = process.argv.slice(2);
const kept = join(folder, `${name}.gz`);

if (act === 'keep') {
  const bytes = readFileSync(path);
  // After a crash it is asked to keep what it has kept; other bytes under the same name would be another database's.
  if (existsSync(kept) && !gunzipSync(readFileSync(kept)).equals(bytes)) process.exit(1);
  const file = openSync(`${kept}.part`, 'w', 0o600);
  const packed = gzipSync(bytes);
  for (let at = 0; at < packed.length; ) at += writeSync(file, packed, at);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${kept}.part`, kept);
  const place = openSync(folder, 'r');
  fsyncSync(place);
  closeSync(place);
} else {
  if (!existsSync(kept)) process.exit(1);
  writeFileSync(path, gunzipSync(readFileSync(kept)), { mode: 0o600 });
}
