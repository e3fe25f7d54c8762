import { FakeServer } from '@dmse/testkit/fake-server';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider, useRouterState } from '@tanstack/react-router';
import { act, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, vi } from 'vitest';
import { parseSearch, stringifySearch } from '../app/routes/search-string.ts';
import { theme } from '../theme/theme.ts';
import { clearToasts } from './toast/toast-store.ts';
import { Toasts } from './toast/toasts.tsx';

// Two cores and everything at once: what is slow is not yet missing.
configure({ asyncUtilTimeout: 12_000 });

function Elsewhere() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return <h1>Page {path}</h1>;
}

const servers = new Set<FakeServer>();

/** A fake server in the place of `fetch` until the test is over. */
export function startServer(): FakeServer {
  const server = new FakeServer().install();
  servers.add(server);
  return server;
}

afterEach(() => {
  for (const server of servers) server.restore();
  servers.clear();
  clearToasts();
  vi.restoreAllMocks();
});

/** Shows a part where screens stand: under `/part`, with a router, a cache, the theme and the toasts; every other address is elsewhere. */
export async function renderPart(part: ReactNode, address = '/part') {
  const root = createRootRoute();
  const here = createRoute({ getParentRoute: () => root, path: '/part', component: () => part });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/$', component: Elsewhere });
  const router = createRouter({
    routeTree: root.addChildren([here, elsewhere]),
    history: createMemoryHistory({ initialEntries: [`/app${address}`] }),
    basepath: '/app',
    parseSearch,
    stringifySearch,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } } });
  await router.load();
  const view = render(
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
        <Toasts />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  await act(async () => {});
  return { ...view, router, client, address: () => router.state.location.href.replace(/^\/app/, '') };
}

/** Makes the window as narrow as a phone for the rest of the test. */
export function beNarrow(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: /max-width/.test(query),
        media: query,
        addEventListener: () => {},
        removeEventListener: () => {},
        addListener: () => {},
        removeListener: () => {},
      }) as unknown as MediaQueryList,
  );
}

/** Pulls the network from under the browser for the rest of the test. */
export function beOffline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
}
