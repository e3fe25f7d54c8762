import { expect, fillSignIn, test, visit } from '../shared/journey.ts';

test('Alice creates a user, who signs in with the password shown once; disabling ends it', async ({ browser, product, signInAs }) => {
  const alice = await signInAs('alice', { path: '/staff/users/new' });
  await alice.getByLabel('Full name').fill('Nora Nadeau');
  await alice.getByLabel('Username').fill('nora');
  await alice.getByLabel('E-mail').fill('nora@example.ca');
  await alice.getByRole('checkbox', { name: 'Jobs User' }).check();
  await alice.getByRole('button', { name: 'Create user' }).click();
  const password = (await alice.getByTestId('password').textContent()) ?? '';
  await alice.getByRole('button', { name: 'I have noted it' }).click();
  await expect(alice.getByRole('heading', { name: 'Nora Nadeau' })).toBeVisible();

  const context = await browser.newContext({ baseURL: product.origin });
  const nora = await context.newPage();
  await nora.goto('/auth/login/?next=/app/prefs');
  await fillSignIn(nora, 'nora', password);
  await expect(nora.getByRole('heading', { name: 'Preferences' })).toBeVisible();

  await alice.reload();
  await alice.getByLabel('Active').uncheck();
  await alice.getByRole('button', { name: 'Save' }).click();
  await expect(alice.getByText('Saved.')).toBeVisible();
  await nora.goto('/app/jobs');
  await expect(nora).toHaveURL(/\/auth\/login\//);
  await context.close();
});

test("the firm's name is changed and seen by everyone; a mail is kept and read; history tells of it @long", async ({ signInAs }) => {
  const alice = await signInAs('alice', { path: '/staff/settings' });
  await alice.getByLabel('Firm name').fill('Ternwick Journeys');
  await alice.getByRole('button', { name: 'Save' }).click();
  await expect(alice.getByText('Saved.')).toBeVisible();
  await alice.getByRole('button', { name: 'Send a test mail to myself' }).click();
  await expect(alice.getByText('Queued a test mail to your own address.')).toBeVisible();
  await visit(alice, '/staff/mails');
  await expect(alice.getByText('Kept on disk').first()).toBeVisible({ timeout: 30_000 });
  await visit(alice, '/staff/history?query=Journeys');
  await expect(alice.getByText(/changed firm name from .* to Ternwick Journeys/)).toBeVisible();
  await visit(alice, '/staff/queues');
  await expect(alice.getByText(/waiting, \d+ running/).first()).toBeVisible();
  const chelsea = await signInAs('chelsea', { path: '/app/' });
  await expect(chelsea.getByText('Ternwick Journeys')).toBeVisible();
});
