import { expect, test } from '../shared/journey.ts';
import { expectNoSideways } from '../shared/look.ts';

test('whoever writes a program finds a call by words, opens it by its address, and follows it to its record @long', async ({
  signInAs,
}) => {
  const page = await signInAs('joe', { path: '/api/docs/' });
  await page.getByRole('searchbox', { name: 'Find a call, a record or a field' }).fill('promote quote');
  await expect(page.getByRole('status')).toHaveText('2 found.');
  await expect(page).toHaveURL(/\?query=promote%20quote$/);
  const call = page.locator('details', { hasText: '/api/jobs/quote/:id/promote/' });
  await call.locator('summary').click();
  await expect(call.getByRole('row', { name: /^accept boolean/ })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideways(page, 'a call');

  await page.goto('/api/docs/#updateClient');
  const patch = page.locator('#updateClient');
  await expect(patch).toBeInViewport();
  await patch.getByRole('link', { name: 'Client', exact: true }).click();
  await expect(page.locator('#shape-Client').getByRole('heading', { name: 'Client' })).toBeInViewport();
});
