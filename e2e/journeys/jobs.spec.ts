import { createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test, visit } from '../shared/journey.ts';
import { mailsAbout } from '../shared/kept-mails.ts';
import { lookAt } from '../shared/look.ts';
import { sendMail } from '../shared/send-mail.ts';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function chooseState(page: Page, state: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: /^State of / }).click();
  await page.getByRole('menuitem', { name: state }).click();
}

test('Mona’s whole story: quoted, submitted, promoted, talked about by mail, closed @long', async ({ signInAs, product }) => {
  test.slow();
  const port = await freePort();
  const alice = await signInAs('alice', { path: '/staff/folders' });
  await alice.getByLabel('Inbox domain').fill('inbox.example.ca');
  await alice.getByLabel('SMTP listener port').fill(String(port));
  await alice.getByRole('button', { name: 'Save' }).click();
  await expect(alice.getByText('Saved.')).toBeVisible();

  const mona = await signInAs('mona', { path: '/app/quote' });
  await mona.getByLabel('Title').fill('Limits of the old mill');
  await mona.getByLabel('Description').fill('Retrace the limits and set iron bars.');
  await mona.getByRole('combobox', { name: 'Client', exact: true }).fill('a');
  await mona.getByRole('option').first().click();
  await mona.getByRole('combobox', { name: 'Project manager' }).fill('Mona');
  await mona.getByRole('option', { name: /Mona Martin/ }).click();
  await mona.getByRole('combobox', { name: 'Project leads' }).fill('Alice');
  await mona.getByRole('option', { name: 'Alice Arsenault' }).click();
  await mona.keyboard.press('Escape');
  await mona.getByRole('button', { name: 'Create quote' }).click();
  await expect(mona.getByRole('heading', { level: 1, name: /^Q\d\d-\d{4} Limits of the old mill/ })).toBeVisible();

  await chooseState(mona, 'QUOTE SUBMITTED');
  const early = mona.getByRole('dialog', { name: /^Submit Q/ });
  await early.getByRole('switch', { name: 'Mail the PDF to the client' }).setChecked(false);
  await early.getByRole('button', { name: 'Submit quote' }).click();
  await expect(early.getByText(/the quote needs at least one task and a total above zero/)).toBeVisible();
  await early.getByRole('button', { name: 'Cancel' }).click();
  await mona.getByRole('link', { name: 'Tasks' }).click();
  await mona.getByRole('button', { name: 'Add task' }).first().click();
  await mona.getByRole('combobox', { name: /Template/ }).click();
  await mona.getByRole('option', { name: /Boundary survey/ }).click();
  await mona.getByRole('dialog').getByRole('button', { name: 'Add task' }).click();
  await expect(mona.getByRole('button', { name: 'Drafting. Rename' })).toBeVisible();

  await mona.getByRole('link', { name: 'Info' }).click();
  await expect(mona.getByRole('region', { name: 'Details' }).getByText('Hourly')).toBeVisible();
  await mona.getByRole('button', { name: 'Submit quote' }).click();
  const submission = mona.getByRole('dialog');
  await expect(submission.getByRole('textbox', { name: 'Valid until' })).not.toHaveValue('');
  // Whether the client has an address is the demo's business; here only the state matters.
  await expect(submission.getByText(/Recipients|Nobody can be mailed/).first()).toBeVisible();
  const mailing = submission.getByLabel('Mail the PDF to the client');
  if (await mailing.isEnabled()) await mailing.uncheck();
  await submission.getByRole('button', { name: 'Submit quote' }).click();
  await expect(mona.getByText(/^Submitted Q\d\d-\d{4}\. Nobody was mailed\./)).toBeVisible({ timeout: 60_000 });
  const revision = mona.getByRole('region', { name: 'Revisions' }).getByRole('link', { name: 'Revision 1' });
  // The PDF is drawn before the answer comes.
  await expect(revision).toBeVisible({ timeout: 60_000 });
  const pdf = await mona.request.get((await revision.getAttribute('href'))!);
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  const frozen = await pdf.body();

  await mona.getByRole('button', { name: 'Accept and promote' }).click();
  await mona.getByRole('dialog').getByRole('button', { name: 'Accept and promote' }).click();
  await expect(mona.getByText(/^Job \d\d-\d{4} created\./)).toBeVisible();
  await expect(mona.getByRole('heading', { level: 1, name: /^\d\d-\d{4} Limits of the old mill/ })).toBeVisible();
  await expect(mona).toHaveURL(/\/job\/\d+\/tasks$/);
  const job = new URL(mona.url()).pathname.split('/')[3];
  const again = await mona.request.get(pdf.url());
  expect((await again.body()).equals(frozen)).toBe(true);

  await mona.goto(`/app/job/${job}/budget`);
  await mona.getByRole('button', { name: 'Scale to a total' }).click();
  await mona.getByLabel('New total').fill('5000');
  await mona
    .getByRole('dialog')
    .getByRole('button', { name: /^Scale/ })
    .click();
  await expect(mona.getByText('Scaled to $5,000.00.')).toBeVisible();

  await mona.goto(`/app/job/${job}/memos`);
  await mona.getByRole('button', { name: 'New memo' }).click();
  await mona.getByLabel('Title').fill('Datum of the old plan');
  await mona.getByRole('textbox', { name: 'Memo text' }).click();
  await mona.keyboard.type('The plan of 1974 is on another datum.');
  await mona.getByLabel(/This is an issue/).check();
  await mona.getByRole('button', { name: 'Send memo' }).click();
  await expect(mona.getByText('Mailed to Alice Arsenault.')).toBeVisible();
  await expect.poll(() => mailsAbout(product.dataDir, 'Datum of the old plan').length, { timeout: 30_000 }).toBeGreaterThan(0);
  const sent = mailsAbout(product.dataDir, 'Datum of the old plan')[0]!;
  const inbox = /^Reply-To: .*?([^\s<]+@inbox\.example\.ca)/im.exec(sent)?.[1];
  expect(inbox).toBeTruthy();

  const answer = {
    from: 'joe@example.ca',
    to: inbox!,
    subject: 'Re: Datum of the old plan',
    text: 'It is NAD27. I have the shift.',
    messageId: '<answer-1@example.ca>',
  };
  // The listener opens within half a minute of the settings.
  await expect.poll(() => sendMail(port, answer).catch((error: Error) => error.message), { timeout: 60_000 }).toMatch(/^250/);
  await expect(async () => {
    await mona.reload();
    await expect(mona.getByRole('button', { name: /It is NAD27/ })).toBeVisible({ timeout: 8000 });
  }).toPass({ timeout: 60_000 });
  await mona.getByRole('button', { name: /It is NAD27/ }).click();
  await expect(mona.getByRole('dialog').getByText('Joe Jardine')).toBeVisible();
  await mona.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await chooseState(mona, 'CLOSED');
  const list = mona.getByRole('dialog');
  await expect(list.getByText('This would leave work behind.')).toBeVisible();
  await expect(list.getByRole('button', { name: 'Close job' })).toBeDisabled();
  await list.getByRole('button', { name: 'Resolve' }).click();
  await expect(list.getByRole('button', { name: 'Resolve' })).toHaveCount(0);
  await list.getByRole('button', { name: /^Skip/ }).click();
  await expect(list.getByText('Nothing is in the way any more.')).toBeVisible();
  await list.getByRole('button', { name: 'Close job' }).click();
  await expect(mona.getByText('Saved state edit.')).toBeVisible();
  await expect(mona.getByRole('button', { name: /^State of / })).toHaveText('CLOSED');
});

