import { signIn } from '../shared/ask.ts';
import { HOME_LIMIT_KB, weighHome, weightOf } from '../shared/home-weight.ts';
import { expect, test } from '../shared/journey.ts';

test('Home is light, and the icons of other pages come with those', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.origin, serviceWorkers: 'block' });
  await signIn(context, 'mona');
  const scripts = await weighHome(context, '/app/', 'Mona');
  expect(weightOf(scripts), scripts.map(({ path, kilobytes }) => `${kilobytes} ${path}`).join('\n')).toBeLessThanOrEqual(HOME_LIMIT_KB);
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.filter(({ path }) => path.includes('icons-later'))).toEqual([]);

  const page = await context.newPage();
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/app/jobs?tab=contacts');
  await page.getByRole('table').waitFor();
  expect(fetched.filter((url) => url.includes('icons-later'))).toHaveLength(1);
  const drawings = await page
    .locator('main svg[viewBox="0 -960 960 960"] path')
    .evaluateAll((all) => all.map((one) => one.getAttribute('d')));
  expect(drawings.length).toBeGreaterThan(0);
  expect(drawings.filter((drawing) => !drawing)).toEqual([]);
  await context.close();
});
