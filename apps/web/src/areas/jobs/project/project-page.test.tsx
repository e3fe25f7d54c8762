import { getClient } from '@dmse/contract/clients/client';
import { listContacts } from '@dmse/contract/clients/contact';
import { getJob, listJobHistory } from '@dmse/contract/jobs/job';
import { getQuote, listQuoteHistory, listQuoteRevisions, listQuotes, promoteQuote, quotePdf, updateQuote } from '@dmse/contract/jobs/quote';
import { getJobSettings } from '@dmse/contract/jobs/settings';
import { listMemos } from '@dmse/contract/memos/memo';
import { listEmployees } from '@dmse/contract/people/user';
import { listNearby } from '@dmse/contract/places/location';
import { buildJob } from '@dmse/testkit/builders/job';
import { buildMemoRow } from '@dmse/testkit/builders/memo';
import { personRef } from '@dmse/testkit/builders/person';
import { buildQuote } from '@dmse/testkit/builders/quote';
import { STAMP } from '@dmse/testkit/builders/stamps';
import type { FakeServer } from '@dmse/testkit/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { CLIENT, CONTACT } from '../../../parts/form/form-fixture.tsx';
import { STAFF_PAGES } from '../../../staff/pages.ts';
import { buildJobSettings } from '../job/job-settings-fixture.ts';
import { keepQuoteTexts, readQuoteTexts } from '../quote/quote-pdf-choices.ts';

const SHARED = {
  ...{ long_desc: 'Retrace the limits.', client: { id: 5, name: 'Baie Verte Holdings' }, client_name: 'Baie Verte Holdings' },
  ...{ project_manager: personRef('mona'), client_contact: { id: 9, name: 'Zoë Léger' }, billing_type: 'fixed fee' as const },
  ...{ fee_cap: 29_900_00, rates: [], total: 1841_25, version: 2 },
};
const JOB = buildJob({ ...SHARED, num: '26-0063', milestone_count: 4, open_milestone_count: 3 });
const QUOTE = buildQuote(SHARED);
const MEMO = buildMemoRow({ title: 'Datum of the old plan' });
const NONE = { count: 0, results: [] };

function open(address: string, { job = JOB, quote = QUOTE, as = 'mona', more = (server: FakeServer) => server } = {}) {
  const self = buildSelf(as);
  for (const tour of ['jobs.info.memos', 'jobs.tasks.tutorial2']) localStorage.setItem(tour, 'completed');
  const server = serveShell(self)
    .on(getJobSettings, () => buildJobSettings({}))
    .on(getJob, () => job)
    .on(getQuote, () => quote)
    .on(listJobHistory, () => NONE)
    .on(listQuoteHistory, () => NONE)
    .on(listQuoteRevisions, () => NONE)
    .on(listNearby, () => NONE)
    .on(listEmployees, () => NONE)
    .on(getClient, () => CLIENT)
    .on(listContacts, () => ({ count: 1, results: [{ ...CONTACT, emails: ['zoe@baieverte.example'] }] }))
    .on(listMemos, () => ({ count: 1, results: [MEMO] }));
  return renderApp(address, { self, server: more(server) });
}

