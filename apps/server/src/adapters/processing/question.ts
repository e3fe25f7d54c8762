import type { Readable } from 'node:stream';
import type { PersonRef } from '@dmse/contract/common/fields';
import type { AnswerOf } from '@dmse/contract/endpoint';
import type { ProcessingDecision } from '@dmse/contract/sites/processing/decision';
import type {
  FileSummary,
  ProcessingConflict,
  ProcessingOverview,
  ProcessingPlan,
  ProcessingPoints,
  ProcessingShifts,
} from '@dmse/contract/sites/processing/result';
import type { compareProcessing, listProcessingConflicts, ProcessingReading } from '@dmse/contract/sites/processing/run';
import type { ExplainedStep, ProcessingShot } from '@dmse/contract/sites/processing/shot';
import type { Language } from '@dmse/domain/clients/party';
import type { ProcessingPart } from '@dmse/domain/sites/processing';
import type { Severity } from '@dmse/survey/conflict/conflict';
import type { EarlierImport } from '@dmse/survey/conflict/run-facts';
import type { AppShot } from '@dmse/survey/match/app-shot';
import type { Pipe } from '@dmse/survey/pipe/pipe';
import type { Structure } from '@dmse/survey/pipe/structure';
import type { ControlPoint, ControlResidual } from '@dmse/survey/shift/control-shift';
import type { LocalizationFit } from '@dmse/survey/shift/localization';
import type { SurveySettings } from '@dmse/survey/survey-settings';
import type { QaReport, ReportAbout } from '@dmse/survey/write/qa-report';
import type { z } from 'zod';
import type { Firm } from '../documents/sheets.ts';
import type { ExportFile } from './exports/make-export.ts';

export type RunFile = { part: ProcessingPart; name: string; sha256: string; bytes: number };
export type RunGrid = { sha256: string; name: string; vertical_system: string };

/** Somebody's decision, with their name, the instant and the reason. */
export type MadeDecision = { decision: ProcessingDecision; by: string; at: string; why: string | null };

export type Surroundings = {
  undulation_grid: RunGrid | null;
  offset_grid: RunGrid | null;
  controls: readonly ControlPoint[];
  /** Null for a run without the field app. */
  app_shots: readonly AppShot[] | null;
  pipes: readonly Pipe[];
  structures: readonly Structure[];
  earlier_imports: readonly EarlierImport[];
  run_date: string | null;
};

/** Everything the figures of a run follow from: the same inputs give the same answers. */
export type RunInputs = {
  /** Id of the field run. */
  key: string;
  attempt: number;
  revision: number;
  files: readonly RunFile[];
  decisions: readonly (MadeDecision & { id: number })[];
  settings: SurveySettings;
  around: Surroundings;
};

export type ConflictFilter = {
  kind?: readonly string[] | undefined;
  severity?: readonly Severity[] | undefined;
  /** Those somebody looked at and left are listed too. */
  ignored?: boolean | undefined;
  shot?: string | undefined;
  page: number;
  page_size: number;
};

/** What the office knows about the run and its inputs do not say; `photos` are made small for the report, and those left out are counted. */
export type AboutExport = ReportAbout & { firm?: Firm; language?: Language; photos?: readonly RunPhoto[] };

/** A picture as it lies in the store. */
export type RunPhoto = { sha256: string; app_shot: string; name: string };

export type Question =
  | { kind: 'overview' }
  | { kind: 'points' }
  | { kind: 'conflicts'; filter: ConflictFilter }
  | { kind: 'shot'; id: string }
  | { kind: 'root_shots'; id: string }
  /** Names of shots by id; ids that are not in the run are left out. */
  | { kind: 'names'; ids: readonly string[] }
  | { kind: 'shifts' }
  | { kind: 'localization'; fit: LocalizationFit; left_out: readonly string[] }
  | { kind: 'report'; about: ReportAbout }
  | { kind: 'compare'; other: RunInputs }
  /** What further decisions would make of the run. */
  | { kind: 'try'; decisions: readonly MadeDecision[] }
  | { kind: 'finals' }
  /** One of the names in EXPORT_FORMATS; `zip` is everything, signed. */
  | { kind: 'export'; format: string; about: AboutExport };

