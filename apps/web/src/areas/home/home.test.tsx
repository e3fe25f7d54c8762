import { listMilestones } from '@dmse/contract/work/milestone';
import { localDate } from '@dmse/domain/dates/local-date';
import { buildMilestoneRow } from '@dmse/testkit/builders/milestone';
import { Refusal } from '@dmse/testkit/fake-server';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../app/render-app.tsx';
import { DRAFTING, TimeFirm } from '../time/week/time-fixture.ts';
import { HOME_TOUR } from './home-tour.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const milestone = (id: number, name: string) => buildMilestoneRow({ id, name, due_date: '2026-03-04' });

describe('Home', () => {
  it('leads to the three dashboards', async () => {
    await renderApp('/', { as: 'joe' });
    const cards = within(screen.getByRole('region', { name: 'Dashboards' }));
    expect(cards.getByRole('link', { name: 'Jobs dashboard' }).getAttribute('href')).toBe('/app/jobs');
    expect(cards.getByRole('link', { name: 'Field work' }).getAttribute('href')).toBe('/app/field');
    expect(cards.getByRole('link', { name: 'Historical files' }).getAttribute('href')).toBe('/app/historicals');
    expect(cards.getByRole('link', { name: 'Control points' }).getAttribute('href')).toBe('/app/field?tab=controlpoints');
  });

  it('shows the hours of the week against what is expected and what is missing, and says what is empty', async () => {
    const self = buildSelf('joe');
    const firm = new TimeFirm();
    firm.exceptions = [{ kind: 'missing_day', date: '2026-03-03', task: null, says: 'No time on 3 Mar 2026' }];
    const today = localDate(new Date().toISOString(), 'America/Moncton');
    firm.put(DRAFTING, today, 90);
    const server = firm.serve(serveShell(self)).on(listMilestones, () => ({ count: 0, results: [] }));
    await renderApp('/', { self, server });
    const card = within(screen.getByRole('region', { name: 'My open timesheet' }));
    expect(await card.findByText('1:30 of 40:00 this week, 38 h 30 min to go · OPEN')).toBeTruthy();
    expect(card.getByText('No time on 3 Mar 2026')).toBeTruthy();
    expect(card.getByRole('link', { name: 'Open my week' }).getAttribute('href')).toBe('/app/timesheet');
    expect(await screen.findByText('Nothing that is ready is assigned to you.')).toBeTruthy();
    expect(server.seen.find(({ endpoint }) => endpoint === listMilestones)?.query).toMatchObject({
      my_assignments: true,
      ordering: 'due_date',
    });
    expect(screen.getByRole('region', { name: 'Unsynced field data' }).textContent).toContain('Nothing on this device is waiting');
    expect(screen.queryByRole('link', { name: 'Open the staff panel' })).toBeNull();
  });

  it('shows each assignment with its job and client, and a manager what is ready in the own projects', async () => {
    const self = buildSelf('mona');
    const server = serveShell(self).on(listMilestones, ({ query }) => {
      const row = query.my_assignments ? milestone(1, 'Drafting') : milestone(2, 'Field work');
      return { count: 1, results: [row] };
    });
    await renderApp('/', { self, server });
    const mine = within(screen.getByRole('region', { name: 'My assignments due' }));
    expect((await mine.findByRole('link', { name: '26-0005 Drafting' })).getAttribute('href')).toBe('/app/job/5/tasks');
    expect(mine.getByText('Boundary survey · Lot 7 · Acme Ltd.')).toBeTruthy();
    const ready = within(screen.getByRole('region', { name: 'Ready in my projects' }));
    expect(await ready.findByRole('link', { name: '26-0005 Field work' })).toBeTruthy();
    expect(server.callsOf(listMilestones).map(({ query }) => query.project_manager)).toContain(self.id);
  });

  it('says what went wrong with the assignments, and tries again', async () => {
    const self = buildSelf('joe');
    let isBroken = true;
    const server = serveShell(self).on(listMilestones, () => {
      if (isBroken) throw new Refusal(400, { detail: 'The list is being rebuilt.' });
      return { count: 0, results: [] };
    });
    await renderApp('/', { self, server });
    expect(await screen.findByText(/Your assignments could not be loaded: The list is being rebuilt\./)).toBeTruthy();
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing that is ready is assigned to you.')).toBeTruthy();
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  it('shows Alice the way to the staff panel', async () => {
    await renderApp('/', { as: 'alice' });
    expect(screen.getByRole('link', { name: 'Open the staff panel' }).getAttribute('href')).toBe('/staff/');
  });

  it.each([true, false])('says in one sentence what an insecure address cannot do (secure: %s)', async (secure) => {
    vi.stubGlobal('isSecureContext', secure);
    await renderApp('/');
    expect(screen.queryByText(/This address is not secure/) === null).toBe(secure);
  });

  it('has a tour that explains how search was split', async () => {
    await renderApp('/', { tours: true });
    expect(HOME_TOUR).toMatchObject({ key: 'core.home.tutorial2', delay: 1000 });
    const words = HOME_TOUR.steps.map((step) => step.text.toLowerCase()).join(' ');
    for (const word of [
      'split into separate dashboards',
      'contacts',
      'clients',
      'jobs',
      'quotes',
      'progress',
      'control points',
      'field runs',
    ]) {
      expect(words).toContain(word);
    }
    expect(await screen.findByRole('dialog', { name: 'Search has moved' })).toBeTruthy();
    // Every stop with an anchor points at something that is there.
    for (const { anchor } of HOME_TOUR.steps) if (anchor) expect(document.querySelector(anchor), anchor).not.toBeNull();
  });
});
