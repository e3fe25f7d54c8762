import { fieldErrors, type Problem, problemCode } from '@dmse/contract/common/problem';
import type { RefusalCode } from '@dmse/domain/values/reason';

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

  get code(): RefusalCode | undefined {
    return problemCode(this.problem);
  }

  get fields(): Record<string, string[]> {
    return fieldErrors(this.problem);
  }
}

/**
 * What an answer without our mark means. A proxy that cannot reach the server says so with a 5xx: the server is being restarted. Only a
 * network's own sign-in page answers well, or sends elsewhere.
 */
export function foreignAnswer(status: number): UnreachableError {
  if (status >= 500) return new UnreachableError('The server is being restarted. Try again in a moment.');
  if (status < 400) return new UnreachableError('Something other than the server answered; is this network asking you to sign in?');
  return new UnreachableError(`Something between here and the server answered ${status}. Tell IT if it stays so.`);
}

/** The server could not be reached, or something else answered in its name. */
export class UnreachableError extends Error {
  constructor(message = 'The server cannot be reached.') {
    super(message);
    this.name = 'UnreachableError';
  }
}
