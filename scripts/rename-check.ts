import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listFiles, MODULES, ROOT, toolPath } from './boot/places.mjs';
import { type Count, runProgram, runSteps, stopWithChildren } from './boot/steps.mjs';
import { readRepository, type Source, withoutComments } from './frame/source.ts';

/**
 * Renames one field of three nouns in a scratch copy, in the contract and in the row types of its table, and counts which files that name it stop compiling: what the
 * compiler finds, nobody has to search for. A file that names the field and still compiles would be wrong in silence after a rename.
 */
type Renamed = {
  noun: string;
  field: string;
  /** How many files that name it may still compile, besides those of `KNOWN`. It only ever goes down. */
  may_compile: number;
};

const RENAMED: Renamed[] = [
  { noun: 'client', field: 'payment_terms_days', may_compile: 0 },
  { noun: 'job', field: 'fee_cap', may_compile: 0 },
  { noun: 'control point', field: 'control_destroyed', may_compile: 0 },
];

/** Files that may go on compiling, and why. */
const KNOWN: Record<string, string> = {
  'apps/server/src/pages/docs-text.ts': 'a test holds that it names only fields that there are',
  'packages/domain/src/jobs/job-from-quote.ts': 'declares what a job takes over; domain knows no contract',
  'apps/server/src/areas/jobs/quote/quote-document.service.ts': 'its row comes from quote-document.queries.ts, which stops compiling',
  'apps/server/src/areas/jobs/quote/quote-sums.ts': 'declares what the sums need; who gives it the field of a row stops compiling',
  'packages/domain/src/jobs/fee.ts': 'declares what the rule needs; who asks it with the field of a record stops compiling',
  'packages/domain/src/clients/import-fields.ts': 'domain knows no contract; the import service writes by these names and stops compiling',
  'packages/domain/src/clients/import-values.ts': 'reads cells by the names of import-fields.ts',
  'packages/survey/src/conflict/find-conflicts.ts': 'declares what the rule needs; survey knows no contract',
  'packages/survey/src/shift/control-shift.ts': 'declares what the rule needs; survey knows no contract',
  'packages/survey/src/run/shift-options.ts': 'passes on what control-shift.ts declares',
  'apps/server/src/adapters/documents/survey-report-control.ts': 'prints the residual that control-shift.ts declares',
  'apps/web/src/areas/sites/processing-shifts/residual-table.tsx': 'shows the residual that control-shift.ts declares',
};

type Diagnostic = { path: string; line: number; text: string };

