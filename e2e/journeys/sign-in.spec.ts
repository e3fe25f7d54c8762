import type { Page } from '@playwright/test';
import { expect, fillSignIn, test } from '../shared/journey.ts';

test('Mona signs in, lands where she was going, and signs out', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.origin });
  const page = await context.newPage();
  await page.goto('/app/jobs?tab=clients');
  await expect(page).toHaveURL(/\/auth\/login\/\?next=%2Fapp%2Fjobs%3Ftab%3Dclients/);
  await fillSignIn(page, 'mona', 'wrong');
  await expect(page.getByRole('alert')).toHaveText('The username or password is not right.');
  await expect(page.getByLabel('Username or e-mail')).toHaveValue('mona');
  await fillSignIn(page, 'mona');
  await expect(page).toHaveURL(/\/app\/jobs\?tab=clients/);
  await expect(page.getByRole('table', { name: 'Clients' })).toBeVisible();
  await page.getByRole('button', { name: /Mona Martin/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth\/login\//);
  await page.goto('/app/');
  await expect(page).toHaveURL(/\/auth\/login\//);
  await context.close();
});

test('the sign-in page works without script', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/auth/login/?next=/staff/');
  await fillSignIn(page, 'alice');
  await expect(page).toHaveURL(/\/staff\//);
  await context.close();
});

test('SEC-S05 a guesser is stopped, and the owner is not @long', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.origin });
  const page = await context.newPage();
  await page.goto('/auth/login/');
  for (let i = 0; i < 10; i += 1) {
    await fillSignIn(page, 'omer.vautour', `guess ${i}`);
    await expect(page.getByRole('alert')).toBeVisible();
  }
  await fillSignIn(page, 'omer.vautour');
  await expect(page.getByRole('alert')).toContainText('Wait 15 minutes');
  await context.close();
});

/** Not on a page of the app: it would notice, and go to the sign-in page by itself in the same moment. */
async function loseSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

test('Heather adds a passkey, signs in with it alone, and after her password too', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.origin });
  const page = await context.newPage();
  const chrome = await context.newCDPSession(page);
  await chrome.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await chrome.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } });
  await page.goto('/auth/login/?next=/app/prefs');
  await fillSignIn(page, 'heather.lockhart');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I have noted them' }).click();

  await loseSession(page);
  await page.goto('/auth/login/?next=/app/prefs');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/app\/prefs/);

  await loseSession(page);
  await page.goto('/auth/login/?next=/app/prefs');
  await fillSignIn(page, 'heather.lockhart');
  await expect(page).toHaveURL(/\/auth\/code\//);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/app\/prefs/);
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await expect(page.getByText('The passkey is removed.')).toBeVisible();
  await context.close();
});
