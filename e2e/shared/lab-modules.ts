import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Under this address the proxy serves the product's own sources, with their types taken out: the engine itself, in a real browser. */
export const LAB = '/__lab/';

/** What the hooks of the sources ask for at load time and never at run time: there is no screen in the laboratory. */
const SHIMS: Record<string, string> = {
  react: ['useEffect', 'useEffectEvent', 'useState', 'useSyncExternalStore']
    .map((name) => `export const ${name} = () => undefined;`)
    .join('\n'),
  '@tanstack/react-query': ['keepPreviousData', 'useQuery', 'useQueryClient']
    .map((name) => `export const ${name} = () => undefined;`)
    .join('\n'),
};

const PLACES: Record<string, string> = {
  dexie: 'node_modules/dexie/dist/modern/dexie.mjs',
  zod: 'node_modules/zod/index.js',
  fflate: 'node_modules/fflate/esm/browser.js',
};

function addressOf(spec: string): string {
  const own = /^@dmse\/([\w-]+)\/(.+)$/.exec(spec);
  if (own) return `${LAB}packages/${own[1]}/src/${own[2]}.ts`;
  return `${LAB}${PLACES[spec] ?? `shim/${spec}`}`;
}

const ready = new Map<string, string>();

/** The module at an address of the laboratory, as a browser can run it. */
export function readLabModule(address: string): string {
  const known = ready.get(address) ?? translate(address);
  ready.set(address, known);
  return known;
}

function translate(address: string): string {
  const path = decodeURIComponent(address.slice(LAB.length));
  if (path.startsWith('shim/')) return SHIMS[path.slice('shim/'.length)] ?? '';
  const source = readFileSync(ROOT + path, 'utf8');
  if (!path.endsWith('.ts')) return source;
  // Only what is imported by name has to be found; paths beside a file lead to it by themselves.
  return stripTypeScriptTypes(source).replace(
    /^(import .*?|} )from '([^'.][^']*)';$/gm,
    (_, before, spec) => `${before}from '${addressOf(spec)}';`,
  );
}