const DIAGNOSTIC = /^(\S[^(\n]*)\((\d+),\d+\): error TS\d+: (.*(?:\n {2}.*)*)/gm;

export function readDiagnostics(output: string): Diagnostic[] {
  return [...output.matchAll(DIAGNOSTIC)].map(([, path, line, text]) => ({ path: path!, line: Number(line), text: text! }));
}

/** The message names the field, or the line it points at does; a long message names no field, and then the file must name no other. */
function isAbout(field: string, { path, line, text }: Diagnostic, sources: Map<string, Source>): boolean {
  const name = new RegExp(`\\b${field}(_renamed)?\\b`);
  const source = sources.get(path)?.text ?? '';
  const isOnly = RENAMED.every((one) => one.field === field || !new RegExp(`\\b${one.field}\\b`).test(source));
  return name.test(text) || name.test(source.split('\n')[line - 1] ?? '') || (isOnly && name.test(source));
}

type Verdict = { stopped: string[]; compiling: string[]; passing_on: string[] };

/** Which shipped files name the field and stop, name it and still compile, or stop without naming it. */
export function judgeRename(field: string, sources: Source[], diagnostics: Diagnostic[]): Verdict {
  const shipped = new Map(sources.filter(isShipped).map((source) => [source.path, source]));
  const stopping = new Set(
    diagnostics.filter((found) => shipped.has(found.path) && isAbout(field, found, shipped)).map(({ path }) => path),
  );
  const name = new RegExp(`\\b${field}\\b`);
  const naming = [...shipped.values()].filter(({ text }) => name.test(withoutComments(text))).map(({ path }) => path);
  return {
    stopped: naming.filter((path) => stopping.has(path)),
    compiling: naming.filter((path) => !stopping.has(path)),
    passing_on: [...stopping].filter((path) => !naming.includes(path)),
  };
}

/** A copy that does not compile for another reason proves nothing. */
export function findOtherErrors(output: string, fields: string[], sources: Source[]): string[] {
  const [diagnostics, byPath] = [readDiagnostics(output), new Map(sources.map((source) => [source.path, source]))];
  const about = diagnostics.filter((found) => fields.some((field) => isAbout(field, found, byPath)));
  const explained = new Set(about.map(({ path }) => path));
  const others = diagnostics.filter(({ path }) => !explained.has(path)).map(({ path, line, text }) => `${path}(${line}): ${text}`);
  return [...others, ...(output.match(/^error TS.*/gm) ?? [])].map((text) => `The copy does not compile: ${text}`);
}

/** The contract itself is where the field is renamed, and what is generated is made anew. */
function isShipped({ path, home, isTest }: Source): boolean {
  return /^(apps|packages)\//.test(path) && home !== 'contract' && !isTest && !path.includes('.generated.');
}

/** What is wrong with the verdict on one field, and what is said about it. */
export function describeVerdict(
  { noun, field, may_compile }: Renamed,
  { stopped, compiling, passing_on }: Verdict,
  known: Record<string, string>,
) {
  const escaping = compiling.filter((path) => !(path in known));
  const named = stopped.length + compiling.length;
  const says = [
    `${noun} ${field}: ${stopped.length} of ${named} files that name it stop compiling, and ${passing_on.length} that pass it on; ${escaping.length} still compile (at most ${may_compile})`,
    ...escaping.map((path) => `    still compiles: ${path}`),
    ...compiling.filter((path) => path in known).map((path) => `    may compile: ${path} (${known[path]})`),
  ];
  const failures: string[] = [];
  if (stopped.length + passing_on.length === 0) failures.push(`${noun} ${field}: nothing stops compiling. Is it a field of the contract?`);
  if (escaping.length > may_compile)
    failures.push(`${noun} ${field}: ${escaping.length} files name it and still compile, ${may_compile} may: ${escaping.join(', ')}`);
  if (escaping.length < may_compile) says.push(`    fewer than allowed: set may_compile to ${escaping.length}`);
  return { says, failures, short: `${field} ${stopped.length} of ${named} (${escaping.length} escape)` };
}

/** The shipped sources with the fields renamed where they are declared, and links to the modules; our own packages are those of the copy. */
function makeCopy(folder: string, fields: string[]): void {
  const files = ['packages', 'apps'].flatMap((name) => listFiles(name)).filter((path) => !/\.(test|campaign)\.tsx?$/.test(path));
  for (const path of [...files, 'package.json', 'tsconfig.base.json', 'tsconfig.package.json']) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    copyFileSync(join(ROOT, path), join(folder, path));
  }
  for (const path of files.filter((path) => path.startsWith('packages/contract/src/') || path.endsWith('/rows.generated.ts'))) {
    const text = readFileSync(join(folder, path), 'utf8');
    writeFileSync(join(folder, path), text.replace(new RegExp(`\\b(${fields.join('|')})\\b`, 'g'), '$1_renamed'));
  }
  mkdirSync(join(folder, 'node_modules/@dmse'), { recursive: true });
  for (const name of readdirSync(MODULES).filter((name) => !name.startsWith('.') && name !== '@dmse'))
    symlinkSync(join(MODULES, name), join(folder, 'node_modules', name));
  for (const group of ['packages', 'apps'])
    for (const name of readdirSync(join(folder, group))) symlinkSync(join(folder, group, name), join(folder, 'node_modules/@dmse', name));
}

async function checkRenames(): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'dmse-renames-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const fields = RENAMED.map(({ field }) => field);
  makeCopy(folder, fields);
  const tsc = [
    process.execPath,
    toolPath('typescript/bin/tsc'),
    '--build',
    'apps/server',
    'apps/web',
    '--checkers',
    '1',
    '--builders',
    '2',
  ];
  const { output } = await runProgram([...tsc, '--pretty', 'false'], { cwd: folder, quiet: true });
  const diagnostics = readDiagnostics(output);
  const sources = readRepository();
  const judged = RENAMED.map((renamed) => ({ renamed, verdict: judgeRename(renamed.field, sources, diagnostics) }));
  const verdicts = judged.map(({ renamed, verdict }) => describeVerdict(renamed, verdict, KNOWN));
  process.stdout.write(`${verdicts.flatMap(({ says }) => says).join('\n')}\n`);
  const needless = Object.keys(KNOWN).filter((path) => !judged.some(({ verdict }) => verdict.compiling.includes(path)));
  for (const path of needless) process.stdout.write(`Take it off the list of known files: ${path}\n`);
  process.stdout.write(`→ files that name a renamed field and stop compiling: ${verdicts.map(({ short }) => short).join(', ')}\n`);
  const failures = [...verdicts.flatMap((verdict) => verdict.failures), ...findOtherErrors(output, fields, sources)];
  return { passed: verdicts.filter((verdict) => verdict.failures.length === 0).length, failed: failures.length, skipped: 0, failures };
}

export async function run(): Promise<void> {
  stopWithChildren();
  await runSteps([{ name: 'renamed fields', run: checkRenames }]);
}
