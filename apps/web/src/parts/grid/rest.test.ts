import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onRest } from './rest.ts';

const pressKey = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: '1' }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a rest of who types', () => {
  it('begins a fifth of a second after the last key', () => {
    const act = vi.fn();
    pressKey();
    onRest(act);
    vi.advanceTimersByTime(150);
    pressKey();
    vi.advanceTimersByTime(199);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(act).toHaveBeenCalledOnce();
  });

  it('is not waited for longer than said, by whom nobody types, or after a press of the pointer', () => {
    const [late, pressed, givenUp] = [vi.fn(), vi.fn(), vi.fn()];
    pressKey();
    onRest(late, performance.now() + 500);
    onRest(givenUp)();
    for (let at = 0; at < 5; at += 1) {
      vi.advanceTimersByTime(100);
      pressKey();
    }
    expect(late).toHaveBeenCalledOnce();
    document.dispatchEvent(new Event('pointerdown'));
    onRest(pressed);
    vi.advanceTimersByTime(0);
    expect(pressed).toHaveBeenCalledOnce();
    expect(givenUp).not.toHaveBeenCalled();
  });
});
