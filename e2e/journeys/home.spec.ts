import { signIn } from '../shared/ask.ts';
import { HOME_LIMIT_KB, weighHome, weightOf } from '../shared/home-weight.ts';
import { expect, test } from '../shared/journey.ts';

/** Each file is a request, and on a phone's network each request waits. */
const MAX_SCRIPTS = 8;

test('Home is light, and other pages come with their icons in a few files that the server announces @long', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.origin, serviceWorkers: 'block' });
  await signIn(context, 'mona');
  const scripts = await weighHome(context, '/app/', 'Mona');
  expect(weightOf(scripts), scripts.map(({ path, kilobytes }) => `${kilobytes} ${path}`).join('\n')).toBeLessThanOrEqual(HOME_LIMIT_KB);
  expect(scripts.length).toBeLessThanOrEqual(MAX_SCRIPTS);
  expect(scripts.filter(({ path }) => path.includes('parts-'))).toEqual([]);
  const first = scripts.filter(({ path }) => /\/(vendor|frame)-/.test(path));
  expect(first).toHaveLength(2);
  for (const { path } of first) {
    const text = await (await context.request.get(path)).text();
    expect(text.startsWith('//# allFunctionsCalledOnLoad\n'), `${path} is compiled while it comes`).toBe(true);
  }

  const page = await context.newPage();
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  const answer = await page.goto('/app/jobs?tab=contacts');
  await page.getByRole('table').waitFor();
  const announced = [...(await answer!.headerValue('link'))!.matchAll(/<([^>]+)>; rel=modulepreload/g)].map((match) => match[1]!);
  const others = fetched.filter((path) => path.endsWith('.js') && !scripts.some((script) => script.path === path));
  expect(others.sort()).toEqual(announced.sort());
  expect(others.length + scripts.length).toBeLessThanOrEqual(MAX_SCRIPTS);
  expect(fetched.filter((path) => path === '/api/users/self/')).toHaveLength(1);
  const drawings = await page
    .locator('main svg[viewBox="0 -960 960 960"] path')
    .evaluateAll((all) => all.map((one) => one.getAttribute('d')));
  expect(drawings.length).toBeGreaterThan(0);
  expect(drawings.filter((drawing) => !drawing)).toEqual([]);
  await context.close();
});

test('a job announces the tab that is asked for, and never the map @long', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.origin });
  await signIn(context, 'mona');
  const announcedBy = async (path: string) => (await context.request.get(path)).headers().link ?? '';
  expect(await announcedBy('/app/job/1/tasks')).toContain('/tasks-tab-');
  for (const path of ['/app/job/1', '/app/quote/1', '/app/client/1', '/app/field', '/app/'])
    expect(await announcedBy(path)).not.toContain('map-canvas');
  expect(await announcedBy('/app/')).toBe('');
  await context.close();
});

test('Home shows its heading before its cards on a new visit, and all at once where it may have to scroll @long', async ({ signInAs }) => {
  const page = await signInAs('mona');
  await page.addInitScript(() => {
    new MutationObserver((_, watch) => {
      if (!document.querySelector('main h1')) return;
      watch.disconnect();
      document.documentElement.dataset.drawnAtFirst = document.querySelector('[aria-label="Dashboards"]') ? 'all' : 'heading';
    }).observe(document, { childList: true, subtree: true });
  });
  const atFirst = async () => {
    await page.getByRole('region', { name: 'Dashboards' }).waitFor();
    return page.locator('html').getAttribute('data-drawn-at-first');
  };
  await page.goto('/app/');
  expect(await atFirst()).toBe('heading');
  await page.reload();
  expect(await atFirst()).toBe('all');
  await page.goto('about:blank');
  await page.goto('/app/#unsynced');
  expect(await atFirst()).toBe('all');
});
