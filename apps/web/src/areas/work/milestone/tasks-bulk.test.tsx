import { changeMilestones } from '@dmse/contract/work/milestone';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { WorkFirm } from '../board/work-fixture.ts';
import { chooseIn, nameOf, openTasks, PLAN, rowOf } from '../task/tasks-fixture.ts';

const pick = (name: string) => within(rowOf(name)).getByRole<HTMLInputElement>('checkbox');
const act = (name: string) => userEvent.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name }));
const selected = () => [...document.querySelectorAll('[data-row^="milestone"]')].filter((row) => row.querySelector('input:checked')).length;

describe('many milestones', () => {
  it('many milestones: are selected with Shift and Ctrl, then assigned by search in one call, with one undo', async () => {
    const firm = new WorkFirm(PLAN);
    const { server } = await openTasks(firm);
    const user = userEvent.setup();
    await user.click(pick('Research'));
    await user.keyboard('{Shift>}');
    await user.click(pick('Drafting'));
    await user.keyboard('{/Shift}{Control>}');
    await user.click(nameOf('Registration'));
    await user.click(nameOf('Field work'));
    await user.keyboard('{/Control}');
    expect(selected()).toBe(3);
    await act('Assign…');
    await userEvent.type(await screen.findByLabelText('Find a person'), 'jard');
    expect(screen.queryByText('Chelsea Cormier')).toBeNull();
    await chooseIn('menu', 'Joe Jardine');
    expect(await screen.findByText('Assigned 3 milestones to Joe Jardine.')).toBeTruthy();
    expect(server.callsOf(changeMilestones)[0]?.body).toEqual({
      changes: [10, 12, 21].map((id) => ({ id, version: 1, assigned_user: 2 })),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Took back the change of 3 milestones.')).toBeTruthy();
    expect(server.callsOf(changeMilestones)[1]?.body).toEqual({
      changes: [10, 12, 21].map((id) => ({ id, version: 2, assigned_user: null })),
    });
  });

  it('many milestones: a whole task is dated by typing; what is refused is named and the rest is done', async () => {
    const firm = new WorkFirm(PLAN);
    await openTasks(firm);
    await userEvent.click(pick('Boundary survey'));
    firm.put({ ...firm.milestone(11), version: 2 });
    await act('Due date…');
    await userEvent.type(await screen.findByLabelText('Due date'), '2026-05-01{Enter}');
    expect(await screen.findByText('2 milestones due on 2026-05-01. 1 milestone stayed as before.')).toBeTruthy();
    expect(screen.getByText('Field work: Somebody else changed it.')).toBeTruthy();
    expect([10, 11, 12].map((id) => firm.milestone(id).due_date)).toEqual(['2026-05-01', null, '2026-05-01']);
  });

  it('many milestones: are set to a state and moved to the end of another task in their order', async () => {
    const firm = new WorkFirm(PLAN);
    await openTasks(firm);
    await userEvent.click(pick('Field work'));
    await userEvent.click(pick('Research'));
    await act('State…');
    await chooseIn('menu', 'skipped');
    await waitFor(() => expect([10, 11].map((id) => firm.milestone(id).state)).toEqual(['skipped', 'skipped']));
    await act('Move…');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Into the task' }));
    await chooseIn('listbox', 'Work – Legal plan');
    await userEvent.click(screen.getByRole('button', { name: 'Move 2 milestones' }));
    await waitFor(() => expect(firm.namesIn(2)).toEqual(['Draft plan', 'Registration', 'Research', 'Field work']));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(firm.namesIn(1)).toEqual(['Research', 'Field work', 'Drafting']));
  });

  it('many milestones: are selected by keys, all of them with Ctrl+A', async () => {
    await openTasks(new WorkFirm(PLAN));
    nameOf('Research').focus();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(selected()).toBe(2);
    await userEvent.keyboard('{Control>}a{/Control}');
    expect(selected()).toBe(5);
  });
});