test('Joe, with only the Jobs User role, finds and reads, sees no amounts and may not change @long', async ({ signInAs }) => {
  const page = await signInAs('joe', { path: '/app/jobs?tab=jobs' });
  await expect(page.getByRole('table', { name: 'Jobs' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'My Projects' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'New Job' })).toHaveCount(0);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('navigation', { name: 'Job sections' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^State of / })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Details' })).toBeVisible();
  await expect(page.getByText('Budget', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  const id = new URL(page.url()).pathname.split('/')[3];
  const job = await (await page.request.get(`/api/jobs/${id}/`)).json();
  for (const name of ['fee_cap', 'wip_cost', 'rates']) expect(job).not.toHaveProperty(name);
  const session = (await page.context().cookies()).find(({ name }) => /csrf/i.test(name));
  const refused = await page.request.patch(`/api/jobs/${id}/`, {
    data: { desc: 'Mine now' },
    headers: { 'X-CSRFToken': session?.value ?? '', 'If-Match': String(job.version) },
  });
  expect(refused.status()).toBe(403);
  await page.goto('/app/job');
  await expect(page.getByRole('button', { name: 'Create job' })).toHaveCount(0);
});

test('the dashboard finds jobs by words and number, and the palette leads there', async ({ signInAs }) => {
  const page = await signInAs('mona', { path: '/app/jobs?tab=jobs' });
  const first = page.getByRole('table').getByRole('link').first();
  const number = /\d\d-\d{4}/.exec((await first.textContent())!)![0];
  await page.getByRole('searchbox', { name: 'Search' }).fill(number);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Find a page/ }).fill(number);
  await page
    .getByRole('option', { name: new RegExp(number) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${number}`) })).toBeVisible();
});

test('job and quote page: the map is made when it is scrolled to, and the pages are in nobody’s way @long', async ({ signInAs }) => {
  test.slow();
  const page = await signInAs('mona', { path: '/app/jobs?tab=jobs' });
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Details' })).toBeVisible();
  await expect(page.locator('canvas')).toHaveCount(0);
  await page.getByRole('region', { name: 'Location' }).getByRole('textbox', { name: 'Address' }).scrollIntoViewIfNeeded();
  await expect(page.locator('canvas')).not.toHaveCount(0, { timeout: 30_000 });
  await lookAt(page, 'job');
  await visit(page, '/app/quote/1/info');
  await expect(page.getByRole('region', { name: 'Details' })).toBeVisible();
  await lookAt(page, 'quote');
});
