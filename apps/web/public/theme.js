// Runs before the first paint, so that a dark room stays dark. The content security policy allows no script inside the page, hence
// this file. Keep the key and the attribute as in src/theme/tokens.ts.
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
