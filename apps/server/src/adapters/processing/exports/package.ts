import type { ProcessedRun } from '@dmse/survey/run/process-run';
import type { SurveySettings } from '@dmse/survey/survey-settings';
import type { ReportAbout } from '@dmse/survey/write/qa-report';
import { writeZip } from '../../files/zip-writer.ts';
import type { RunFile } from '../question.ts';
import type { Signer } from '../signer.ts';
import { type ExportAbout, type ExportFile, fileName, makeExport, SINGLE_FORMATS, sha256 } from './make-export.ts';

export const PACKAGE_FORMAT = 'dmse-survey-package';
export const PACKAGE_VERSION = 1;
/** What stands beside the listed files. */
export const SEAL_FILES = { manifest: 'manifest.json', signature: 'manifest.sig', key: 'signing-key.pub.pem' } as const;

export type Manifest = {
  format: typeof PACKAGE_FORMAT;
  format_version: number;
  job: string;
  client: string;
  run: string;
  attempt: number;
  field_date: string | null;
  processed_by: string;
  processed_at: string;
  software: string;
  /** Fingerprint of the key it is signed with. */
  signing_key: string;
  settings: SurveySettings;
  files: readonly { path: string; bytes: number; sha256: string }[];
};

export type PackageFacts = Pick<
  ReportAbout,
  'job' | 'client' | 'run' | 'attempt' | 'field_date' | 'processed_by' | 'processed_at' | 'software'
> & { settings: SurveySettings };

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
type Part = { path: string; bytes: number; sha256: string; open(): Pieces };

const partOf = (path: string, bytes: Uint8Array): Part => ({ path, bytes: bytes.length, sha256: sha256(bytes), open: () => [bytes] });

/** Every format but the package itself, and what was decided: all that is made of a run. */
export async function makeAllExports(run: ProcessedRun, about: ExportAbout): Promise<ExportFile[]> {
  const files: ExportFile[] = [];
  for (const format of SINGLE_FORMATS) files.push(await makeExport(format, run, about));
  const decisions = Buffer.from(`${JSON.stringify({ settings: about.settings, decisions: about.decisions }, null, 2)}\n`);
  return [...files, { name: 'decisions.json', mime_type: 'application/json', bytes: decisions }];
}

/**
 * The package that can be shown to a court: what was made of the run, the files it was made of as they came, and a list of all of them
 * with their hashes, signed by the firm. The key never leaves the server: this is done there, beside what reads strangers' files. The
 * files it was made of are listed by the hashes they are stored under, and go through in pieces when the package is read.
 */
export function sealPackage(
  made: readonly ExportFile[],
  sources: readonly RunFile[],
  open: (sha256: string) => Pieces,
  facts: PackageFacts,
  signer: Signer,
): { name: string; mime_type: string; content: AsyncIterable<Buffer> } {
  const taken = new Set<string>();
  const parts: readonly Part[] = [
    ...made.map(({ name, bytes }) => partOf(freePath('exports', name, taken), bytes)),
    ...sources.map(({ part, name, bytes, sha256 }) => ({
      path: freePath(`raw/${part}`, name, taken),
      bytes,
      sha256,
      open: () => open(sha256),
    })),
    partOf('README.txt', Buffer.from(explain(facts, signer))),
  ];
  const { settings, ...about } = facts;
  const manifest: Manifest = {
    format: PACKAGE_FORMAT,
    format_version: PACKAGE_VERSION,
    ...about,
    signing_key: signer.fingerprint,
    settings,
    files: parts.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
  };
  const list = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  const content = async function* () {
    yield { name: SEAL_FILES.manifest, content: [list] };
    yield { name: SEAL_FILES.signature, content: [signer.sign(list)] };
    yield { name: SEAL_FILES.key, content: [signer.public_pem] };
    for (const part of parts) yield { name: part.path, content: part.open() };
  };
  return { name: fileName(facts, 'zip'), mime_type: 'application/zip', content: writeZip(content()) };
}

/** A name as it came, without what a path is made of. */
function safeName(name: string): string {
  const safe = name.replaceAll(/[\\/:*?"<>|\p{C}]+/gu, '_').replace(/^\.+/, '_');
  return safe.trim() === '' ? 'file' : safe;
}

/** Two files of one name stay two: the second is numbered. Names that differ only in case are one on some machines. */
function freePath(folder: string, name: string, taken: Set<string>): string {
  const safe = safeName(name);
  const [base, end] = /^(.+?)(\.[^.]*)?$/s.exec(safe)!.slice(1);
  let path = `${folder}/${safe}`;
  for (let count = 2; taken.has(path.toLowerCase()); count += 1) path = `${folder}/${base}-${count}${end ?? ''}`;
  taken.add(path.toLowerCase());
  return path;
}

function explain({ job, run, attempt, processed_at }: PackageFacts, { fingerprint }: Signer): string {
  return [
    `Survey package of job ${job}, ${run}, attempt ${attempt}, ${processed_at}.`,
    '',
    'exports/            the final points in several formats, the quality report, and what was decided',
    'raw/                the files the run was made of, as they came',
    'manifest.json       every file with its size and SHA-256, and the settings in use',
    'manifest.sig        the Ed25519 signature of manifest.json (64 bytes)',
    'signing-key.pub.pem the public key it was signed with',
    '',
    `Fingerprint of the key (SHA-256 of its DER form): ${fingerprint}`,
    'Ask the firm for this fingerprint by another way, and compare.',
    '',
    'To check the package with DMSE:   npm run verify-package -- <this file>.zip --key <fingerprint>',
    'To check the signature by OpenSSL: openssl pkeyutl -verify -pubin -inkey signing-key.pub.pem -rawin -in manifest.json -sigfile manifest.sig',
    '',
  ].join('\r\n');
}
