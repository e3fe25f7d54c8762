import { expectClean } from '../shared/clean.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { expectNoSideways, expectSettled, lookAt } from '../shared/look.ts';

test('nothing is in the way of anyone, light and dark, on a desk and on a phone', async ({ signInAs }) => {
  test.slow();
  const page = await signInAs('mona', { path: '/app/' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await lookAt(page, 'home');
  await visit(page, '/app/jobs?tab=clients');
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs Dashboard' })).toBeVisible();
  await lookAt(page, 'a list with rows');
  // Each width has a menu of its own.
  for (const { width, scheme } of [
    { width: 360, scheme: 'dark' },
    { width: 1280, scheme: 'light' },
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    const opener = width > 700 ? page.getByRole('button', { name: 'Search', exact: true }) : page.getByRole('button', { name: /menu/i });
    await opener.first().click();
    await expectSettled(page);
    await expectClean(page, `an open menu, ${width} px`);
    await page.keyboard.press('Escape');
  }
  await visit(page, '/app/client');
  await expect(page.getByLabel('Name')).toBeVisible();
  await lookAt(page, 'a form');
  await visit(page, '/app/jobs?tab=contacts');
  await page.route('**/api/clients/contact/**', (route) =>
    route.fulfill({ status: 500, headers: { 'X-App': 'dmse' }, json: { detail: 'It broke.' } }),
  );
  await page.getByLabel('Search by Name or Phone Number').fill('x');
  await expect(page.getByText('It broke.').first()).toBeVisible();
  await lookAt(page, 'an error');
  await page.unroute('**/api/clients/contact/**');
  await visit(page, '/app/jobs?tab=jobs');
  const job = page.getByRole('link', { name: /\d\d-\d{4}/ }).first();
  await expect(job).toBeVisible();
  await lookAt(page, 'jobs');
  await job.click();
  await expect(page.getByRole('region', { name: 'Location' })).toBeVisible();
  await lookAt(page, 'a job');
  await visit(page, '/app/client/1');
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await lookAt(page, 'an open dialog');
});

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
  await visit(page, '/app/client/1');
  await expect(page.getByText('ask a users administrator')).toBeVisible();
  await page.goto('/staff/');
  await expect(page.getByText('The staff panel is for the groups')).toBeVisible();
});

test('on a phone the list is cards, the bar is at the bottom and nothing is cut off', async ({ signInAs }) => {
  const page = await signInAs('joe', { path: '/app/jobs?tab=clients', width: 360 });
  await expect(page.getByRole('link', { name: /./ }).first()).toBeVisible();
  await expectSettled(page);
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectNoSideways(page, 'clients');
  await visit(page, '/app/client/1/info');
  await expect(page.getByLabel('Name')).toBeVisible();
  await expectNoSideways(page, 'a client');
});
