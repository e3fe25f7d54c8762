import type { Page } from '@playwright/test';
import { ask } from '../shared/ask.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { expectSettled } from '../shared/look.ts';

const PHONE = 360;

/** The texts in the rows of the lists on the page of which something is cut off, or stands beyond the window. */
function findClipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const isCut = (element: Element) =>
      getComputedStyle(element).overflow !== 'visible' &&
      (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
    const all = [...document.querySelectorAll('main li, main tbody > tr')].filter((row) => !row.closest('nav'));
    const rows = all.filter((row) => !row.querySelector('li, tr'));
    // The name of an empty field stands in the field.
    const isText = (element: Element) => hasText(element) && element.closest('label') === null;
    const texts = rows.flatMap((row) => [...row.querySelectorAll('*')].filter(isText).map((text) => ({ row, text })));
    return texts.flatMap(({ row, text }) => {
      const { left, right } = text.getBoundingClientRect();
      const around: Element[] = [];
      for (let one: Element | null = text; one && one !== row.parentElement; one = one.parentElement) around.push(one);
      // What is only for screen readers has next to no size, itself or what it stands in.
      for (let one: Element | null = text; one; one = one.parentElement) if (one.getBoundingClientRect().width <= 1) return [];
      const isOut = left < -1 || right > window.innerWidth + 1;
      return isOut || around.some(isCut) ? [text.textContent ?? ''] : [];
    });
  });
}

async function expectWhole(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await expect(page.locator('main ul[aria-label] > li, main tbody > tr').first(), path).toBeVisible();
  await expectSettled(page);
  expect(await findClipped(page), path).toEqual([]);
}

test('lists of the jobs side: nothing is cut off on a phone @long', async ({ signInAs }) => {
  const page = await signInAs('mona', { path: '/app/jobs?tab=jobs', width: PHONE });
  const { results } = await ask<{ results: { id: number; client: number | null }[] }>(page, 'GET', '/api/jobs/?query=survey');
  const job = results.find(({ client }) => client !== null)!;
  const tabs = ['contacts', 'clients', 'quotes', 'jobs', 'progress'].map((tab) => `/app/jobs?tab=${tab}`);
  const addresses = [...tabs, '/app/jobs?tab=jobs&query=', '/app/jobs?tab=contacts&query=506', `/app/client/${job.client}/jobs`];
  for (const path of addresses) await expectWhole(page, path);
  await ask(page, 'POST', '/api/jobs/memo/', {
    job: job.id,
    title: 'The owner of the neighbouring lot asks for another visit before the monuments are set',
    text: {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'She is at home on Thursdays and Fridays, and would like to be called the day before at 506-555-0199.' },
          ],
        },
      ],
    },
  });
  await expectWhole(page, `/app/job/${job.id}/memos`);
});

test('lists of field work: nothing is cut off on a phone @long', async ({ signInAs }) => {
  const page = await signInAs('alice', { path: '/app/field?tab=controlpoints', width: PHONE });
  for (const tab of ['controlpoints', 'fieldruns']) await expectWhole(page, `/app/field?tab=${tab}`);
  await expectWhole(page, '/app/field?tab=controlpoints&destroyed=true');
});

test('lists of money, time, archive and what is near a quote: nothing is cut off on a phone @long', async ({ signInAs }) => {
  const page = await signInAs('alice', { path: '/app/invoices', width: PHONE });
  const paths = ['invoices', 'payments', 'deposits', 'expenses?tab=all', 'historicals', 'timesheet/admin'];
  for (const path of paths) await expectWhole(page, `/app/${path}`);
  const { results } = await ask<{ results: { id: number }[] }>(page, 'GET', '/api/jobs/quote/?page_size=1');
  await visit(page, `/app/quote/${results[0]!.id}/info`);
  await page.getByRole('heading', { name: 'Nearby' }).scrollIntoViewIfNeeded();
  await expectSettled(page);
  expect(await findClipped(page)).toEqual([]);
});

test('reports: nothing is cut off on a phone @long', async ({ signInAs }) => {
  const page = await signInAs('alice', { path: '/app/report', width: PHONE });
  await expect(page.locator('main a[href*="/app/report/"]').first()).toBeVisible();
  const hrefs = await page.locator('main a[href*="/app/report/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
  for (const href of new Set(hrefs)) await expectWhole(page, href);
});

test('lists of the staff panel: nothing is cut off on a phone @long', async ({ signInAs }) => {
  const page = await signInAs('alice', { path: '/staff/users', width: PHONE });
  for (const path of [
    'users',
    'job-roles',
    'disbursement-types',
    'task-templates',
    'milestone-templates',
    'field-codes',
    'queues',
    'history',
  ])
    await expectWhole(page, `/staff/${path}`);
});
