import type { Action } from '@dmse/domain/access/grants';
import type { RecordId } from '@dmse/domain/values/brand';
import { z } from 'zod';

/** The number that goes out in `X-Contract`. Raised when a shape on the wire changes; sync endpoints understand the last two. */
export const CONTRACT_VERSION = 1;

/** The most bytes of a JSON body where its declaration names no more. */
export const JSON_BYTES = 64 * 1024;
export const MEDIUM_JSON_BYTES = 256 * 1024;
export const LARGE_JSON_BYTES = 2 * 1024 * 1024;

const METHODS = ['get', 'head', 'post', 'patch', 'put', 'delete'] as const;
export type Method = (typeof METHODS)[number];

type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}` ? Name | PathNames<Rest> : never;
type PathOf<D> = { [M in Method]: D extends Record<M, infer P extends string> ? P : never }[Method];
/** `/api/jobs/quote/:id/…` is about a quote. */
type NounOf<Path> = Path extends `/api/${string}/${infer Noun}/:id/${string}` ? Noun : never;
type IdIn<Path, Name> = Name extends 'id' ? ([NounOf<Path>] extends [never] ? number : RecordId<NounOf<Path> & string>) : number;
type ParamsOf<D> = {
  [Name in PathNames<PathOf<D>>]: D extends { params: Record<Name, z.ZodType<infer T>> } ? T : IdIn<PathOf<D>, Name>;
};

export type Declaration = { [M in Method]?: string } & {
  params?: Record<string, z.ZodType>;
  query?: z.ZodObject;
  /** The specification gives this call a query and names nothing in it: whatever comes is ignored, not refused. */
  any_query?: true;
  body?: z.ZodType;
  /** Request headers the handler reads, by their lower-case names. */
  headers?: z.ZodObject;
  /**
   * The body arrives as multipart parts; `body` then describes the text parts, each read by its field's type, an empty one as null where
   * the field may be null. `or_json`: the same fields may also come as JSON, without a file.
   */
  multipart?: true | 'or_json';
  /** The most bytes a file may have here. Without `multipart` the body is one piece of raw bytes. Either lies in the store before the handler runs. */
  bytes?: number;
  /** The most files of one form, where they may be many. */
  files?: number;
  /** The most bytes of the JSON body, or of one text part of a form, where it may be long: a budget pasted, a polygon, a shot. */
  json_bytes?: number;
  response?: z.ZodType | 'file' | 'nothing';
  page?: z.ZodType;
  needs: Action;
  summary: string;
  /** A POST that changes nothing (a preview, a rendering): runs in a read-only transaction. */
  reads?: true;
  /** A GET that leaves a note behind (a device's block of numbers), harmless to whoever is tricked into it: runs in a writing transaction. */
  notes?: true;
  /** Spoken by tablets: the answer names the dataset's epoch, and who has lost the role is told LATE instead of a plain no. */
  field?: true;
  /** Answered status when all went well; 200 unless said. */
  status?: 200 | 201 | 202 | 204;
  /** Passwords pass here: neither the body nor the answer leaves a trace, not even for somebody who did not hear the answer. */
  secret?: true;
  /** A dangerous act: whoever has not shown lately who they are is asked again. */
  confirm?: true;
  /** Counted against a person's budget of heavy calls. */
  heavy?: true;
  /** One of very many calls for one look at a map or plan: counted apart from the others. */
  tile?: true;
};

export type Endpoint<D extends Declaration = Declaration> = {
  readonly method: Method;
  readonly path: string;
  readonly names: readonly string[];
  readonly declaration: D;
};

/** One declaration; the server, the screens, the API page, the test client and the table test all read it. */
export function endpoint<const D extends Declaration>(declaration: D): Endpoint<D> {
  const method = METHODS.find((name) => declaration[name] !== undefined);
  if (!method) throw new Error(`No method in the declaration of: ${declaration.summary}`);
  const path = declaration[method] as string;
  return { method, path, names: [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!), declaration };
}

type QueryOf<D> = D extends { query: infer Q extends z.ZodType } ? z.input<Q> : object;
export type BodyOf<D> = D extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
export type Page<Row> = { count: number; results: Row[] };

/** What names the call: path parameters and query together, since their names never meet. */
export type InputOf<E> = E extends Endpoint<infer D> ? ParamsOf<D> & QueryOf<D> : never;
/** What names a record in its calls. */
export type IdOf<E> = InputOf<E> extends { id: infer Id } ? Id : never;
export type ParsedQuery<D> = D extends { query: infer Q extends z.ZodType } ? z.output<Q> : object;
export type ParsedBody<D> = D extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
export type ParsedHeaders<D> = D extends { headers: infer H extends z.ZodType } ? z.output<H> : object;
export type ParsedParams<D> = ParamsOf<D>;
/** What a list is asked for, as the server gets it. */
export type RequestQuery<E> = E extends Endpoint<infer D> ? ParsedQuery<D> : never;
/** The body of a call as the server gets it. */
export type RequestBody<E> = E extends Endpoint<infer D> ? ParsedBody<D> : never;

/** What the call answers. */
export type AnswerOf<E> =
  E extends Endpoint<infer D>
    ? D extends { page: infer R extends z.ZodType }
      ? Page<z.output<R>>
      : D extends { response: 'file' }
        ? Blob
        : D extends { response: infer G extends z.ZodType }
          ? z.output<G>
          : undefined
    : never;

export function isUnsafe(method: Method): boolean {
  return method !== 'get' && method !== 'head';
}

const pageSchemas = new WeakMap<z.ZodType, z.ZodType>();

/** Made once for each row: a schema costs more to make than to use. */
function pageSchema(row: z.ZodType): z.ZodType {
  const made = pageSchemas.get(row) ?? z.object({ count: z.int(), results: z.array(row) });
  pageSchemas.set(row, made);
  return made;
}

/** The schema an answer is parsed and stripped by, or null for files and empty answers. */
export function answerSchema({ declaration }: Endpoint): z.ZodType | null {
  if (declaration.page) return pageSchema(declaration.page);
  return declaration.response && typeof declaration.response === 'object' ? declaration.response : null;
}

/** `/api/clients/client/:id/` and `{ id: 5, query: 'x' }` to the address and what is left for the query string. */
export function addressOf(endpoint: Endpoint, input: Record<string, unknown>): string {
  const left = { ...input };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = left[name];
    delete left[name];
    return encodeURIComponent(String(value));
  });
  const search = queryString(left);
  return search ? `${path}?${search}` : path;
}

/** Arrays are repeated without indexes; what is undefined is not sent. */
export function queryString(values: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  }
  return search.toString();
}
