import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ProblemError } from '../../api/problem-error.ts';
import { renderPart } from '../render-part.tsx';
import { StateChip, type StateChipProps } from './state-chip.tsx';

const CHOICES: StateChipProps['choices'] = [
  { state: 'IN PROGRESS', tone: 'success' },
  { state: 'CLOSED', tone: 'muted', whyNot: 'Two milestones are open.', isBlocked: true },
  { state: 'CANCELLED', tone: 'error', whyNot: 'Only a manager can cancel it.' },
  { state: 'ON HOLD', tone: 'warning' },
];

async function show(extra: Partial<StateChipProps>) {
  const user = userEvent.setup();
  await renderPart(<StateChip state="IN PROGRESS" choices={CHOICES} failedText="Failed to save job." {...extra} />);
  return { user, open: () => user.click(screen.getByRole('button', { name: 'State: IN PROGRESS. Change' })) };
}

describe('StateChip', () => {
  it('is only a chip for whoever may not change it', async () => {
    await show({});
    expect(screen.getByText('IN PROGRESS')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('writes the chosen state and says so', async () => {
    const onChoose = vi.fn(async () => {});
    const { user, open } = await show({ onChoose });
    await open();
    expect(screen.getAllByRole('menuitem')).toHaveLength(4);
    await user.click(screen.getByRole('menuitem', { name: 'ON HOLD' }));
    expect(onChoose).toHaveBeenCalledWith('ON HOLD');
    expect(await screen.findByText('Saved state edit.')).toBeTruthy();
  });

  it('says why a state would be refused, and does not ask for it', async () => {
    const onChoose = vi.fn(async () => {});
    const { user, open } = await show({ onChoose });
    await open();
    const item = screen.getByRole('menuitem', { name: /CANCELLED.*Only a manager can cancel it\./ });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    await user.click(item);
    expect(onChoose).not.toHaveBeenCalled();
  });

  it('opens the checklist of a blocked state', async () => {
    const { user, open } = await show({
      onChoose: async () => {},
      checklist: (state, _, onClose) => (
        <button type="button" onClick={onClose}>
          Before {state}
        </button>
      ),
    });
    await open();
    await user.click(screen.getByRole('menuitem', { name: /CLOSED/ }));
    await user.click(await screen.findByText('Before CLOSED'));
    expect(screen.queryByText('Before CLOSED')).toBeNull();
  });

  it('opens the checklist with what the server named when only the server knew', async () => {
    const { user, open } = await show({
      onChoose: () => Promise.reject(new ProblemError(409, { code: 'BLOCKED', blockers: ['Stake out'] })),
      checklist: (_, blockers) => <p>Blocked by {String(blockers)}</p>,
    });
    await open();
    await user.click(screen.getByRole('menuitem', { name: 'ON HOLD' }));
    expect(await screen.findByText('Blocked by Stake out')).toBeTruthy();
  });

  it('says that it failed, and why', async () => {
    const { user, open } = await show({ onChoose: () => Promise.reject(new ProblemError(409, { detail: 'It is locked.' })) });
    await open();
    await user.click(screen.getByRole('menuitem', { name: 'ON HOLD' }));
    expect(await screen.findByText('Failed to save job.')).toBeTruthy();
    await waitFor(() => expect(screen.getByText('It is locked.')).toBeTruthy());
  });
});
