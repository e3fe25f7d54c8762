import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { listFiles, ROOT } from '../boot/places.mjs';

/** One file of the repository as the rules see it. */
export type Source = {
  /** From the root, as in `apps/server/src/app.ts`. */
  path: string;
  text: string;
  /** The workspace it belongs to: `domain`, `server`, `e2e`, … */
  home: string;
  /** Where in that workspace: `areas/clients/client/client.service.ts`. */
  place: string;
  /** Runs only in tests, benches and campaigns. */
  isTest: boolean;
  imports: Import[];
};

/**
 * `isNeededToLoad`: neither a type nor asked for later.
 * `target` is a path from the root for files of the repository, else the name of a package.
 */
export type Import = { spec: string; target: string; home: string | null; place: string; isNeededToLoad: boolean };

const CODE = /\.(ts|tsx|mts|mjs|js)$/;
const TEST =
  /(\.(test|campaign|bench)\.tsx?|\.config\.ts|\/(fixture|test|render|fake)-[\w-]+\.tsx?|\/fixture\.ts|-fixture\.tsx?)$|\/(testing|fixtures|memory|gallery|scripts)\//;
const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s+(?:type\s+)?(?:[\w*$\s{},]+?\s+from\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g;

export function readRepository(): Source[] {
  const files = ['packages', 'apps', 'e2e', 'bench', 'scripts'].flatMap((folder) => listFiles(folder));
  return files.filter((path) => CODE.test(path)).map((path) => readSource(path, readFileSync(join(ROOT, path), 'utf8')));
}

export function readSource(path: string, text: string): Source {
  const { home, place } = locate(path);
  const isTest = TEST.test(path) || ['testkit', 'e2e', 'bench', 'scripts'].includes(home);
  return { path, text, home, place, isTest, imports: readImports(path, text) };
}

function readImports(path: string, text: string): Import[] {
  return [...withoutComments(text).matchAll(IMPORT)].map((match) => {
    const spec = match[1] ?? match[2]!;
    const isNeededToLoad = match[1] !== undefined && !/^\W*(import|export)\s+type\s/.test(match[0]);
    if (spec.startsWith('.')) {
      const target = normalize(join(path, '..', spec)).replace(/\?.*$/, '');
      return { spec, target, isNeededToLoad, ...locate(target) };
    }
    const own = /^@dmse\/([\w-]+)(?:\/(.*))?$/.exec(spec);
    if (own) return { spec, target: `packages/${own[1]}/src/${own[2]}.ts`, isNeededToLoad, home: own[1]!, place: `${own[2] ?? ''}` };
    return { spec, target: spec, isNeededToLoad, home: null, place: '' };
  });
}

function locate(path: string): { home: string; place: string } {
  const [, home, place] = /^(?:packages|apps)\/([\w-]+)\/(?:src\/)?(.*)$/.exec(path) ?? /^([\w-]+)\/(.*)$/.exec(path) ?? [];
  return { home: home ?? '', place: place ?? '' };
}

/** Words in a comment are no code; what looks like one inside a string or an address is left alone. */
export function withoutComments(text: string): string {
  return text.replace(/(["'`])(?:\\.|(?!\1)[^\\\n])*\1|\/\*[\s\S]*?\*\/|(?<![:\w])\/\/[^\n]*/g, (found) =>
    /^["'`]/.test(found) ? found : '',
  );
}
