/** Run after `npm install` has changed the lockfile: adds the editions for other platforms that this registry does not have. */
import { readFileSync, writeFileSync } from 'node:fs';
import { complete, findMissing } from './boot/lockfile.mjs';

const path = new URL('../package-lock.json', import.meta.url);
const lockfile = JSON.parse(readFileSync(path, 'utf8'));
const missing = Object.keys(findMissing(lockfile));
if (missing.length > 0) writeFileSync(path, `${JSON.stringify(complete(lockfile), null, 2)}\n`);
process.stdout.write(missing.length > 0 ? `Added ${missing.length}: ${missing.join(', ')}\n` : 'The lockfile is complete.\n');
