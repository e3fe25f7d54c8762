import { Id } from '@dmse/contract/common/fields';
import { readQuery } from '@dmse/contract/common/read-query';
import type { Endpoint } from '@dmse/contract/endpoint';
import { wordIssue } from '@dmse/domain/text/issue-text';
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

/** An answer names so many problems; whoever sent more wrong is told how many there are. */
const MOST_PROBLEMS = 20;
/** A name somebody made up is said again only so far. */
const MOST_NAME = 100;

/** Collects problems; the first are named, the others counted. */
function collectProblems() {
  const errors: Record<string, string[]> = {};
  const general: string[] = [];
  let count = 0;
  return {
    add(field: string, message: string): void {
      count += 1;
      if (count > MOST_PROBLEMS) return;
      const name = field.slice(0, MOST_NAME);
      if (name === '') general.push(message);
      else errors[name] = [...new Set([...(errors[name] ?? []), message])];
    },
    /** Messages per field; what belongs to no field becomes the sentence of the whole. */
    refusal(): Refusal {
      if (count > MOST_PROBLEMS) general.push(`There are ${count} problems; these are the first ${MOST_PROBLEMS}.`);
      return general.length > 0 ? new Refusal('INVALID', general.join(' '), { ...errors }) : invalid(errors);
    },
  };
}

/** Turns zod's complaints into a refusal. */
export function complain(error: z.ZodError, nameOf: NameOf = wholePath): Refusal {
  const problems = collectProblems();
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) problems.add(nameOf([...issue.path, key]), UNKNOWN);
    else problems.add(nameOf(issue.path), issue.message);
  }
  return problems.refusal();
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
  if (endpoint.declaration.any_query) return {};
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
  if (!result.success) throw complain(result.error);
  return result.data;
}

/** A call without fields of its own names those it was given, whether they came as JSON or beside a file. */
function refuseUnasked(raw: unknown): void {
  if (raw === undefined || raw === null) return;
  if (typeof raw !== 'object' || Array.isArray(raw)) throw new Refusal('INVALID', 'This call takes no body.');
  const problems = collectProblems();
  for (const name of Object.keys(raw)) problems.add(name, UNKNOWN);
  if (Object.keys(raw).length > 0) throw problems.refusal();
}

/** `If-Match: "7"`, or 7 without the quotes. */
export function parseIfMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const match = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(header);
  if (!match) throw new Refusal('INVALID', 'If-Match must be the version number of the record.');
  return Number(match[1]);
}
