import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Under this address the proxy serves the product's own sources, put together for a browser: the engine itself, in a real page. */
export const LAB = '/__lab/';

const ENTRIES = {
  device: `${ROOT}apps/web/src/field/device/lab-fixture.ts`,
  suite: `${ROOT}packages/sync/src/store-suite.ts`,
  store: `${ROOT}packages/sync/src/dexie/dexie-store.ts`,
};

/** What the hooks of the sources ask for at load time and never at run time: there is no screen in the laboratory. */
const SHIMS: Record<string, string[]> = {
  react: ['useEffect', 'useEffectEvent', 'useState', 'useSyncExternalStore'],
  '@tanstack/react-query': ['QueryObserver', 'keepPreviousData', 'useQuery', 'useQueryClient'],
  '@tanstack/react-router': ['useRouterState'],
};

const shims = {
  name: 'shims',
  resolveId: (id: string) => (id in SHIMS ? `shim:${id}` : null),
  load: (id: string) =>
    id.startsWith('shim:') ? SHIMS[id.slice('shim:'.length)]!.map((name) => `export const ${name} = () => undefined;`).join('\n') : null,
};

let ready: Promise<Map<string, string>> | undefined;

async function putTogether(): Promise<Map<string, string>> {
  const build = await rolldown({ input: ENTRIES, platform: 'browser', plugins: [shims], logLevel: 'silent' });
  const { output } = await build.generate({ format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
  await build.close();
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : [])));
}

/** The module at an address of the laboratory: `device.js` and what it shares with the others. */
export async function readLabModule(address: string): Promise<string> {
  ready ??= putTogether();
  const code = (await ready).get(address.slice(LAB.length));
  if (code === undefined) throw new Error(`${address} is not in the laboratory.`);
  return code;
}
