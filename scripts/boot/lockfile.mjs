/**
 * A package names the editions of itself for every platform as optional dependencies, and `npm ci` refuses a lockfile that lacks one of
 * them. A registry that mirrors only part of the world has no editions for systems we do not run on, so npm cannot write them down when
 * the lockfile is made there. They are written here as what they are: known by name and version, for another platform, never fetched.
 *
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} Entry
 * @typedef {{ packages: Record<string, Entry> }} Lockfile
 */

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** Optional dependencies that the lockfile names but does not hold, by the path they would have. */
export function findMissing(/** @type {Lockfile} */ { packages }) {
  /** @type {Record<string, Entry>} */
  const missing = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, spec] of Object.entries(entry.optionalDependencies ?? {})) {
      if (resolvePath(packages, path, name)) continue;
      const version = /\d+\.\d+\.\d+[\w.+-]*/.exec(spec)?.[0];
      if (version)
        missing[`node_modules/${name}`] = { version, ...(entry.dev ? { dev: true } : {}), optional: true, ...describePlatform(name) };
    }
  }
  return missing;
}

/** Where Node would find `name` from the package at `path`: beside it, or in any folder above. */
function resolvePath(/** @type {Lockfile['packages']} */ packages, /** @type {string} */ path, /** @type {string} */ name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const candidate = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (!folder.includes('node_modules/')) return packages[`node_modules/${name}`] ? `node_modules/${name}` : null;
  }
}

/** For which machines, read from the name; where it says nothing that excludes ours, then none of ours. */
function describePlatform(/** @type {string} */ name) {
  const words = name.split(/[^a-z0-9]+/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : [];
  const excludesOurs =
    (os.length > 0 && !os.includes('linux')) || (cpu.length > 0 && !cpu.some((one) => ['x64', 'arm64'].includes(one))) || libc.length > 0;
  if (!excludesOurs) return { os: ['!linux'] };
  return { ...(cpu.length > 0 ? { cpu } : {}), ...(libc.length > 0 ? { libc } : {}), os: os.length > 0 ? os : ['!linux'] };
}

/** The same lockfile with what was missing, in npm's own order. */
export function complete(/** @type {Lockfile} */ lockfile) {
  const packages = Object.entries({ ...lockfile.packages, ...findMissing(lockfile) });
  return { ...lockfile, packages: Object.fromEntries(packages.sort(([a], [b]) => a.localeCompare(b, 'en'))) };
}
