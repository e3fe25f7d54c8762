import { writeGeoTiff } from '../shared/geo-tiff.ts';
import { expect, fillSignIn, test, visit } from '../shared/journey.ts';

const PAGES = ['Field codes', 'Tolerances', 'Coordinates', 'Risk lists', 'Field numbers'];

test('a Field Admin adds a code, changes a tolerance, uploads a geoid grid and takes it into force; history tells it @long', async ({
  browser,
  product,
  signInAs,
}) => {
  // Two people, six pages and an upload: more than the usual while where the machine is busy.
  test.slow();
  // Nobody of the demo firm is Field Admin and nothing else.
  const alice = await signInAs('alice', { path: '/staff/users/new' });
  await alice.getByLabel('Full name').fill('Gil Gautreau');
  await alice.getByLabel('Username').fill('gil');
  await alice.getByLabel('E-mail').fill('gil@example.ca');
  await alice.getByRole('checkbox', { name: 'Field Admin' }).check();
  await alice.getByRole('button', { name: 'Create user' }).click();
  const password = (await alice.getByTestId('password').textContent()) ?? '';

  const context = await browser.newContext({ baseURL: product.origin, viewport: { width: 1280, height: 900 } });
  const gil = await context.newPage();
  await gil.goto('/auth/login/?next=/staff/');
  await fillSignIn(gil, 'gil', password);
  const navigation = gil.getByRole('navigation', { name: 'Staff panel' });
  await expect(navigation.getByRole('link')).toHaveText(PAGES);

  await navigation.getByRole('link', { name: 'Field codes' }).click();
  await gil.getByRole('button', { name: 'Add code' }).click();
  const dialog = gil.getByRole('dialog');
  await dialog.getByLabel('Code', { exact: false }).first().fill('ROCK');
  await dialog.getByLabel('Meaning').fill('boulder');
  await gil.keyboard.press('Enter');
  await expect(gil.getByText('Not saved')).toBeVisible();
  await gil.getByRole('button', { name: 'Save' }).click();
  await expect(gil.getByText('Saved.')).toBeVisible();
  await gil.reload();
  await gil.getByLabel('Search codes').fill('boulder');
  await expect(gil.getByRole('cell', { name: 'ROCK', exact: true })).toBeVisible();

  await navigation.getByRole('link', { name: 'Tolerances' }).click();
  await gil.getByLabel('HRMS').fill('0.03');
  await gil.keyboard.press('Control+s');
  await expect(gil.getByText('Saved.')).toBeVisible();
  await expect(gil.getByRole('button', { name: 'Reset to 0.025, HRMS' })).toBeVisible();

  await navigation.getByRole('link', { name: 'Coordinates' }).click();
  await expect(gil.getByText('2,500,000.000 m')).toBeVisible();
  await expect(gil.getByText('No geoid grid yet.')).toBeVisible();
  const grid = writeGeoTiff({ longitude: -67, latitude: 46, step: 0.1, width: 4, height: 3, value: () => -21 });
  const file = gil.getByRole('group', { name: 'Upload a geoid grid' }).locator('input[type=file]');
  await file.setInputFiles({ name: 'words.tif', mimeType: 'image/tiff', buffer: Buffer.from('not a grid at all') });
  await expect(gil.getByText(/words\.tif is not a GeoTIFF that can be read/)).toBeVisible();
  await file.setInputFiles({ name: 'Saint John.tif', mimeType: 'image/tiff', buffer: grid });
  await gil.getByRole('combobox', { name: 'Vertical system' }).fill('CGVD28');
  await gil.keyboard.press('Escape');
  await gil.getByRole('button', { name: 'Keep grid' }).click();
  await expect(gil.getByText('Kept Saint John. Choose it above to take it into force.')).toBeVisible();
  await expect(gil.getByText('45.8° N to 46.0° N, 67.0° W to 66.7° W')).toBeVisible();
  await gil.getByLabel('Geoid grid', { exact: true }).click();
  await gil.getByRole('option', { name: 'Saint John (CGVD28)' }).click();
  await gil.getByRole('button', { name: 'Save' }).click();
  await expect(gil.getByText('In force', { exact: true })).toBeVisible();
  await expect(gil.getByRole('button', { name: 'Delete Saint John' })).toBeHidden();
  await context.close();

  await visit(alice, '/staff/history?query=ROCK');
  await expect(alice.getByText(/Gil Gautreau .*ROCK.*boulder/)).toBeVisible();
  await visit(alice, '/staff/history?query=HRMS');
  await expect(alice.getByText(/Gil Gautreau changed HRMS from 0\.025 to 0\.03/)).toBeVisible();
  await visit(alice, '/staff/history?query=Saint John');
  await expect(alice.getByText(/Gil Gautreau created .*Saint John/)).toBeVisible();
  await visit(alice, '/staff/history?query=Geoid');
  await expect(alice.getByText(/Gil Gautreau set geoid grid in force/)).toBeVisible();
});

test('who holds neither role is told that these pages are not theirs @long', async ({ signInAs }) => {
  const pia = await signInAs('pia', { path: '/staff/field-codes' });
  await expect(pia.getByText(/The staff panel is for the groups/)).toBeVisible();
  await expect(pia.getByRole('heading', { name: 'Field codes' })).toHaveCount(0);
});
