import { findServerEdges, findWebEdges } from './layers.ts';
import { type Source, withoutComments } from './source.ts';

/**
 * What a shipped file of each workspace may import besides itself. Tests may have the testkit and the outside world as well, and the
 * server's tests the sync engine: it is the tablet at the other end of the wire.
 */
const MAY_IMPORT: Record<string, { workspaces: string[]; packages: 'none' | 'any' | string[] }> = {
  domain: { workspaces: [], packages: 'none' },
  survey: { workspaces: ['domain'], packages: ['geotiff', 'kdbush', 'proj4'] },
  contract: { workspaces: ['domain', 'survey'], packages: ['zod'] },
  sync: { workspaces: ['domain', 'contract'], packages: ['dexie'] },
  testkit: { workspaces: ['domain', 'contract'], packages: 'any' },
  server: { workspaces: ['domain', 'survey', 'contract'], packages: 'any' },
  web: { workspaces: ['domain', 'survey', 'contract', 'sync'], packages: 'any' },
  e2e: { workspaces: ['domain', 'contract', 'testkit'], packages: 'any' },
};

/** One sentence per offence, the edge first. */
export function findOffences(sources: Source[]): string[] {
  return sources.flatMap((source) => [
    ...findPackageEdges(source),
    ...findServerEdges(source),
    ...findWebEdges(source),
    ...findBadNames(source),
    ...findBadWords(source),
  ]);
}

function findPackageEdges({ path, home, isTest, imports }: Source): string[] {
  const allowed = MAY_IMPORT[home];
  if (!allowed) return [];
  return imports.flatMap(({ spec, home: other }) => {
    const edge = `${path} -> ${spec}`;
    if (other === home) return spec.startsWith('@dmse/') ? [`${edge}: inside a package imports are relative`] : [];
    if (other !== null) {
      if (spec.startsWith('.')) return [`${edge}: leaves its package by a path; import @dmse/${other}`];
      const isAllowed = allowed.workspaces.includes(other) || (isTest && (other === 'testkit' || (home === 'server' && other === 'sync')));
      return isAllowed ? [] : [`${edge}: ${home} may not know ${other}`];
    }
    if (isTest || allowed.packages === 'any')
      return spec.startsWith('node:') && home === 'web' && !isTest ? [`${edge}: no Node in a browser`] : [];
    const name = spec
      .split('/')
      .slice(0, spec.startsWith('@') ? 2 : 1)
      .join('/');
    return allowed.packages !== 'none' && allowed.packages.includes(name) ? [] : [`${edge}: ${home} may not use ${name}`];
  });
}

const FORBIDDEN_FILES = /(^|\/)(index|utils?|types?|helpers?|common|misc)\.(ts|tsx|mjs|js)$|\/(utils?|helpers?|misc)\//;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

function findBadNames({ path, home, place, isTest, imports, text }: Source): string[] {
  const offences: string[] = [];
  const name = path.split('/').at(-1)!;
  if (FORBIDDEN_FILES.test(path)) offences.push(`${path}: a name that says nothing; name the noun`);
  if (!KEBAB.test(name)) offences.push(`${path}: file names are kebab-case`);
  if (/^(packages|apps)\//.test(path) && place.split('/').length > 4)
    offences.push(`${path}: deeper than package/src/<group>/<area>/<noun>/file`);
  const code = withoutComments(text);
  if (!isTest && /(^|\n)export default\b/.test(code)) offences.push(`${path}: named exports only`);
  if (/(^|\n)export \* from\b/.test(code) && !(home === 'contract' && place === 'all.ts'))
    offences.push(`${path}: a barrel; import from the file itself`);
  if (!isTest) {
    for (const { spec, target } of imports)
      if (isTestSupport(target)) offences.push(`${path} -> ${spec}: what is shipped may not import what tests use`);
  }
  return offences;
}

function isTestSupport(target: string): boolean {
  return /\.test\.tsx?$|\/testing\/|\/fixture(-[\w-]+)?\.ts$|-fixture\.tsx?$/.test(target);
}

/** The only module that may erase something on a device; everything else asks it. */
const ERASER = 'packages/sync/src/safe-delete.ts';

const WORDS: { pattern: RegExp; where: (source: Source) => boolean; says: string }[] = [
  {
    pattern: /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML/,
    where: ({ home }) => home === 'web',
    says: 'text becomes HTML only through React',
  },
  {
    pattern: /\b(it|test|describe|suite)\.(only|skip|todo|fixme|skipIf|runIf)\b|\b(fit|fdescribe|xit|xdescribe)\(/,
    where: () => true,
    says: 'every test runs',
  },
  {
    pattern: /\bSURVEY_SAMPLES\b/,
    where: ({ path }) => path !== 'scripts/samples.ts',
    says: 'a test has its own fixtures; samples from outside are read by npm run samples',
  },
  { pattern: /\b(TODO|FIXME)\b/, where: () => true, says: 'finish it, or write an issue' },
  { pattern: /@ts-(ignore|nocheck)/, where: () => true, says: 'types are not silenced' },
  {
    pattern: /\bdeleteDatabase\b|\.bulkDelete\(|\bDexie\.delete\(/,
    where: ({ home, path, isTest }) => ['web', 'sync'].includes(home) && path !== ERASER && !isTest,
    says: `only ${ERASER} erases on a device`,
  },
  {
    pattern: /(?<!caches)\.(delete|clear)\(/,
    where: ({ home, path, isTest }) => home === 'sync' && path !== ERASER && !isTest,
    says: `only ${ERASER} erases on a device`,
  },
];

function findBadWords(source: Source): string[] {
  // The rules themselves and their bad examples have to spell what they forbid.
  if (source.path.startsWith('scripts/frame/')) return [];
  const lines = source.text.split('\n');
  return WORDS.filter((word) => word.where(source)).flatMap(({ pattern, says }) =>
    lines.flatMap((line, index) =>
      pattern.test(line) && !/^\s*(\*|\/\*\*?) /.test(line) ? [`${source.path}:${index + 1} "${line.trim().slice(0, 80)}": ${says}`] : [],
    ),
  );
}
