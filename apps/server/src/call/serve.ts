import type { Declaration, Endpoint, ParsedBody, ParsedHeaders, ParsedParams, ParsedQuery } from '@dmse/contract/endpoint';
import type { z } from 'zod';
import type { Context } from './context.ts';
import type { FileAnswer } from './file-answer.ts';
import type { ReceivedUpload } from './multipart.ts';

type Uploads<D> = D extends { multipart: true | 'or_json' } | { bytes: number } ? { uploads: ReceivedUpload[] } : object;

export type Call<D> = Context & {
  params: ParsedParams<D>;
  query: ParsedQuery<D>;
  headers: ParsedHeaders<D>;
  body: ParsedBody<D>;
  /** What the handler puts here goes out as headers of its answer. */
  answer_headers: Record<string, string>;
} & Uploads<D>;

type AnswerInput<D> = D extends { page: infer R extends z.ZodType }
  ? { count: number; results: z.input<R>[] }
  : D extends { response: 'file' }
    ? FileAnswer
    : D extends { response: infer G extends z.ZodType }
      ? z.input<G>
      : // biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing may simply end
        undefined | void;

export type Route = {
  endpoint: Endpoint;
  handle: (call: Call<Declaration>) => Promise<unknown>;
  finish?: (call: Omit<Call<Declaration>, 'tx'>, given: unknown) => Promise<unknown>;
};

/** Binds a handler to its declaration. What it is given is parsed; what it answers is parsed and stripped. */
export function serve<D extends Declaration>(endpoint: Endpoint<D>, handle: (call: Call<D>) => Promise<AnswerInput<D>>): Route {
  return { endpoint, handle: handle as unknown as Route['handle'] };
}

/** For a call that asks somebody outside: `look` reads the database, `finish` makes the answer once no connection is held any more. */
export function serveAfterLook<D extends Declaration, Given>(
  endpoint: Endpoint<D>,
  look: (call: Call<D>) => Promise<Given>,
  finish: (call: Omit<Call<D>, 'tx'>, given: Given) => Promise<AnswerInput<D>>,
): Route {
  return { endpoint, handle: look, finish } as Route;
}
