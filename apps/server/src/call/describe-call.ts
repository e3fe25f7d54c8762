import { answerSchema, type Endpoint, isUnsafe } from '@dmse/contract/endpoint';
import { z } from 'zod';
import { type Shape, shapeOf } from './api-shapes.ts';

/** A call as a reader meets it; null where there is nothing to say. */
export type Described = { parameters: Shape | null; body: Shape | null; answer: Shape | null; notes: string[]; status: number };

/** The headers a call understands beside those it declares. */
export function takesIfMatch(endpoint: Endpoint): boolean {
  const answer = answerSchema(endpoint);
  return endpoint.method === 'patch' && answer instanceof z.ZodObject && 'version' in answer.shape;
}

export function takesKey({ method, declaration }: Endpoint): boolean {
  return isUnsafe(method) && !declaration.reads && declaration.response !== 'file';
}

export function statusOf({ declaration }: Endpoint): number {
  const isEmpty = !declaration.page && (!declaration.response || declaration.response === 'nothing');
  return declaration.status ?? (isEmpty ? 204 : 200);
}

function parametersOf({ names, declaration }: Endpoint): Shape | null {
  const properties: Record<string, Shape> = {};
  for (const name of names) {
    const shape = declaration.params?.[name] ? shapeOf(declaration.params[name]) : { type: 'integer' };
    properties[name] = { ...shape, place: 'In the path.' };
  }
  const query = declaration.query ? shapeOf(z.object(declaration.query.shape)) : {};
  const headers = declaration.headers ? shapeOf(z.object(declaration.headers.shape)) : {};
  for (const [name, shape] of Object.entries(headers.properties ?? {})) properties[name] = { ...shape, place: 'A header.' };
  Object.assign(properties, query.properties);
  const required = [...names, ...(query.required ?? []), ...(headers.required ?? [])];
  return Object.keys(properties).length > 0 ? { type: 'object', properties, required } : null;
}

function notesOf(endpoint: Endpoint): string[] {
  const { multipart, bytes, reads, field, heavy, secret, response } = endpoint.declaration;
  return [
    ...(multipart === true ? ['Sent as a multipart form, the file in a part named file.'] : []),
    ...(multipart === 'or_json' ? ['Sent as a multipart form with its file, or as JSON without one.'] : []),
    ...(bytes !== undefined && !multipart ? ['The body is raw bytes (application/octet-stream).'] : []),
    ...(reads ? ['Changes nothing.'] : []),
    ...(takesIfMatch(endpoint) ? ['Understands If-Match.'] : []),
    ...(takesKey(endpoint) ? ['Understands Idempotency-Key.'] : []),
    ...(field ? ['Spoken by tablets: the answer names X-Dataset-Epoch.'] : []),
    ...(heavy ? ['Counts as a heavy call.'] : []),
    ...(secret ? ['What it answers is shown only once.'] : []),
    ...(response === 'file' ? ['Answers a file.'] : []),
  ];
}

export function describeCall(endpoint: Endpoint): Described {
  const { body } = endpoint.declaration;
  const answer = answerSchema(endpoint);
  return {
    parameters: parametersOf(endpoint),
    body: body ? shapeOf(body) : null,
    answer: answer ? shapeOf(answer) : null,
    notes: notesOf(endpoint),
    status: statusOf(endpoint),
  };
}
