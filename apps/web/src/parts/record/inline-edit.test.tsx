import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '../render-part.tsx';
import { InlineEdit } from './inline-edit.tsx';

const input = () => screen.getByLabelText<HTMLInputElement>('Due');

describe('InlineEdit', () => {
  it('saves by Enter and flashes once', async () => {
    const user = userEvent.setup();
    const onSave = vi.fn(async () => {});
    await renderPart(<InlineEdit label="Due" value="soon" onSave={onSave} />);
    await user.clear(input());
    await user.type(input(), 'later{Enter}');
    expect(onSave).toHaveBeenCalledExactlyOnceWith('later');
    await waitFor(() => expect(input().closest('[data-flash]')?.getAttribute('data-flash')).toBe('1'));
  });
  it('restores by Esc and saves nothing', async () => {
    const user = userEvent.setup();
    const onSave = vi.fn(async () => {});
    await renderPart(<InlineEdit label="Due" value="soon" onSave={onSave} />);
    await user.type(input(), ' or never{Escape}');
    expect(input().value).toBe('soon');
    await user.tab();
    expect(onSave).not.toHaveBeenCalled();
  });
  it('saves what was typed when one clicks elsewhere, and nothing when nothing changed', async () => {
    const user = userEvent.setup();
    const onSave = vi.fn(async () => {});
    await renderPart(<InlineEdit label="Due" value="soon" onSave={onSave} />);
    await user.click(input());
    await user.tab();
    expect(onSave).not.toHaveBeenCalled();
    await user.type(input(), '!');
    await user.tab();
    expect(onSave).toHaveBeenCalledExactlyOnceWith('soon!');
  });
  it('keeps what was typed when it is refused, and says why', async () => {
    const user = userEvent.setup();
    await renderPart(<InlineEdit label="Due" value="soon" onSave={() => Promise.reject(new Error('Failed to update.'))} />);
    await user.type(input(), '!{Enter}');
    expect(await screen.findByText('Failed to update.')).toBeTruthy();
    expect(input().value).toBe('soon!');
    expect(input().getAttribute('aria-invalid')).toBe('true');
  });
  it('is only text where it may not be changed', async () => {
    await renderPart(<InlineEdit label="Due" value="" onSave={async () => {}} isReadOnly />);
    expect(screen.getByText('–')).toBeTruthy();
  });
});
