import { expectClean } from '../shared/clean.ts';
import { expect, test } from '../shared/journey.ts';

for (const [scheme, width] of [
  ['light', 1280],
  ['dark', 360],
] as const) {
  test(`nothing is in the way of anyone, ${scheme}, ${width} px`, async ({ signInAs }) => {
    test.slow();
    const page = await signInAs('mona', { width, scheme });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectClean(page, 'home');
    await page.goto('/app/jobs?tab=clients');
    await expect(page.getByRole('link', { name: /./ }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectClean(page, 'a list with rows');
    if (width > 700) {
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    } else {
      await page.getByRole('button', { name: /menu/i }).first().click();
    }
    await expectClean(page, 'an open menu');
    await page.keyboard.press('Escape');
    await page.goto('/app/client');
    await expect(page.getByLabel('Name')).toBeVisible();
    await expectClean(page, 'a form');
    await page.goto('/app/jobs?tab=contacts');
    await page.waitForLoadState('networkidle');
    await page.route('**/api/clients/contact/**', (route) =>
      route.fulfill({ status: 500, headers: { 'X-App': 'dmse' }, json: { detail: 'It broke.' } }),
    );
    await page.getByLabel('Search by Name or Phone Number').fill('x');
    await expect(page.getByText('It broke.').first()).toBeVisible();
    await expectClean(page, 'an error');
    await page.unroute('**/api/clients/contact/**');
    await page.goto('/app/jobs?tab=jobs');
    await expect(page.getByRole('link', { name: /\d\d-\d{4}/ }).first()).toBeVisible();
    await expectClean(page, 'jobs');
    await page
      .getByRole('link', { name: /\d\d-\d{4}/ })
      .first()
      .click();
    await expect(page.getByRole('region', { name: 'Location' })).toBeVisible();
    await expectClean(page, 'a job');
    await page.goto('/app/client/1');
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectClean(page, 'an open dialog');
  });
}

test('Joe creates a contact with the keyboard alone', async ({ signInAs }) => {
  const page = await signInAs('joe', { path: '/app/jobs?tab=contacts' });
  await expect(page.getByRole('table', { name: 'Contacts' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search by Name or Phone Number')).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('new contact');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'New Contact' })).toBeVisible();
  for (let i = 0; i < 40 && !(await page.getByLabel('Name').evaluate((element) => element === document.activeElement)); i += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.type('Keyboard Kim');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: 'Keyboard Kim', level: 1 })).toBeVisible();
});

test('someone without the role is told whom to ask', async ({ signInAs }) => {
  const page = await signInAs('chelsea', { path: '/app/jobs' });
  await expect(page.getByText('ask a users administrator')).toBeVisible();
  await page.goto('/app/client/1');
  await expect(page.getByText('ask a users administrator')).toBeVisible();
  await page.goto('/staff/');
  await expect(page.getByText('The staff panel is for the groups')).toBeVisible();
});

test('on a phone the list is cards, the bar is at the bottom and nothing is cut off', async ({ signInAs }) => {
  const page = await signInAs('joe', { path: '/app/jobs?tab=clients', width: 360 });
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('table')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.goto('/app/client/1/info');
  await expect(page.getByLabel('Name')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
