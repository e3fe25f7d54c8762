import { createMemoryHistory } from '@tanstack/react-router';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../render-app.tsx';
import { rowOf } from './current-row.ts';
import { ROUTE_ROWS, trailTo } from './route-table.ts';
import { createAppRouter } from './router.tsx';

const RUN = '018f3c1e-7a2b-7c3d-8e4f-0123456789ab';

/** The table of the specification, as addresses a person could type, and the title each must have. */
const TITLES: readonly [string, string, string?][] = [
  ['/', 'Home'],
  ['/prefs', 'Preferences'],
  ['/mobile-ready', 'Mobile-Ready Checklist'],
  ['/map', 'Map'],
  ['/field', 'Field Dashboard'],
  ['/jobs', 'Jobs Dashboard'],
  ['/report', 'Reports'],
  ['/report/wip', 'Reports'],
  ['/report/trace', 'Reports'],
  ['/job', 'New Job'],
  ['/job/5', 'Job', '/job/5/info'],
  ['/job/5/disb', 'Job'],
  ['/historicals', 'Historical Files'],
  ['/historical', 'Historical File'],
  ['/historical/5', 'Historical File'],
  ['/contact', 'New Contact'],
  ['/contact/5', 'Contact'],
  ['/client', 'New Client'],
  ['/client/5', 'Client', '/client/5/info'],
  ['/control/5', 'Control Point', '/control/5/info'],
  ['/control/5/coords', 'Control Point'],
  ['/quote', 'New Quote'],
  ['/quote/5', 'Quote', '/quote/5/info'],
  ['/quote-pdf', 'Generate quote PDF'],
  ['/timesheet', 'Timesheet', '/timesheet/entries'],
  ['/timesheet/supervisor', 'Timesheet'],
  ['/entry', 'Create Time Entry'],
  ['/entry/5', 'Time Entry'],
  ['/expenses', 'Expenses Overview'],
  ['/expense', 'Create Expense'],
  ['/expense/5', 'Expense'],
  ['/invoices', 'Invoices'],
  ['/invoice', 'Invoice'],
  ['/invoice/5', 'Invoice', '/invoice/5/details'],
  ['/invoice/5/pdf', 'Invoice'],
  ['/invoice/edit/5', 'Edit Invoice', '/invoice/edit/5/lines'],
  ['/invoice/edit/5/appearance', 'Edit Invoice'],
  ['/payments', 'Payment Search'],
  ['/payment/5', 'Payment'],
  ['/payment/new', 'New Payment'],
  ['/payment/new/5', 'New Payment'],
  ['/payment/new/5/6/7', 'New Payment'],
  ['/deposits', 'Bank Deposits'],
  ['/deposit', 'New Bank Deposit'],
  ['/fieldrun/new', 'New Fieldrun'],
  [`/fieldrun/${RUN}`, 'Fieldrun Summary'],
  [`/fieldrun-shot/${RUN}`, 'Fieldrun Shot Summary'],
  [`/fieldrun/field/${RUN}`, 'Field app', `/fieldrun/field/${RUN}/details`],
  [`/fieldrun/field/${RUN}/point`, 'Field app'],
  [`/fieldrun/field/${RUN}/point/${RUN}`, 'Field app'],
  [`/fieldrun/field/${RUN}/pipe/${RUN}`, 'Field app'],
  [`/fieldrun/field/${RUN}/image/${RUN}`, 'Field app'],
  [`/fieldrun/field/${RUN}/risk-assesment`, 'Field app'],
  [`/fieldrun/field/${RUN}/layers`, 'Field app'],
  [`/fieldrun/field/${RUN}/points`, 'Field app'],
  ['/processing/start', 'Processing form'],
  [`/processing/${RUN}`, 'Processing wizard'],
  ['/accounting/invoice/5', 'Invoice', '/invoice/5/details'],
];

/** Where the router ends up, without drawing anything. */
async function follow(address: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [`/app${address}`] }));
  await router.load();
  return { title: rowOf(router.state.matches).row?.title ?? null, address: router.state.location.href.replace(/^\/app/, ''), router };
}

describe('the route table', () => {
  it.each(TITLES)('%s is %s', async (path, title, endsAt) => {
    const bare = await follow(path);
    expect(bare).toMatchObject({ title, address: endsAt ?? path });
    if (path !== '/') expect((await follow(`${path}/`)).title).toBe(title);
  });

  it('covers every line of the table', async () => {
    const patterns = ROUTE_ROWS.map((row) => ({
      path: row.path,
      // The rest of a path is one segment or more; a tab may follow.
      pattern: new RegExp(`^${row.path.replace(/\$$/, '.+').replace(/\$\w+/g, '[^/]+')}(/[^/]+)?$`),
    }));
    expect(patterns.filter(({ pattern }) => !TITLES.some(([path]) => pattern.test(path))).map(({ path }) => path)).toEqual([]);
  });

  it('says of every page what it needs, or it is for everybody or decides by what one may there', () => {
    const open = ROUTE_ROWS.filter(({ needs }) => !needs).map(({ path }) => path);
    const ofEverybody = ['/', '/prefs', '/mobile-ready', '/map', '/historicals', '/historical/$id', '/fieldrun/field/$id'];
    const decided = ['/report', '/timesheet', '/entry/$id', '/expenses', '/expense/$id', '/staff/$'];
    const known = [...ofEverybody, ...decided];
    expect(open.filter((path) => !known.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([]);
  });

  it.each([
    '/nowhere',
    '/job/abc',
    '/job/0',
    '/job/5/nonsense',
    '/job/5/info/more',
    '/fieldrun/5',
    '/processing/5',
    '/invoice/edit',
    '/client/5/memos',
  ])('%s is not found', async (path) => {
    expect((await follow(path)).title).toBeNull();
  });

  it('shows a Not Found page with the default title', async () => {
    await renderApp('/job/abc');
    expect(screen.getByRole('heading', { name: 'Not Found' })).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Breadcrumbs' })).toBeNull();
    expect(document.title).toBe('DMSE');
  });

  it('keeps the query when it goes to the first tab', async () => {
    expect((await follow('/job/5?from=palette')).address).toBe('/job/5/info?from=palette');
  });

  it('drops a tab of the dashboard that it does not know, and keeps the other words', async () => {
    const { router } = await follow('/jobs?tab=nonsense&query=07&state=A&state=B');
    expect(router.state.matches.at(-1)?.search).toEqual({ query: '07', state: ['A', 'B'], tab: undefined });
  });

  it('shows the way here as breadcrumbs from route titles', async () => {
    await renderApp('/report/wip');
    expect(document.title).toBe('Reports');
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }));
    expect(crumbs.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Home', 'Reports']);
    expect(crumbs.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/app/');
  });

  it('leads back from a client to the clients, from a quote to the quotes', () => {
    const above = (path: string) => trailTo(ROUTE_ROWS.find((row) => row.path === path)!).at(-1);
    expect(above('/client/$id')).toEqual({ path: '/jobs', title: 'Jobs Dashboard', search: { tab: 'clients' } });
    expect(above('/quote/$id')).toEqual({ path: '/jobs', title: 'Jobs Dashboard', search: { tab: 'quotes' } });
  });
});
