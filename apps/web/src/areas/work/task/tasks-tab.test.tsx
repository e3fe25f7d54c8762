import { listJobs } from '@dmse/contract/jobs/job';
import { updateMilestone } from '@dmse/contract/work/milestone';
import { copyTasks, createTask, createTasksFromTemplates, listTasks, type Task } from '@dmse/contract/work/task';
import { buildMemoRow } from '@dmse/testkit/builders/memo';
import { Refusal } from '@dmse/testkit/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { WorkFirm } from '../board/work-fixture.ts';
import { chooseIn, nameOf, openTasks, PLAN, rowOf } from './tasks-fixture.ts';

/** The names on the page from top to bottom. */
function namesShown(): (string | null)[] {
  return [...document.querySelectorAll('[data-row] .name .cell')].map((cell) => cell.textContent);
}
async function openMenu(name: string, item: string): Promise<void> {
  await userEvent.click(screen.getByLabelText(`Actions for ${name}`));
  await chooseIn('menu', item);
}

describe('the order of work', () => {
  it('is changed with Alt and the arrows, past the end of a task into the next one, and the focus goes along', async () => {
    const firm = new WorkFirm(PLAN);
    await openTasks(firm);
    nameOf('Field work').focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(firm.namesIn(1)).toEqual(['Field work', 'Research', 'Drafting']));
    expect(document.activeElement).toBe(nameOf('Field work'));
    expect(screen.getByText('Field work is now 1 of 3 in Boundary survey.')).toBeTruthy();
    nameOf('Drafting').focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(firm.namesIn(2)).toEqual(['Drafting', 'Draft plan', 'Registration']));
    expect(namesShown()).toEqual([
      'Work',
      'Boundary survey',
      'Field work',
      'Research',
      'Legal plan',
      'Drafting',
      'Draft plan',
      'Registration',
    ]);
  });

  it('keeps the move of somebody else, made meanwhile to another row', async () => {
    const firm = new WorkFirm(PLAN);
    await openTasks(firm);
    // Joe moves Draft plan to the front of Boundary survey; Mona's page does not know yet.
    firm.put({ ...firm.milestone(20), task: 1, order: 'Z0', version: 2 });
    nameOf('Drafting').focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(namesShown()[2]).toBe('Draft plan'));
    expect(firm.namesIn(1)).toEqual(['Draft plan', 'Research', 'Drafting', 'Field work']);
  });

  it('goes back, with the reason, when a move is refused', async () => {
    const firm = new WorkFirm(PLAN);
    await openTasks(firm, {
      more: (server) =>
        server.on(updateMilestone, () => {
          throw new Refusal(400, { detail: 'These milestones would wait for each other: A → B → A.' });
        }),
    });
    nameOf('Field work').focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(await screen.findByText('Failed to move.')).toBeTruthy();
    expect(screen.getByText(/would wait for each other/)).toBeTruthy();
    expect(namesShown().slice(2, 4)).toEqual(['Research', 'Field work']);
  });

  it('can be said in a dialog, and a move made there can be taken back', async () => {
    const firm = new WorkFirm(PLAN);
    await openTasks(firm);
    await openMenu('Drafting', 'Move…');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Into the task' }));
    await chooseIn('listbox', 'Work – Legal plan');
    await userEvent.click(screen.getByRole('button', { name: 'Move milestone' }));
    await waitFor(() => expect(firm.namesIn(2)).toEqual(['Draft plan', 'Registration', 'Drafting']));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(firm.namesIn(1)).toEqual(['Research', 'Field work', 'Drafting']));
  });
});