type Plan = z.infer<typeof ProcessingPlan>;

export type FinalPoint = {
  id: string;
  name: string;
  code: string;
  description: string;
  easting: number;
  northing: number;
  elevation: number | null;
  is_final: boolean;
  instrument_type: string;
  datetime: string | null;
  /** The field-app shot it belongs to. */
  app_shot: string | null;
};

export type Finals = {
  /** What stands between the run and its end. */
  to_do: ProcessingConflict[];
  /** Every point that stands for itself: neither dropped nor given way to another. */
  points: FinalPoint[];
  /** Shots on published control as they lie after the shift. */
  controls: ControlResidual[];
  plan: Plan | null;
};

export type Tried = {
  /** Those of the tried decisions that do not fit the files, by their place in the list; empty when all do. */
  refused: { place: number; sentence: string }[];
  /** The shift as it stands with them. */
  plan: Plan | null;
  /** Shots that came about by them: averages, and what was imported. */
  new_shots: ProcessingShot[];
};

/** The package is made while it is read: the files of the run go through it in pieces. */
export type ExportedFile = { name: string; mime_type: string; content: Buffer | Readable };

type Answers = {
  overview: ProcessingOverview;
  points: ProcessingPoints;
  conflicts: AnswerOf<typeof listProcessingConflicts>;
  shot: (ProcessingShot & { explanation: ExplainedStep[]; children: ProcessingShot[] }) | null;
  root_shots: (ProcessingShot & { is_used: boolean })[] | null;
  names: Record<string, string>;
  localization: { localization: ProcessingShifts['localization']; problem: string | null };
  shifts: ProcessingShifts;
  report: QaReport;
  compare: AnswerOf<typeof compareProcessing>;
  try: Tried;
  finals: Finals;
  export: ExportedFile;
};
export type AnswerTo<Q extends Question> = Answers[Q['kind']];
/** As the process answers it: of an export the files it has made, which the server seals where all of them are wanted. */
export type ProcessAnswerTo<Q extends Question> = (Omit<Answers, 'export'> & { export: readonly ExportFile[] })[Q['kind']];

export type Working = { kind: 'working' };
export const WORKING: Working = { kind: 'working' };

export function isWorking(answer: unknown): answer is Working {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'working';
}

/** With the last day, as `whyOther` takes it. */
export type ReadSummary = FileSummary & { last_date: string | null };

/** Works out what files and decisions of a run come to. It keeps nothing that cannot be worked out again. */
export type Processor = {
  /** What the files are; `key` is the id of the field run they are for, by which it can be cancelled. */
  read(key: string, files: readonly RunFile[], settings: SurveySettings, by: PersonRef | null): Promise<ReadSummary[]>;
  /**
   * One question about the run as these inputs have it. With `waitMs`, an answer that takes longer is worked out all the same, and
   * whoever asks again finds it.
   */
  ask<Q extends Question>(inputs: RunInputs, question: Q, options: { waitMs: number }): Promise<AnswerTo<Q> | Working>;
  ask<Q extends Question>(inputs: RunInputs, question: Q): Promise<AnswerTo<Q>>;
  /** How far the computation of this run is; null while none is going on. */
  progressOf(key: string): { progress: number | null; since: string } | null;
  /** How far the files of an import are read; null while none are. */
  readingOf(key: string): ProcessingReading | null;
  /** Stops the computation of this run; false when there is none. */
  cancel(key: string): boolean;
  close(): Promise<void>;
};

/** A question that could not be answered, with a sentence for whoever asked. */
export class ProcessorRefusal extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ProcessorRefusal';
  }
}
