import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { buildSelf, renderApp } from './render-app.tsx';
import { paletteOpen, shortcutsOpen } from './shell-state.ts';
import { handleShortcut } from './shortcuts.ts';

function press(key: string, target: Element, change: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...change });
  Object.defineProperty(event, 'target', { value: target });
  return event;
}

afterEach(() => {
  paletteOpen.set(false);
  shortcutsOpen.set(false);
});

describe('shortcuts', () => {
  it('shows the list on ?', async () => {
    await renderApp('/');
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('does nothing on single keys for someone who switched them off, but Ctrl+K still works', async () => {
    const alice = buildSelf('alice');
    await renderApp('/', { self: { ...alice, preferences: { ...alice.preferences, single_key_shortcuts: false } } });
    await userEvent.keyboard('?/');
    expect(shortcutsOpen.get()).toBe(false);
    expect(paletteOpen.get()).toBe(false);
    await userEvent.keyboard('{Meta>}k{/Meta}');
    expect(paletteOpen.get()).toBe(true);
  });

  it.each([
    ['an input', <input key="1" />],
    ['a text', <textarea key="2" />],
    ['a choice', <select key="3" />],
    ['an editable text', <div key="4" contentEditable suppressContentEditableWarning />],
  ])('never fires a single key while typing in %s', (_, field) => {
    const { container } = render(
      <main>
        <input type="search" />
        {field}
      </main>,
    );
    const typedIn = container.querySelector('main')!.lastElementChild!;
    const event = press('/', typedIn);
    handleShortcut(event, true);
    expect(event.defaultPrevented).toBe(false);
    handleShortcut(press('?', typedIn), true);
    expect(shortcutsOpen.get()).toBe(false);
  });

  it('goes to the search box of the page on /, and to the palette where there is none', () => {
    const { container, rerender } = render(
      <main>
        <input type="search" />
      </main>,
    );
    const event = press('/', document.body);
    handleShortcut(event, true);
    expect(document.activeElement).toBe(container.querySelector('input'));
    expect(event.defaultPrevented).toBe(true);
    rerender(<main />);
    handleShortcut(press('/', document.body), true);
    expect(paletteOpen.get()).toBe(true);
  });

  it('leaves single keys to a menu or a dialog that is open', () => {
    render(<div role="menu" />);
    handleShortcut(press('?', document.body), true);
    expect(shortcutsOpen.get()).toBe(false);
  });

  it('leaves keys with Alt or Ctrl alone', () => {
    handleShortcut(press('?', document.body, { altKey: true }), true);
    handleShortcut(press('/', document.body, { ctrlKey: true }), true);
    expect(shortcutsOpen.get() || paletteOpen.get()).toBe(false);
  });
});
