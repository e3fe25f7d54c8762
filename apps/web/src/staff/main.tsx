import '../app/zod-config.ts';
import '../theme/fonts.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { FatalPage } from '../app/fatal-page.tsx';
import { createQueryClient } from '../app/query-client.ts';
import { type Started, startUp } from '../app/start-up.ts';
import { ThemeSync } from '../app/theme-sync.tsx';
import { fetchIcons } from '../parts/icon/icon-paths.ts';
import { AppTheme } from '../theme/app-theme.tsx';
import { staffRouter } from './staff-router.tsx';

const client = createQueryClient();
// They come while it is still asked who is here.
void fetchIcons();

/** The panel is not for offline work, but starts the same way. */
function StaffApp() {
  const [started, setStarted] = useState<Started | null>(null);
  useEffect(() => {
    void startUp(client, setStarted).then(setStarted);
  }, []);
  return (
    <QueryClientProvider client={client}>
      <AppTheme>
        {started?.kind === 'fatal' ? <FatalPage why={started.why} detail={started.detail} /> : null}
        {started?.kind === 'ready' ? (
          <>
            <ThemeSync />
            <RouterProvider router={staffRouter as never} />
          </>
        ) : null}
      </AppTheme>
    </QueryClientProvider>
  );
}

const place = document.getElementById('root');
if (!place) throw new Error('staff.html has lost its root element.');
createRoot(place).render(
  <StrictMode>
    <StaffApp />
  </StrictMode>,
);