describe('the keys of the grid', () => {
  it('walk rows and controls, fold, and go to what a row stands in', async () => {
    await openTasks(new WorkFirm(PLAN));
    nameOf('Research').focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(nameOf('Field work'));
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('State of Field work: open. Change');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(document.activeElement).toBe(nameOf('Boundary survey'));
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(screen.queryByText('Research')).toBeNull();
    await userEvent.keyboard('{ArrowRight}{End}');
    expect(nameOf('Research')).toBeTruthy();
    expect(document.activeElement?.closest('tr')).toBe(rowOf('Registration'));
  });

  it('rename with F2; Esc leaves the name as it was and the focus on it', async () => {
    const firm = new WorkFirm(PLAN);
    await openTasks(firm);
    nameOf('Research').focus();
    await userEvent.keyboard('{F2}');
    await userEvent.keyboard('Deeds{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(nameOf('Research')));
    await userEvent.keyboard('{F2}Deeds{Enter}');
    await waitFor(() => expect(firm.namesIn(1)[0]).toBe('Deeds'));
    await waitFor(() => expect(document.activeElement).toBe(nameOf('Deeds')));
  });

  it('delete after asking, and the focus goes to the next row', async () => {
    const firm = new WorkFirm(PLAN);
    await openTasks(firm);
    nameOf('Research').focus();
    await userEvent.keyboard('{Delete}');
    const dialog = await screen.findByRole('dialog', { name: 'Delete Research?' });
    expect(dialog.textContent).toContain('“Field work” waits for it and will not any more.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete milestone' }));
    await waitFor(() => expect(firm.namesIn(1)).toEqual(['Field work', 'Drafting']));
    await waitFor(() => expect(document.activeElement).toBe(nameOf('Field work')));
  });

  it('change nothing for whoever may only look', async () => {
    const firm = new WorkFirm(PLAN);
    firm.job = { can_edit: false };
    const { server } = await openTasks(firm, { as: 'joe' });
    screen.getByLabelText('Select Field work').focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}{F2}{Delete}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.callsOf(updateMilestone)).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Add task' })).toBeNull();
  });
});

