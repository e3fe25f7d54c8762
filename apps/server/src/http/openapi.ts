import { Problem } from '@dmse/contract/common/problem';
import { answerSchema, CONTRACT_VERSION, type Endpoint } from '@dmse/contract/endpoint';
import { rolesFor } from '@dmse/domain/access/grants';
import { z } from 'zod';

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return rest;
}

function parametersOf({ names, declaration }: Endpoint): Json[] {
  const path = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: declaration.params?.[name] ? schemaOf(declaration.params[name]) : { type: 'integer' },
  }));
  const query = declaration.query ? schemaOf(declaration.query) : {};
  const required = new Set((query.required as string[]) ?? []);
  const rest = Object.entries((query.properties as Record<string, Json>) ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
    ...(schema.type === 'array' ? { style: 'form', explode: true } : {}),
  }));
  const headers = declaration.headers ? Object.entries(declaration.headers.shape) : [];
  const head = headers.map(([name, schema]) => ({ name, in: 'header', required: false, schema: schemaOf(schema as z.ZodType) }));
  return [...path, ...rest, ...head];
}

function bodyOf({ body, bytes, multipart }: Endpoint['declaration']): Json | null {
  const json = body ? schemaOf(body) : null;
  if (!multipart && bytes !== undefined) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  if (!multipart) return json && { 'application/json': { schema: json } };
  const parts = { ...((json?.properties as Json) ?? {}), file: { type: 'string', format: 'binary' } };
  const form = { 'multipart/form-data': { schema: { type: 'object', properties: parts } } };
  return multipart === 'or_json' && json ? { ...form, 'application/json': { schema: json } } : form;
}

function operationOf(name: string, endpoint: Endpoint): Json {
  const { declaration } = endpoint;
  const answer = answerSchema(endpoint);
  const content = answer
    ? { content: { 'application/json': { schema: schemaOf(answer) } } }
    : declaration.gives === 'file'
      ? { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
      : {};
  const status = String(declaration.status ?? (answer || declaration.gives === 'file' ? 200 : 204));
  const problem = { description: 'Refused', content: { 'application/json': { schema: schemaOf(Problem) } } };
  const body = bodyOf(declaration);
  return {
    operationId: name,
    summary: declaration.says,
    tags: [endpoint.path.split('/')[2]],
    description: `Needs ${declaration.needs}: ${rolesFor(declaration.needs).join(', ')}.`,
    parameters: parametersOf(endpoint),
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: { [status]: { description: 'Done', ...content }, '4XX': problem },
  };
}

/** The whole contract as OpenAPI 3.1. Never edited by hand. */
export function openapi(endpoints: ReadonlyMap<string, Endpoint>): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'DMSE',
      version: String(CONTRACT_VERSION),
      description: 'The API of the DMSE job-management and field-survey application.',
    },
    paths,
  };
}
