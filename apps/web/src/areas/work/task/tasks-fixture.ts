import type { FakeServer } from '@dmse/testkit/fake-server';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import type { WorkFirm } from '../board/work-fixture.ts';

export const PLAN = {
  'Boundary survey': [{ name: 'Research' }, { name: 'Field work' }, { name: 'Drafting' }],
  'Legal plan': [{ name: 'Draft plan' }, { name: 'Registration' }],
};

/** The Tasks tab of the firm's one job, as somebody. */
export async function openTasks(firm: WorkFirm, { as = 'mona', address = '/job/5/tasks', more = (server: FakeServer) => server } = {}) {
  for (const key of ['jobs.tasks.tutorial2', 'jobs.info.memos']) localStorage.setItem(key, 'completed');
  const self = buildSelf(as);
  const app = await renderApp(address, { self, server: more(firm.serve(serveShell(self))) });
  await screen.findByRole('treegrid');
  return app;
}

// By label, not by role and name: those are reckoned out for the whole page at each question.
export const nameOf = (name: string) => screen.getByLabelText(`${name}. Rename`);
export const rowOf = (name: string) => nameOf(name).closest('tr')!;

/** Chooses from the menu or list that has opened. */
export async function chooseIn(role: 'menu' | 'listbox', item: string): Promise<void> {
  await userEvent.click(await within(await screen.findByRole(role)).findByText(item));
}
