import { allOrNothing, type Books } from '../books/books.ts';
import { type ListOf, listPage } from './lists.ts';
import { type Answer, badRequest, notFound, Problem, Refusal } from './refusal.ts';
import type { ShowLines } from './show.ts';
import { readElements } from './wire-input.ts';

/** One call under /api.xro/2.0/, after everything around it has been checked. */
export type ApiCall = {
  books: Books;
  method: string;
  /** What follows the name of the resource. */
  path: string[];
  query: URLSearchParams;
  modifiedSince: string | undefined;
  body: unknown;
  /** What came instead of a body. */
  file: { mime_type: string; bytes: Buffer } | null;
};

export type Shown = Record<string, unknown>;

export const wrapped = (books: Books, name: string, elements: unknown[], more: Shown = {}): Answer => ({
  status: 200,
  body: { Id: crypto.randomUUID(), Status: 'OK', ProviderName: 'DMSE', DateTimeUTC: `/Date(${books.now()})/`, ...more, [name]: elements },
});

export const notAllowed = (method: string) =>
  new Problem({ status: 405, body: { Title: 'Method Not Allowed', Status: 405, Detail: `${method} is not possible here.` } });

/** Saves each element. One that is refused refuses all of them, or with summarizeErrors=false itself only. */
export function saveEach<T>(call: ApiCall, name: string, save: (sent: unknown) => T, show: (saved: T) => Shown): Answer {
  const { books, query } = call;
  for (const asked of query.keys())
    if (asked !== 'unitdp' && asked !== 'summarizeErrors') throw badRequest(`The stand-in knows no parameter ${asked} here.`);
  const elements = readElements(call.body, name);
  const saveOne = (sent: unknown) => allOrNothing(books, () => show(save(sent)));
  const handle = query.get('summarizeErrors') === 'false' ? withOwnErrors : orValidation;
  const saved = allOrNothing(books, () => elements.map((sent) => handle(sent, saveOne)));
  return wrapped(books, name, saved);
}

function withOwnErrors(sent: unknown, save: (sent: unknown) => Shown): Shown {
  try {
    return { ...save(sent), StatusAttributeString: 'OK' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...(sent as Shown), HasErrors: true, StatusAttributeString: 'ERROR', ValidationErrors: toErrors(error.messages) };
  }
}

const toErrors = (messages: string[]) => messages.map((Message) => ({ Message }));

/** What is refused refuses the whole call. */
export function orValidation<T>(sent: unknown, work: (sent: unknown) => T): T {
  try {
    return work(sent);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const Elements = [{ ...(sent as Shown), ValidationErrors: toErrors(error.messages) }];
    const Message = 'A validation exception occurred';
    throw new Problem({ status: 400, body: { ErrorNumber: 10, Type: 'ValidationException', Message, Elements } });
  }
}

export function unitPlaces(query: URLSearchParams): 2 | 4 {
  const text = query.get('unitdp') ?? '2';
  if (text !== '2' && text !== '4') throw badRequest('unitdp is 2 or 4.');
  return text === '4' ? 4 : 2;
}

/** The id in the path goes into the body; they must not say different things. */
export function withPathId(sent: unknown, name: string, id: string | undefined): unknown {
  if (id === undefined) return sent;
  const own = (sent as Shown)[name];
  if (own !== undefined && own !== id) throw badRequest(`The path says ${id} and ${name} says ${own}.`);
  return { ...(sent as Shown), [name]: id };
}

export function found<T>(record: T | undefined, what: string): T {
  if (record === undefined) throw notFound(what);
  return record;
}

export function showList<T>(
  { books, query, modifiedSince }: ApiCall,
  name: string,
  list: ListOf<T>,
  show: (record: T, lines: ShowLines) => Shown,
): Answer {
  const { records, isPaged, pagination } = listPage(list, query, modifiedSince);
  const shown = records.map((record) => show(record, isPaged ? unitPlaces(query) : 'no lines'));
  return wrapped(books, name, shown, { pagination });
}
