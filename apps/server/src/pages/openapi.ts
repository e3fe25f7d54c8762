import { setImmediate } from 'node:timers/promises';
import { PROBLEM_CODES } from '@dmse/contract/common/problem';
import { answerSchema, CONTRACT_VERSION, type Endpoint, isUnsafe } from '@dmse/contract/endpoint';
import { rolesFor } from '@dmse/domain/access/grants';
import { z } from 'zod';
import { COMPONENTS, namedShape, namesWithin, type Shape, shapeOf } from '../call/api-shapes.ts';
import { statusOf, takesIfMatch, takesKey } from '../call/describe-call.ts';

type Json = Record<string, unknown>;

function parametersOf(endpoint: Endpoint): Json[] {
  const { names, declaration } = endpoint;
  const path = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: declaration.params?.[name] ? shapeOf(declaration.params[name]) : { type: 'integer' },
  }));
  const listed = (schema: z.ZodObject | undefined, place: 'query' | 'header') => {
    const { properties = {}, required = [] } = schema ? shapeOf(z.object(schema.shape)) : {};
    return Object.entries(properties).map(([name, shape]) => ({
      name,
      in: place,
      required: required.includes(name),
      schema: shape,
      ...(shape.type === 'array' ? { style: 'form', explode: true } : {}),
    }));
  };
  const shared = [...(takesIfMatch(endpoint) ? ['IfMatch'] : []), ...(takesKey(endpoint) ? ['IdempotencyKey'] : [])];
  return [
    ...path,
    ...listed(declaration.query, 'query'),
    ...listed(declaration.headers, 'header'),
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function bodyOf({ body, bytes, multipart }: Endpoint['declaration']): Json | null {
  const json = body ? shapeOf(body) : null;
  if (!multipart && bytes !== undefined) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  if (!multipart) return json && { 'application/json': { schema: json } };
  const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } };
  const form = { 'multipart/form-data': { schema: json ? { allOf: [json, file] } : file } };
  return multipart === 'or_json' && json ? { ...form, 'application/json': { schema: json } } : form;
}

/** Which refusals a call can meet; their shape is one. */
function refusalsOf({ method, names, declaration }: Endpoint): Json {
  const statuses = ['400', '401', '403', ...(names.length > 0 ? ['404'] : []), ...(isUnsafe(method) ? ['409'] : [])];
  if (declaration.multipart || declaration.bytes !== undefined) statuses.push('413', '415');
  return Object.fromEntries([...statuses, '429'].map((status) => [status, { $ref: '#/components/responses/Refused' }]));
}

function operationOf(name: string, endpoint: Endpoint): Json {
  const { declaration, method } = endpoint;
  const answer = answerSchema(endpoint);
  const content = answer
    ? { content: { 'application/json': { schema: shapeOf(answer) } } }
    : declaration.response === 'file'
      ? { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
      : {};
  const headers = {
    'X-Contract': { $ref: '#/components/headers/XContract' },
    ...(answer instanceof z.ZodObject && 'version' in answer.shape ? { ETag: { $ref: '#/components/headers/ETag' } } : {}),
    ...(declaration.field ? { 'X-Dataset-Epoch': { $ref: '#/components/headers/XDatasetEpoch' } } : {}),
  };
  const body = bodyOf(declaration);
  return {
    operationId: name,
    summary: declaration.summary,
    tags: [endpoint.path.split('/')[2]],
    description: `Needs ${declaration.needs}: ${rolesFor(declaration.needs).join(', ')}.`,
    security: [isUnsafe(method) ? { session: [], csrf: [] } : { session: [] }],
    parameters: parametersOf(endpoint),
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: { [statusOf(endpoint)]: { description: 'Done', headers, ...content }, ...refusalsOf(endpoint) },
  };
}

const text = { type: 'string' } satisfies Shape;

const SHARED = {
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'sessionid',
      description: 'Set by signing in at /auth/login/; over https named __Host-sessionid.',
    },
    csrf: { type: 'apiKey', in: 'header', name: 'X-CSRFToken', description: 'The value of the cookie csrftoken, on every unsafe method.' },
  },
  parameters: {
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      schema: text,
      description: 'The version of the record that was looked at, such as "7". When it is no longer that, the answer is 409 CONFLICT.',
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      schema: { type: 'string', minLength: 8, maxLength: 128 },
      description: 'However often the same request arrives under this key, it takes effect once.',
    },
  },
  headers: {
    XContract: { schema: text, description: 'The version of the contract the server speaks.' },
    XDatasetEpoch: { schema: text, description: 'Changes when a backup was restored.' },
    ETag: { schema: text, description: 'The version of the record; send it back as If-Match.' },
  },
  responses: {
    Refused: {
      description: `Refused: a sentence, messages at the names of fields, and a code where a program can act on it (${PROBLEM_CODES.join(', ')}).`,
      content: { 'application/json': { schema: { $ref: `${COMPONENTS}Problem` } } },
    },
  },
};

/** The whole contract as OpenAPI 3.1. Never edited by hand; made piece by piece, so that nobody waits for it. */
export async function openapi(endpoints: ReadonlyMap<string, Endpoint>): Promise<Json> {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(name, endpoint) };
    await setImmediate();
  }
  const schemas = Object.fromEntries(namesWithin([paths, SHARED.responses]).map((name) => [name, namedShape(name)]));
  return {
    openapi: '3.1.0',
    info: {
      title: 'DMSE',
      version: String(CONTRACT_VERSION),
      description: 'The API of the DMSE job-management and field-survey application.',
    },
    paths,
    components: { ...SHARED, schemas },
  };
}
