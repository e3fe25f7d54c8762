import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isOnline, markReachable, watchConnection } from '../session/connection.ts';
import { AppTheme } from '../theme/app-theme.tsx';
import { FatalPage } from './fatal-page.tsx';
import type { createAppRouter } from './routes/router.tsx';
import { type Started, startUp } from './start-up.ts';
import { ThemeSync } from './theme-sync.tsx';

export type AppProps = { client: QueryClient; router: ReturnType<typeof createAppRouter>; start?: typeof startUp };

/** Starts up, then shows the pages; or says why it cannot. */
export function App({ client, router, start = startUp }: AppProps) {
  const [started, setStarted] = useState<Started | null>(null);

  useEffect(() => {
    let isGone = false;
    const show = (next: Started) => !isGone && setStarted(next);
    void start(client, (late) => {
      if (late.kind === 'ready') markReachable();
      show(late);
    }).then(show);
    return () => {
      isGone = true;
    };
  }, [client, start]);

  useEffect(() => {
    let wasOnline = isOnline();
    return watchConnection(() => {
      const isBack = isOnline() && !wasOnline;
      wasOnline = isOnline();
      // The server is there again: what is on the screen may be old, or an error.
      if (isBack) void client.invalidateQueries({ predicate: (query) => String(query.queryKey[0]).startsWith('/api/') });
    });
  }, [client]);

  return (
    <QueryClientProvider client={client}>
      <AppTheme>
        {started?.kind === 'fatal' ? <FatalPage why={started.why} detail={started.detail} /> : null}
        {started?.kind === 'ready' ? (
          // Somebody else's late answer starts everything afresh.
          <div key={started.self.id}>
            <ThemeSync />
            <RouterProvider router={router} />
          </div>
        ) : null}
      </AppTheme>
    </QueryClientProvider>
  );
}
