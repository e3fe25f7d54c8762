import { getTrace, type Trace, type TraceThing } from '@dmse/contract/reports/trace';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';

const thing = (from: string, title: string): TraceThing => ({
  ...{ from, kind: from.split(':')[0] as TraceThing['kind'], title, text: '', date: '2026-03-04', minutes: null, state: null },
  ...{ path: null, picture: null },
});
const group = { is_refused: false, count: 0, page: 1, results: [] };
const RUN: Trace = {
  node: {
    ...thing('run:018f3c1e-7a2b-7c3d-8e4f-0123456789ab', 'Elm Street'),
    path: '/fieldrun/018f',
    facts: [{ label: 'Crew', text: 'Fern' }],
  },
  via: [thing('invoice-line:7', 'Invoice 00012, line 1'), thing('time-entry:9', 'Fern Francoeur')],
  groups: [
    {
      ...group,
      side: 'invoice',
      kind: 'time-entry',
      count: 2,
      results: [thing('time-entry:9', 'Fern Francoeur'), thing('time-entry:10', 'Pia Poirier')],
    },
    { ...group, side: 'invoice', kind: 'job', is_refused: true },
    { ...group, side: 'field', kind: 'shot', count: 2000, results: [thing('shot:018f3c1e-7a2b-7c3d-8e4f-0123456789ac', 'Shot 5000')] },
  ],
};

it('trace: the steps lead back, a neighbour leads on, a refused step says so, a long list is turned page by page', async () => {
  const asked: unknown[] = [];
  const self = buildSelf('fern');
  const server = serveShell(self).on(getTrace, ({ query }) => {
    asked.push(query);
    return RUN;
  });
  const { router } = await renderApp(`/report/trace?from=${RUN.node.from}&via=invoice-line:7&via=time-entry:9`, { self, server });
  const steps = within(await screen.findByRole('navigation', { name: 'Steps of the trace' }));
  expect(steps.getByRole('link', { name: 'Invoice 00012, line 1' }).getAttribute('href')).toBe('/app/report/trace?from=invoice-line%3A7');
  expect(asked[0]).toEqual({ from: RUN.node.from, via: ['invoice-line:7', 'time-entry:9'] });
  const hrefOf = (name: RegExp) => decodeURIComponent(screen.getByRole('link', { name }).getAttribute('href')!);
  // What was passed is a way back, what is new a step on.
  expect(hrefOf(/^Fern Francoeur/)).toBe('/app/report/trace?from=time-entry:9&via=invoice-line:7');
  expect(hrefOf(/Shot 5000/)).toBe(
    `/app/report/trace?from=shot:018f3c1e-7a2b-7c3d-8e4f-0123456789ac&via=invoice-line:7&via=time-entry:9&via=${RUN.node.from}`,
  );
  expect(within(screen.getByRole('region', { name: 'Job' })).getByText('Your groups do not see these.')).toBeTruthy();
  await userEvent.click(within(screen.getByRole('region', { name: 'Shots' })).getByRole('button', { name: 'Next page' }));
  expect(asked.at(-1)).toMatchObject({ step: 'shot', page: 2 });
  expect(router.state.location.search).toMatchObject({ step: 'shot' });
});
