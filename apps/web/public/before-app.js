// Runs before the first paint, while the app's own code is still on its way. The content security policy allows no script inside the
// page, hence this file.

// The colour scheme, so that a dark room stays dark. Keep the key and the attribute as in src/theme/tokens.ts.
(() => {
  let mode = 'system';
  try {
    mode = localStorage.getItem('dmse.theme') || mode;
  } catch {
    // Storage may be refused; the device's own scheme then decides.
  }
  const isDark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-scheme', isDark ? 'dark' : 'light');
})();

// The calls every start begins with; src/api/first-answers.ts takes the answers.
(() => {
  const headers = { Accept: 'application/json', 'X-CSRFToken': document.cookie.match(/(?:^|;\s*)csrftoken=([^;]*)/)?.[1] ?? '' };
  // The list of jobs takes longest to come to, and a map is drawn by what it asks; jobs.test.tsx and map-page.test.tsx keep this right.
  const list =
    location.pathname + location.search === '/app/jobs?tab=jobs'
      ? ['/api/jobs/?page=1&page_size=25&state=IN+PROGRESS', '/api/jobs/settings/']
      : location.pathname === '/app/map'
        ? ['/api/map/layer/', '/api/map/basemap/', '/api/sites/settings/']
        : [];
  window.firstAnswers = {};
  for (const address of ['/api/users/self/', '/api/core/settings/', ...list])
    window.firstAnswers[address] = fetch(address, { headers, credentials: 'same-origin' }).catch(() => null);
  // What nobody has asked for by then was not what the page begins with, and is old.
  setTimeout(() => delete window.firstAnswers, 20000);
})();

// The browser's first use of a language's dates and numbers takes long on a slow machine; now it only waits for the app's code. A map has none.
if (location.pathname !== '/app/map') setTimeout(() => new Intl.DateTimeFormat('en-CA').format());