describe('a milestone', () => {
  it('says what it waits for, and no longer when that is done', async () => {
    const firm = new WorkFirm(PLAN);
    await openTasks(firm);
    expect(rowOf('Research').textContent).not.toContain('Waits for');
    expect(rowOf('Field work').textContent).toContain('Waits for “Research”.');
    await userEvent.click(screen.getByLabelText('State of Research: open. Change'));
    await chooseIn('menu', 'done');
    expect(await screen.findByText('Saved state edit.')).toBeTruthy();
    await waitFor(() => expect(rowOf('Field work').textContent).not.toContain('Waits for'));
    expect(rowOf('Drafting').textContent).toContain('Waits for “Field work”.');
  });

  it('is held up by an issue on the job, on its task, or on the quote the job came from', async () => {
    const firm = new WorkFirm(PLAN);
    firm.issues = [
      buildMemoRow({ title: 'No access', is_issue: true, task: { id: 2, name: 'Legal plan' } }),
      buildMemoRow({ title: 'Wrong lot', is_issue: true, id: 91, job: null, quote: 3, task: { id: 77, name: 'Its task on the quote' } }),
    ];
    await openTasks(firm);
    await waitFor(() => expect(rowOf('Draft plan').textContent).toContain('“No access”'));
    expect(rowOf('Draft plan').textContent).toContain('“Wrong lot”');
    expect(rowOf('Research').textContent).toContain('“Wrong lot”');
    expect(rowOf('Research').textContent).not.toContain('“No access”');
  });

  it('cannot be made to wait for itself: the loop is named', async () => {
    const firm = new WorkFirm(PLAN);
    await openTasks(firm);
    await openMenu('Research', 'What it waits for…');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('radio', { name: 'These milestones' }));
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Drafting' }));
    expect(within(dialog).getByRole('alert').textContent).toContain('Research → Drafting → Field work → Research');
    expect((within(dialog).getByRole('button', { name: 'Save dependencies' }) as HTMLButtonElement).disabled).toBe(true);
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Drafting' }));
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Registration' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save dependencies' }));
    await waitFor(() => expect(firm.milestone(10).depends_on).toEqual([21]));
    await waitFor(() => expect(rowOf('Research').textContent).toContain('Waits for “Registration”.'));
  });

  it('is assigned in its row; a refusal says so and the old name is back', async () => {
    const firm = new WorkFirm(PLAN);
    const { server } = await openTasks(firm);
    const assign = async () => {
      await userEvent.click(screen.getByLabelText('Assignment of Research: Unassigned. Change'));
      await chooseIn('menu', 'Joe Jardine');
    };
    server.on(updateMilestone, () => {
      throw new Refusal(403, { detail: 'Only the manager may.' });
    });
    await assign();
    expect(await screen.findByText('Failed to update.')).toBeTruthy();
    expect(rowOf('Research').textContent).toContain('Unassigned');
    firm.serve(server);
    await assign();
    expect(await screen.findByText('Updated assignment.')).toBeTruthy();
    expect(rowOf('Research').textContent).toContain('Joe Jardine');
  });

  it('may be reported on by whoever does it, where nothing else may be changed', async () => {
    const firm = new WorkFirm({
      Survey: [{ name: 'Mine', assigned_user: { id: buildSelf('joe').id, full_name: 'Joe Jardine' } }, { name: 'Other' }],
    });
    firm.job = { can_edit: false };
    await openTasks(firm, { as: 'joe' });
    expect(screen.getByLabelText('State of Mine: open. Change')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /State of Other/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Assignment of Mine/ })).toBeNull();
  });

  it('is typed into a line under its task, one after the other', async () => {
    const firm = new WorkFirm(PLAN);
    await openTasks(firm);
    await userEvent.click(screen.getByLabelText('Add milestone to Legal plan'));
    await userEvent.keyboard('Review{Enter}');
    await waitFor(() => expect(firm.namesIn(2)).toEqual(['Draft plan', 'Registration', 'Review']));
    await userEvent.keyboard('Delivery{Enter}');
    await waitFor(() => expect(firm.namesIn(2).at(-1)).toBe('Delivery'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(nameOf('Legal plan')));
  });

  it('keeps two changes to different fields of one row, by two people', async () => {
    const firm = new WorkFirm(PLAN);
    const { server } = await openTasks(firm);
    firm.put({ ...firm.milestone(10), name: 'Renamed by Joe', version: 2 });
    await userEvent.click(screen.getByLabelText('State of Research: open. Change'));
    await chooseIn('menu', 'done');
    await waitFor(() => expect(firm.milestone(10)).toMatchObject({ name: 'Renamed by Joe', state: 'done' }));
    expect(server.callsOf(updateMilestone).map(({ ifMatch }) => ifMatch)).toEqual([1, 2]);
  });
});

