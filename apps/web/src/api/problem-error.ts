import { fieldErrors, type Problem, type ProblemCode } from '@dmse/contract/common/problem';

/** A refusal by the server: the status, the sentence, and the messages per field. */
export class ProblemError extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(problem.detail ?? `The server answered ${status}.`);
    this.name = 'ProblemError';
    this.status = status;
    this.problem = problem;
  }

  get code(): ProblemCode | undefined {
    return this.problem.code;
  }

  get fields(): Record<string, string[]> {
    return fieldErrors(this.problem);
  }
}

/** The server could not be reached, or something else answered in its name. */
export class UnreachableError extends Error {
  constructor(message = 'The server cannot be reached.') {
    super(message);
    this.name = 'UnreachableError';
  }
}
