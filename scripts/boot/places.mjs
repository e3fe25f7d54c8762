import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
export const MODULES = join(ROOT, 'node_modules');

/** Children find our tools, the pinned Node among them, before those of the machine. */
export function childEnvironment(extra = {}) {
  return { ...process.env, PATH: `${join(MODULES, '.bin')}${delimiter}${process.env.PATH ?? ''}`, ...extra };
}

/** The script of a tool, to be run by Node itself: no shell and no link in between that a signal could stop at. */
export function toolPath(/** @type {string} */ relative) {
  return join(MODULES, relative);
}

/** All files below a folder, as paths from the root, leaving out what tools have put there. */
export function listFiles(/** @type {string} */ folder, /** @type {string[]} */ found = []) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist', 'output', 'coverage', 'data'].includes(entry.name) && !entry.name.startsWith('.'))
        listFiles(path, found);
    } else if (entry.isFile()) found.push(path);
  }
  return found;
}
