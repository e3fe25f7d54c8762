import type { ReportPhoto } from '../../documents/survey-report-parts.ts';
import { type ExportAbout, type ExportFile, makeExport, SINGLE_FORMATS } from '../exports/make-export.ts';
import { makeAllExports } from '../exports/package.ts';
import { ProcessorRefusal, type Question } from '../question.ts';
import type { WorkedOut } from '../run-keeper.ts';

type Asked = Extract<Question, { kind: 'export' }> & { photos?: readonly ReportPhoto[]; signing_key?: string };

const NO_FIRM = { name: '', address: '', phone: '', email: '', website: '', hst_number: '', logo: null };

/** One file; for the package everything that goes into it, which is signed where the key is. */
export async function answerExport(
  { format, about, photos = [], signing_key }: Asked,
  { inputs, run, around }: WorkedOut,
): Promise<ExportFile[]> {
  const complete: ExportAbout = {
    firm: NO_FIRM,
    language: 'en',
    ...about,
    photos,
    settings: inputs.settings,
    pipes: run.pipes,
    app_shots: new Map((around.app_shots ?? []).map(({ id, name }) => [id, name])),
    signing_key: signing_key ?? null,
  };
  if (format === 'zip') return makeAllExports(run, complete);
  const single = SINGLE_FORMATS.find((name) => name === format);
  if (!single) throw new ProcessorRefusal(`There is no export named ${format}.`);
  return [await makeExport(single, run, complete)];
}
