import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ProblemError } from '../../api/problem-error.ts';
import { renderPart } from '../render-part.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

async function show(onConfirm: () => unknown) {
  const onClose = vi.fn();
  await renderPart(
    <ConfirmDialog open title="Delete this?" verb="Delete client" isDestructive onConfirm={onConfirm} onClose={onClose}>
      It will be gone.
    </ConfirmDialog>,
  );
  return { onClose, user: userEvent.setup() };
}

describe('ConfirmDialog', () => {
  it('does it and closes', async () => {
    const onConfirm = vi.fn(async () => {});
    const { user, onClose } = await show(onConfirm);
    await user.click(screen.getByRole('button', { name: 'Delete client' }));
    expect(onConfirm).toHaveBeenCalledOnce();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });
  it('stays with the reason when it is refused', async () => {
    const { user, onClose } = await show(() => Promise.reject(new ProblemError(409, { detail: 'Three jobs refer to it.' })));
    await user.click(screen.getByRole('button', { name: 'Delete client' }));
    expect(await screen.findByText('Three jobs refer to it.')).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });
  it('closes by Cancel and by Escape without doing it', async () => {
    const onConfirm = vi.fn();
    const { user, onClose } = await show(onConfirm);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(2);
    expect(onConfirm).not.toHaveBeenCalled();
  });
});