describe('tasks', () => {
  it('come from a template', async () => {
    const firm = new WorkFirm(PLAN);
    firm.settings = { task_templates: [{ id: 7, name: 'Topographic survey', description: '', milestones: ['Field work', 'Plan'] }] };
    const made = { ...firm.tasks[0]!, name: 'Limits of Roy Ltd.' };
    const { server } = await openTasks(firm, { more: (fake) => fake.on(createTask, () => made) });
    await userEvent.click(screen.getByRole('button', { name: 'Add task' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Templates' }));
    await chooseIn('listbox', 'Topographic survey');
    expect(screen.getByText('Milestones: Field work, Plan.')).toBeTruthy();
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add task' }));
    await waitFor(() => expect(server.callsOf(createTask)[0]?.body).toEqual({ job: 5, task_group: 1, template: 7 }));
    expect(await screen.findByText('Added task Limits of Roy Ltd.')).toBeTruthy();
  });

  it('tasks: come from several templates in one call', async () => {
    const firm = new WorkFirm(PLAN);
    firm.settings = {
      task_templates: [
        { id: 7, name: 'Topographic survey', description: '', milestones: ['Field work', 'Plan'] },
        { id: 8, name: 'Stakeout', description: '', milestones: [] },
      ],
    };
    const { server } = await openTasks(firm, { more: (fake) => fake.on(createTasksFromTemplates, () => ({ tasks: firm.tasks })) });
    await userEvent.click(screen.getByRole('button', { name: 'Add task' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Templates' }));
    await chooseIn('listbox', 'Topographic survey');
    await userEvent.click(screen.getByRole('combobox', { name: 'Templates' }));
    await chooseIn('listbox', 'Stakeout');
    expect(screen.getByText('Topographic survey: Field work, Plan.')).toBeTruthy();
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add 2 tasks' }));
    await waitFor(() => expect(server.callsOf(createTasksFromTemplates)[0]?.body).toEqual({ job: 5, task_group: 1, templates: [7, 8] }));
  });

  it('are copied from another job', async () => {
    const firm = new WorkFirm(PLAN);
    const other: Task[] = [{ ...firm.tasks[0]!, id: 31, job: 6, name: 'Theirs' }];
    const { server } = await openTasks(firm, {
      more: (fake) =>
        fake
          .on(copyTasks, () => ({ tasks: [] }))
          .on(listJobs, () => ({
            count: 1,
            results: [{ id: 6, num: '26-0006', desc: 'Lot 8', client_name: '', state: 'CLOSED' as const }],
          }))
          .on(listTasks, ({ query }) =>
            query.job === 6 ? { count: 1, results: other } : { count: firm.tasks.length, results: firm.tasks },
          ),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Copy from…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Copy tasks to 26-0005' });
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Job' }));
    await userEvent.click(await screen.findByRole('option', { name: /26-0006/ }));
    await userEvent.click(await within(dialog).findByRole('checkbox', { name: /Theirs/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Copy 1 task' }));
    await waitFor(() => expect(server.callsOf(copyTasks)[0]?.body).toEqual({ tasks: [31], job: 5 }));
    expect(await screen.findByText('Copied 1 task from 26-0006.')).toBeTruthy();
  });

  it('are selected to be copied, also out of a job that may only be looked at', async () => {
    const firm = new WorkFirm(PLAN);
    firm.job = { can_edit: false };
    await openTasks(firm);
    await userEvent.click(screen.getByLabelText('Select Boundary survey'));
    await userEvent.click(screen.getByLabelText('Select Registration'));
    const bar = screen.getByRole('region', { name: 'Selection' });
    expect(bar.textContent).toContain('2 selected');
    expect(bar.textContent).toContain('not both');
    await userEvent.click(screen.getByLabelText('Select Registration'));
    await userEvent.click(within(bar).getByRole('button', { name: 'Copy…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Copy Boundary survey' });
    expect(within(dialog).queryByRole('radio', { name: /This job/ })).toBeNull();
  });
});

describe('the tab', () => {
  it('says that a resting job has nothing to be worked on, and offers nothing to change', async () => {
    const firm = new WorkFirm(PLAN);
    firm.job = { state: 'CLOSED', is_editable: false };
    await openTasks(firm);
    expect(screen.getByText('The job is CLOSED: nothing of it is ready to be worked on.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add task' })).toBeNull();
  });

  it('offers the first task where there is none, and to try again where it could not be loaded', async () => {
    localStorage.setItem('jobs.tasks.tutorial2', 'completed');
    const firm = new WorkFirm({});
    firm.groups = [];
    const self = buildSelf('mona');
    const server = firm.serve(serveShell(self)).on(listTasks, () => {
      throw new Refusal(400, { detail: 'The database rests.' });
    });
    await renderApp('/job/5/tasks', { self, server });
    expect(await screen.findByText('The tasks could not be loaded.')).toBeTruthy();
    expect(screen.getByText('The database rests.')).toBeTruthy();
    firm.serve(server);
    await userEvent.click(screen.getByRole('button', { name: /Try again|Retry/ }));
    expect(await screen.findByRole('button', { name: 'Add the first task' })).toBeTruthy();
  });

  it('is explained once, half a second after it is shown', async () => {
    const self = buildSelf('mona');
    const server = new WorkFirm(PLAN).serve(serveShell(self));
    await renderApp('/job/5/tasks', { self, server });
    expect(await screen.findByRole('dialog', { name: 'Two ways to look at work' })).toBeTruthy();
    expect(localStorage.getItem('jobs.tasks.tutorial2')).not.toBeNull();
  });
});
