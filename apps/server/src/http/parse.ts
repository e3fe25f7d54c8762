import { Id } from '@dmse/contract/common/fields';
import { readQuery } from '@dmse/contract/common/read-query';
import type { Endpoint } from '@dmse/contract/endpoint';
import { z } from 'zod';
import { invalid, notFound, Refusal } from './refusal.ts';

const NO_QUERY = z.strictObject({});

/** Turns zod's complaints into messages per field; what belongs to no field becomes the sentence of the whole. */
function complain(error: z.ZodError): Refusal {
  const told = error.issues.flatMap((issue): [field: string, message: string][] => {
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0)
      return issue.keys.map((key) => [key, 'This field is not known here.']);
    return [[issue.path.join('.'), plain(issue)]];
  });
  const errors: Record<string, string[]> = {};
  for (const [field, message] of told.filter(([field]) => field !== '')) errors[field] = [...(errors[field] ?? []), message];
  const general = told.filter(([field]) => field === '').map(([, message]) => message);
  return general.length > 0 ? new Refusal(400, { detail: general.join(' '), ...errors }) : invalid(errors);
}

function plain(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'This field is required.';
  return issue.message.replace(/^Invalid input: /, '').replace(/^./, (letter) => letter.toUpperCase());
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
  if (!result.success) throw complain(result.error);
  return result.data;
}

export function parseHeaders(endpoint: Endpoint, raw: Record<string, string | string[] | undefined>): unknown {
  const schema = endpoint.declaration.headers;
  if (!schema) return {};
  const result = schema.safeParse(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, raw[name]])));
  if (!result.success) throw complain(result.error);
  return result.data;
}

export function parseBody(endpoint: Endpoint, raw: unknown): unknown {
  const schema = endpoint.declaration.body;
  if (!schema) {
    const isEmpty = raw === undefined || raw === null || (typeof raw === 'object' && Object.keys(raw).length === 0);
    if (!isEmpty) throw new Refusal(400, { detail: 'This call takes no body.' });
    return undefined;
  }
  const result = schema.safeParse(raw ?? {}, { reportInput: true });
  if (!result.success) throw complain(result.error);
  return result.data;
}

/** `If-Match: "7"`, or 7 without the quotes. */
export function parseIfMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const match = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(header);
  if (!match) throw new Refusal(400, { detail: 'If-Match must be the version number of the record.' });
  return Number(match[1]);
}
