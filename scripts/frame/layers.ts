import type { Import, Source } from './source.ts';

const area = (place: string) => /^areas\/([\w-]+)\//.exec(place)?.[1] ?? null;
const role = (place: string) => /\.(routes|service|queries)\.ts$/.exec(place)?.[1] ?? null;
const group = (place: string) => (place.includes('/') ? place.split('/')[0]! : '');

/** Who speaks SQL: queries, the database folder, the records, the verbs that cross areas, the demo firm, what prepares a database at start, the queue. */
const SPEAKS_SQL = /\.queries\.ts$|^(db|postgres|records|flows|demo|start|backup)\/|^adapters\/boss-queue\.ts$/;

/** Inside the server: routes → service → queries; another area only through its service; the database and the adapters know no area. */
export function findServerEdges({ path, home, place, isTest, imports }: Source): string[] {
  if (home !== 'server' || isTest) return [];
  return imports.flatMap((found) => {
    const edge = `${path} -> ${found.spec}`;
    if (['kysely', 'pg'].includes(found.spec)) return SPEAKS_SQL.test(place) ? [] : [`${edge}: SQL is spoken in queries`];
    return found.home === 'server' ? describeServerEdge(place, found.place).map((says) => `${edge}: ${says}`) : [];
  });
}

function describeServerEdge(from: string, to: string): string[] {
  const offences: string[] = [];
  const [fromRole, toRole] = [role(from), role(to)];
  if (fromRole === 'routes' && toRole === 'queries') offences.push('routes ask a service, not the queries');
  if (fromRole === 'queries' && (toRole === 'service' || toRole === 'routes')) offences.push('queries know neither service nor routes');
  if (fromRole === 'service' && toRole === 'routes') offences.push('a service knows no routes');
  if (toRole === 'queries' && area(from) && area(to) && area(from) !== area(to)) offences.push("another area's queries; ask its service");
  if (['db', 'postgres', 'records', 'adapters'].includes(group(from)) && ['areas', 'flows'].includes(group(to)))
    offences.push(`${group(from)} knows no area`);
  return offences;
}

/** A page, a tab of one or a list may be made of pieces of every area; all other files of an area are its pieces. */
const PAGE = /-(page|tab|search)\.tsx$/;
/** Home and the stored runs show what the device holds; the field app itself knows no page. */
const SHOWS_DEVICE = /^areas\/(home|sites\/device)\//;

/** Inside the web app: app → areas → parts, with api, session and theme below all of them. */
const WEB_MAY: Record<string, string[]> = {
  theme: ['theme'],
  api: ['api', 'session', 'parts', 'theme'],
  session: ['session', 'api'],
  parts: ['parts', 'api', 'session', 'theme'],
  areas: ['areas', 'parts', 'api', 'session', 'theme'],
  field: ['field', 'areas', 'parts', 'api', 'session', 'theme'],
};

export function findWebEdges({ path, home, place, isTest, imports }: Source): string[] {
  const allowed = WEB_MAY[group(place)];
  if (home !== 'web' || isTest || !allowed) return [];
  return imports
    .filter((found) => found.home === 'web')
    .flatMap((found) => describeWebEdge(place, found, allowed).map((says) => `${path} -> ${found.spec}: ${says}`));
}

function describeWebEdge(from: string, to: Import, allowed: string[]): string[] {
  const isPage = group(from) === 'areas' && PAGE.test(from);
  if (group(to.place) === 'field' && (isPage || SHOWS_DEVICE.test(from))) return [];
  if (group(to.place) !== '' && !allowed.includes(group(to.place))) return [`${group(from)} may not know ${group(to.place)}`];
  if (group(from) === 'areas' && group(to.place) === 'areas' && area(from) !== area(to.place) && !isPage)
    return ['a piece knows only its own area'];
  return [];
}
