import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { parseSearch, type SearchWords, stringifySearch } from '../app/routes/search-string.ts';
import { PageError } from '../parts/page/page-error.tsx';
import { StaffContent } from './staff-content.tsx';
import { StaffFrame } from './staff-frame.tsx';

const root = createRootRoute({ component: StaffFrame, validateSearch: (words: SearchWords): SearchWords => words });
const home = createRoute({ getParentRoute: () => root, path: '/', component: StaffContent });
const page = createRoute({ getParentRoute: () => root, path: '$', component: StaffContent });

/** The panel is small: one route, whose rest names the page and the record. */
export const staffRouter = createRouter({
  routeTree: root.addChildren([home, page]),
  basepath: '/staff',
  parseSearch,
  stringifySearch,
  trailingSlash: 'preserve',
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});