describe('job page', () => {
  it('job page: opens on facts, says where fee and budget differ, and keeps the form behind Edit', async () => {
    await open('/job/5/info');
    const facts = within(await screen.findByRole('region', { name: 'Details' }));
    expect(facts.getByText('Fixed fee $29,900.00')).toBeTruthy();
    expect(facts.getByText('The budget is $28,058.75 below the fixed fee.')).toBeTruthy();
    expect(facts.getByText('3 of 4 open')).toBeTruthy();
    expect((await facts.findByRole('link', { name: 'Datum of the old plan' })).getAttribute('href')).toBe('/app/job/5/memos');
    expect(screen.queryByLabelText(/^Title/)).toBeNull();
    await userEvent.click(facts.getByRole('button', { name: 'Edit' }));
    expect(await screen.findByLabelText(/^Title/)).toBeTruthy();
    expect(screen.getByLabelText(/^Fixed fee/)).toBeTruthy();
    const back = screen.getByRole('button', { name: 'Back to details' }) as HTMLButtonElement;
    await userEvent.type(screen.getByLabelText(/^Title/), ' and 8');
    await waitFor(() => expect(back.disabled).toBe(true));
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(back.disabled).toBe(false));
    await userEvent.click(back);
    expect(await screen.findByRole('region', { name: 'Details' })).toBeTruthy();
  });

  it('job page: a fixed fee without an amount is refused in the form', async () => {
    const { server } = await open('/job/5/info', { job: { ...JOB, billing_type: 'fixed fee' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await userEvent.clear(await screen.findByLabelText(/^Fixed fee/));
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter the fixed fee, or choose another billing type.')).toBeTruthy();
    expect(server.seen.some(({ body }) => body !== undefined)).toBe(false);
  });

  it.each([
    [{ task_count: 0, open_milestone_count: 0 }, 'link', 'Plan the work'],
    [{}, 'link', 'Continue the work'],
    [{ open_milestone_count: 0 }, 'button', 'Close job'],
  ])('job page: the filled button is the next step %j', async (change, role, name) => {
    await open('/job/5/info', { job: { ...JOB, ...change } });
    expect(await screen.findByRole(role, { name })).toBeTruthy();
  });

  it('job page: names where inbox and drive are set up, with a link for those who may open it', async () => {
    const placesOf = async (as: string) => {
      const { unmount } = await open('/job/5/info', { as });
      const panel = await screen.findByRole('region', { name: 'Inbox and folder' });
      for (const place of ['folders', 'servers'])
        await waitFor(() => expect(panel.textContent).toContain(`under ${STAFF_PAGES.find(({ path }) => path === place)!.title}.`));
      const links = within(panel).queryAllByRole('link');
      unmount();
      return links.map((link) => link.getAttribute('href'));
    };
    expect(await placesOf('alice')).toEqual(['/staff/folders', '/staff/servers']);
    expect(await placesOf('joe')).toEqual([]);
  });

  it('job page: whoever may not change it sees facts without Edit, amounts or a next step', async () => {
    const { fee_cap: _, rates: __, total: ___, ...job } = JOB;
    await open('/job/5/info', { as: 'joe', job: { ...job, can_edit: false } });
    const facts = within(await screen.findByRole('region', { name: 'Details' }));
    expect(facts.getByText('Fixed fee')).toBeTruthy();
    expect(facts.queryByText('Budget')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Continue the work' })).toBeNull();
  });
});

describe('quote page', () => {
  it('quote page: submitting shows the validity and mails the PDF to the contact with a text', async () => {
    const { server } = await open('/quote/7/info', {
      more: (fake) => fake.on(updateQuote, () => ({ ...QUOTE, state: 'QUOTE SUBMITTED' as const })),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Submit quote' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^\$29,900\.00 before tax\./)).toBeTruthy();
    expect(dialog.getByText('The budget is $28,058.75 below the fixed fee.')).toBeTruthy();
    const zoe = (await dialog.findByLabelText('Zoë Léger (zoe@baieverte.example)')) as HTMLInputElement;
    expect(zoe.checked).toBe(true);
    const until = dialog.getByLabelText('Valid until') as HTMLInputElement;
    await userEvent.clear(until);
    await userEvent.type(until, '2026-05-01');
    expect((dialog.getByLabelText('Text') as HTMLTextAreaElement).value).toMatch(/Hello Zoë Léger,.*valid until 1 May 2026\./s);
    await userEvent.click(dialog.getByLabelText('Baie Verte Holdings (office@baieverte.example)'));
    await userEvent.click(dialog.getByRole('button', { name: 'Submit and mail' }));
    expect(await screen.findByText('Submitted Q26-0007; the mail is on its way.')).toBeTruthy();
    expect(server.seen.find(({ endpoint }) => endpoint === updateQuote)?.body).toMatchObject({
      state: 'QUOTE SUBMITTED',
      valid_until: '2026-05-01',
      mail: { to: ['zoe@baieverte.example', 'office@baieverte.example'], text: expect.stringContaining('Q26-0007') },
    });
  });

  it('quote page: picking QUOTE SUBMITTED from the chip opens the same dialog', async () => {
    const { server } = await open('/quote/7/info', {
      more: (fake) => fake.on(updateQuote, () => ({ ...QUOTE, state: 'QUOTE SUBMITTED' as const })),
    });
    await userEvent.click(await screen.findByRole('button', { name: /^State of Q26-0007/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'QUOTE SUBMITTED' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Submit Q26-0007' }));
    expect(server.callsOf(updateQuote)).toEqual([]);
    await dialog.findByLabelText('Zoë Léger (zoe@baieverte.example)');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit and mail' }));
    expect(await screen.findByText('Submitted Q26-0007; the mail is on its way.')).toBeTruthy();
    expect(screen.queryByText('Saved state edit.')).toBeNull();
  });

  it('quote page: the texts typed for its PDF are previewed and submitted, and not those of another quote', async () => {
    keepQuoteTexts(8, { terms: 'Of another quote.' });
    const { server, router } = await open('/quote-pdf?quote=7', {
      more: (fake) =>
        fake
          .on(updateQuote, () => ({ ...QUOTE, state: 'QUOTE SUBMITTED' as const }))
          .on(listQuotes, () => NONE)
          .on(quotePdf, () => new Blob(['%PDF']) as never),
    });
    await userEvent.type(await screen.findByLabelText('Introduction'), 'Dear Zoë');
    await waitFor(() => expect(server.callsOf(quotePdf).at(-1)?.body).toMatchObject({ quote: 7, introduction: 'Dear Zoë' }));
    expect(server.callsOf(quotePdf).at(-1)?.body).not.toHaveProperty('terms');
    await router.navigate({ to: '/quote/7/info' } as never);
    await userEvent.click(await screen.findByRole('button', { name: 'Submit quote' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/It has the introduction you typed for it\./)).toBeTruthy();
    await userEvent.click(await dialog.findByRole('button', { name: 'Submit and mail' }));
    await screen.findByText(/^Submitted Q26-0007/);
    expect(server.callsOf(updateQuote)[0]?.body).toHaveProperty('document', { introduction: 'Dear Zoë' });
    expect(readQuoteTexts(7)).toEqual({});
    expect(readQuoteTexts(8)).toEqual({ terms: 'Of another quote.' });
  });

  it('quote page: without an address it is submitted, and says that nobody was mailed', async () => {
    const { server } = await open('/quote/7/info', {
      more: (fake) =>
        fake
          .on(updateQuote, () => ({ ...QUOTE, state: 'QUOTE SUBMITTED' as const }))
          .on(getClient, () => ({ ...CLIENT, email: '' }))
          .on(listContacts, () => NONE),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Submit quote' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/^Nobody can be mailed/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Submit quote' }));
    expect(await screen.findByText('Submitted Q26-0007. Nobody was mailed.')).toBeTruthy();
    expect(server.seen.find(({ endpoint }) => endpoint === updateQuote)?.body).not.toHaveProperty('mail');
  });

  it('quote page: promoting says which job was created and opens its tasks', async () => {
    const { address } = await open('/quote/7/info', {
      quote: { ...QUOTE, state: 'QUOTE SUBMITTED', submitted_on: STAMP, valid_until: '2026-04-03', revision: 1 },
      more: (fake) => fake.on(promoteQuote, () => JOB),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Accept and promote' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept and promote' }));
    expect(await screen.findByText('Job 26-0063 created.')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/job/5/tasks'));
  });

  it('quote page: one that became a job leads there; a rejected one has no next step', async () => {
    const promoted = { ...QUOTE, state: 'ACCEPTED' as const, is_editable: false, promoted_to: { id: 5, num: '26-0063' } };
    await open('/quote/7/info', { quote: promoted });
    expect((await screen.findByRole('link', { name: 'Open job 26-0063' })).getAttribute('href')).toBe('/app/job/5');
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  });
});
