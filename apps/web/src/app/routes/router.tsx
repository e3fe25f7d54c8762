import type { Action } from '@dmse/domain/access/grants';
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { fetchIcons } from '../../parts/icon/icon-paths.ts';
import { NoRole } from '../../parts/page/no-role.tsx';
import { NotFound } from '../../parts/page/not-found.tsx';
import { PageError } from '../../parts/page/page-error.tsx';
import { PagePending } from '../../parts/page/page-pending.tsx';
import { Can } from '../../session/can.tsx';
import { isOnline } from '../../session/connection.ts';
import { AppFrame } from '../app-frame.tsx';
import type { RouteRow } from './route-row.ts';
import { REDIRECTS, ROUTE_TABLE, trailTo } from './route-table.ts';
import { parseSearch, type SearchWords, stringifySearch } from './search-string.ts';

const HOME_PATH = '/';
const ID_SHAPES = { number: /^[1-9]\d{0,15}$/, uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i };

const root = createRootRoute({
  component: AppFrame,
  notFoundComponent: NotFound,
  validateSearch: (words: SearchWords): SearchWords => words,
});

/** Not Found for an id that cannot be one or a tab that is none; Home for an offline person whose page needs the network. */
function guard(row: RouteRow, params: Record<string, string | undefined>, isHere = false): void {
  if (row.id && !ID_SHAPES[row.id].test(params.id ?? '')) throw notFound();
  if (params.tab !== undefined && !row.tabs?.includes(params.tab)) throw notFound();
  // What is on a page that is open stays, also when its address changes.
  const isKept = row.offline === true || (row.offline === 'first_tab' && (params.tab ?? row.tabs?.[0]) === row.tabs?.[0]);
  if (!isKept && !isHere && !isOnline()) throw redirect({ to: '/', state: { sent_home_from: row.title } });
}

/** Whoever may not open a page is told whom to ask, in its place. */
function guarded(Screen: ComponentType, needs: Action, title: string): ComponentType {
  return () => (
    <Can do={needs} otherwise={<NoRole needs={needs} title={title} />}>
      <Screen />
    </Can>
  );
}

function componentOf(row: RouteRow) {
  const { screen } = row;
  // Home is shown with as little code as possible; its icons are in the first file.
  const icons = row.path === HOME_PATH ? undefined : fetchIcons;
  return lazyRouteComponent(async () => {
    const [Screen] = await Promise.all([screen(), icons?.()]);
    return { default: row.needs ? guarded(Screen, row.needs, row.title) : Screen };
  });
}

function page<const Path extends string, Search extends SearchWords = SearchWords>(
  path: Path,
  row: RouteRow & { search?: (words: SearchWords) => Search },
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: (words: SearchWords): Search => (row.search?.(words) ?? words) as Search,
    staticData: { row, trail: trailTo(row) },
    beforeLoad: ({ params, cause }) => guard(row, params as Record<string, string | undefined>, cause === 'stay'),
    component: componentOf(row),
  });
}

/** The bare path of a record with tabs: goes to the first tab, keeping what else the address says. */
function toFirstTab<const Path extends string>(path: Path, row: RouteRow) {
  return createRoute({
    getParentRoute: () => root,
    path,
    staticData: { row, trail: trailTo(row) },
    beforeLoad: ({ params, location }) => {
      guard(row, params as Record<string, string | undefined>);
      throw redirect({ to: `${path}/$tab`, params: { ...params, tab: row.tabs?.[0] }, search: location.search, replace: true } as never);
    },
  });
}

function redirectRoute<const Path extends string>(from: Path, to: string) {
  return createRoute({
    getParentRoute: () => root,
    path: from,
    beforeLoad: ({ params, location }) => {
      throw redirect({ to, params, search: location.search, replace: true } as never);
    },
  });
}

type Row = (typeof ROUTE_TABLE)[number];
type SearchOf<R> = R extends { search: (words: SearchWords) => infer S extends SearchWords } ? S : SearchWords;
type PageRoute<Path extends string, Search extends SearchWords> = ReturnType<typeof page<Path, Search>>;
type RouteOf<R extends Row> = R extends { tabs: readonly string[] }
  ? ReturnType<typeof toFirstTab<R['path']>> | PageRoute<`${R['path']}/$tab`, SearchOf<R>>
  : PageRoute<R['path'], SearchOf<R>>;

function routesOf(row: RouteRow): AnyRoute[] {
  return row.tabs ? [toFirstTab(row.path, row), page(`${row.path}/$tab`, row)] : [page(row.path, row)];
}

// The gallery of parts is for whoever builds with them; a built app does not have it.
// The table is walked at run time; its literal paths reach the compiler through RouteOf, so that every link is checked.
const GALLERY: RouteRow = {
  path: '/gallery',
  title: 'Gallery',
  offline: true,
  above: { path: '/' },
  screen: () => import('../gallery/gallery.tsx').then((file) => file.Gallery),
};
const rows: readonly RouteRow[] = import.meta.env.DEV ? [...ROUTE_TABLE, GALLERY] : ROUTE_TABLE;
const routes = [...rows.flatMap(routesOf), ...REDIRECTS.map(({ from, to }) => redirectRoute(from, to))];
const routeTree = root.addChildren(routes as unknown as readonly RouteOf<Row>[]);

export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    basepath: '/app',
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    trailingSlash: 'preserve',
    notFoundMode: 'root',
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    // A page that is ready is not held back.
    defaultPendingMinMs: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  });
}

/** The code of the page one comes to is fetched while it is still asked who is here. */
export function fetchScreen({ latestLocation, matchRoutes, routesById }: ReturnType<typeof createAppRouter>): void {
  for (const { routeId } of matchRoutes(latestLocation)) {
    const { component } = (routesById as Record<string, AnyRoute>)[routeId]?.options ?? {};
    const fetching = (component as { preload?: () => Promise<void> } | undefined)?.preload?.();
    // What cannot be fetched is asked for again by the page itself, which can say so.
    fetching?.catch(() => {});
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
