import type { Problem, ProblemId, ProblemSeverity, RowPlace } from './records.ts';

interface OpenProblem {
  readonly id: ProblemId;
  readonly severity: ProblemSeverity;
  readonly sentence: string;
  readonly lines: number[];
  readonly texts: string[];
  readonly about: number[];
  readonly rows: RowPlace[];
}

/**
 * Collects problems. Equal complaints about many lines become one problem that names all of them,
 * so that a file of another dialect gives a page to read and not fifty thousand.
 */
export class ProblemList {
  #open = new Map<string, OpenProblem>();

  /** Complain about something without keeping any line. */
  add(id: ProblemId, severity: ProblemSeverity, sentence: string): OpenProblem {
    const key = `${id} ${sentence}`;
    let problem = this.#open.get(key);
    if (!problem) {
      problem = { id, severity, sentence, lines: [], texts: [], about: [], rows: [] };
      this.#open.set(key, problem);
    }
    return problem;
  }

  /** Complain about a line that a record keeps. */
  about(id: ProblemId, severity: ProblemSeverity, sentence: string, lines: number | readonly number[]): void {
    const problem = this.add(id, severity, sentence);
    for (const line of typeof lines === 'number' ? [lines] : lines) {
      if (problem.about[problem.about.length - 1] !== line) problem.about.push(line);
    }
  }

  /** Keep a line here because no record can. */
  keep(id: ProblemId, severity: ProblemSeverity, sentence: string, line: number, text: string): void {
    const problem = this.add(id, severity, sentence);
    problem.lines.push(line);
    problem.texts.push(cutText(text));
  }

  /** Keep a database row here because no record can. */
  keepRow(id: ProblemId, severity: ProblemSeverity, sentence: string, row: RowPlace): void {
    this.add(id, severity, sentence).rows.push(row);
  }

  list(): Problem[] {
    return [...this.#open.values()];
  }
}

function cutText(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
