import { expectClean } from '../shared/clean.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { ALL_LOOKS, expectNoSideways, expectSettled, lookAt, troubleInBar, wear } from '../shared/look.ts';

test('nothing is in the way of anyone, on a desk and on a phone @long', async ({ signInAs }) => {
  test.slow();
  const page = await signInAs('mona', { path: '/app/' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await lookAt(page, 'home');
  await visit(page, '/app/client');
  await expect(page.getByLabel('Name')).toBeVisible();
  await lookAt(page, 'a form');
  await visit(page, '/app/jobs?tab=jobs');
  const job = page.getByRole('link', { name: /\d\d-\d{4}/ }).first();
  await expect(job).toBeVisible();
  await lookAt(page, 'jobs');
  await job.click();
  await expect(page.getByRole('region', { name: 'Location' })).toBeVisible();
  await lookAt(page, 'a job');
});

test('rows, an open menu, an open dialog and an error toast are in nobody’s way, light and dark at both widths @long', async ({
  signInAs,
}) => {
  test.slow();
  const page = await signInAs('mona', { path: '/app/jobs?tab=clients' });
  await expect(page.getByRole('table', { name: 'Clients' }).getByRole('link').first()).toBeVisible();
  await lookAt(page, 'a list with rows', ALL_LOOKS);
  // Each width has a menu of its own.
  for (const look of ALL_LOOKS.toReversed()) {
    await wear(page, look);
    const opener =
      look.width > 700 ? page.getByRole('button', { name: 'Search', exact: true }) : page.getByRole('button', { name: /menu/i });
    await opener.first().click();
    await expectSettled(page);
    await expectClean(page, `an open menu, ${look.scheme}, ${look.width} px`);
    await page.keyboard.press('Escape');
  }
  await visit(page, '/app/client/1');
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await lookAt(page, 'an open dialog', ALL_LOOKS);
  await page.keyboard.press('Escape');

  await page.route('**/api/clients/contact/**', (route) =>
    route.fulfill({ status: 500, headers: { 'X-App': 'dmse' }, json: { detail: 'It broke.' } }),
  );
  await page.route('**/api/clients/contact/export/**', (route) =>
    route.fulfill({ status: 409, headers: { 'X-App': 'dmse' }, json: { detail: 'Somebody else is exporting.' } }),
  );
  await visit(page, '/app/jobs?tab=contacts');
  await expect(page.getByText('It broke.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Somebody else is exporting.' });
  // A toast that has the focus stays.
  await toast.getByRole('button', { name: 'Dismiss' }).focus();
  await lookAt(page, 'an error and its toast', ALL_LOOKS);
  await expect(toast).toBeVisible();
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

test('someone without the role is told whom to ask @long', async ({ signInAs }) => {
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
  const create = await page.getByRole('link', { name: 'Create Client' }).boundingBox();
  expect(create?.y).toBeGreaterThan(740 - 64);
  await visit(page, '/app/client/1/info');
  await expect(page.getByLabel('Name')).toBeVisible();
  await expectNoSideways(page, 'a client');
});

test('on a tablet held upright everything in the bar has its place @long', async ({ signInAs }) => {
  const page = await signInAs('mona', { path: '/app/jobs?tab=clients', width: 768 });
  await expect(page.getByRole('table', { name: 'Clients' }).getByRole('link').first()).toBeVisible();
  for (const width of [768, 700, 820, 960, 1059, 1060]) {
    await page.setViewportSize({ width, height: 1024 });
    await expectSettled(page);
    await expectNoSideways(page, `${width} px`);
    expect(await troubleInBar(page), `${width} px`).toEqual([]);
  }
  // Figures line up in their columns, but a hyphenated name is not torn apart for it.
  const figures = (where: string) =>
    page
      .locator(where)
      .first()
      .evaluate((cell) => getComputedStyle(cell).fontVariantNumeric);
  expect(await figures('td a')).toBe('normal');
  expect(await figures('input[type=search]')).toBe('normal');
  expect(await figures('td time')).toBe('tabular-nums');
  // A choice of three is no higher than an input, and the chosen one stands in the colour of the firm.
  await visit(page, '/app/prefs');
  const themes = page.getByRole('group', { name: 'Theme' });
  expect((await themes.boundingBox())?.height).toBeLessThanOrEqual(38);
  const chosen = themes.getByRole('button', { pressed: true });
  expect(await chosen.evaluate((button) => getComputedStyle(button).color)).toBe('rgb(91, 58, 158)');
});
