import { Id } from '@dmse/contract/common/fields';
import { readQuery } from '@dmse/contract/common/read-query';
import type { Endpoint } from '@dmse/contract/endpoint';
import { wordIssue } from '@dmse/domain/words/issue-words';
import { z } from 'zod';
import { invalid, notFound, Refusal } from './refusal.ts';

const NO_QUERY = z.strictObject({});
const UNKNOWN = 'This field is not known here.';

// Whatever a schema complains about on this server, of a body or of a line in an imported file, is said in our words.
z.config({ customError: wordIssue });

/** Where an issue is said: of a body's list at the entry that is to blame, of a query at the parameter, which is all its caller named. */
type NameOf = (path: PropertyKey[]) => string;
const wholePath: NameOf = (path) => path.map(String).join('.');
const firstName: NameOf = (path) => String(path[0] ?? '');

/** Turns zod's complaints into messages per field; what belongs to no field becomes the sentence of the whole. */
function complain(error: z.ZodError, nameOf: NameOf): Refusal {
  const told = error.issues.flatMap((issue): [field: string, message: string][] => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [nameOf([...issue.path, key]), UNKNOWN]);
    return [[nameOf(issue.path), issue.message]];
  });
  const errors: Record<string, string[]> = {};
  for (const [field, message] of told.filter(([field]) => field !== '')) errors[field] = [...new Set([...(errors[field] ?? []), message])];
  const general = told.filter(([field]) => field === '').map(([, message]) => message);
  return general.length > 0 ? new Refusal(400, { detail: general.join(' '), ...errors }) : invalid(errors);
}

const paramSchemas = new WeakMap<Endpoint, z.ZodObject>();

function paramsSchema(endpoint: Endpoint): z.ZodObject {
  let schema = paramSchemas.get(endpoint);
  if (!schema) {
    schema = z.strictObject(Object.fromEntries(endpoint.names.map((name) => [name, endpoint.declaration.params?.[name] ?? Id])));
    paramSchemas.set(endpoint, schema);
  }
  return schema;
}

/** A path that names no possible record is not found, rather than wrong. */
export function parseParams(endpoint: Endpoint, raw: Record<string, string>): Record<string, unknown> {
  const schema = paramsSchema(endpoint);
  const result = schema.safeParse(readQuery(schema, raw));
  if (!result.success || Object.values(result.data).some((value) => typeof value === 'number' && value > 2_147_483_647)) throw notFound();
  return result.data;
}

export function parseQuery(endpoint: Endpoint, raw: Record<string, string | string[]>): unknown {
  const schema = endpoint.declaration.query ?? NO_QUERY;
  const result = schema.safeParse(readQuery(schema, raw));
  if (!result.success) throw complain(result.error, firstName);
  return result.data;
}

export function parseHeaders(endpoint: Endpoint, raw: Record<string, string | string[] | undefined>): unknown {
  const schema = endpoint.declaration.headers;
  if (!schema) return {};
  const result = schema.safeParse(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, raw[name]])));
  if (!result.success) throw complain(result.error, firstName);
  return result.data;
}

export function parseBody(endpoint: Endpoint, raw: unknown): unknown {
  const schema = endpoint.declaration.body;
  if (!schema) {
    refuseUnasked(raw);
    return undefined;
  }
  const result = schema.safeParse(raw ?? {});
  if (!result.success) throw complain(result.error, wholePath);
  return result.data;
}

/** A call without fields of its own names those it was given, whether they came as JSON or beside a file. */
function refuseUnasked(raw: unknown): void {
  if (raw === undefined || raw === null) return;
  if (typeof raw !== 'object' || Array.isArray(raw)) throw new Refusal(400, { detail: 'This call takes no body.' });
  const names = Object.keys(raw);
  if (names.length > 0) throw invalid(Object.fromEntries(names.map((name) => [name, UNKNOWN])));
}

/** `If-Match: "7"`, or 7 without the quotes. */
export function parseIfMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const match = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(header);
  if (!match) throw new Refusal(400, { detail: 'If-Match must be the version number of the record.' });
  return Number(match[1]);
}
