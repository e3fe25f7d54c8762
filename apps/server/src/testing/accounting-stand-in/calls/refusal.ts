/** An answer as it goes out: JSON, or a page of HTML, or nothing. */
export type Answer = { status: number; body?: unknown; html?: string; headers?: Record<string, string> };

/** A request that is wrong as a whole: it is answered with this and has no effect. */
export class Problem extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(`The stand-in answers ${answer.status}.`);
    this.answer = answer;
  }
}

/** What one document is refused for, in the words the accounting system would use. */
export class Refusal extends Error {
  readonly messages: string[];
  constructor(messages: string[]) {
    super(messages.join(' '));
    this.messages = messages;
  }
}

export function refuseIf(isWrong: boolean, message: string): void {
  if (isWrong) throw new Refusal([message]);
}

/** Throws when something was found. */
export function refuseFor(messages: string[]): void {
  if (messages.length > 0) throw new Refusal(messages);
}

/** A field, parameter or header that does not exist or has the wrong type: our own mistake, whatever the document says. */
export function badRequest(message: string): Problem {
  return new Problem({ status: 400, body: { ErrorNumber: 14, Type: 'PostDataInvalidException', Message: message } });
}

export function notFound(what: string): Problem {
  return new Problem({
    status: 404,
    body: { Title: 'NotFound', Status: 404, Detail: `The resource you're looking for cannot be found: ${what}` },
  });
}
