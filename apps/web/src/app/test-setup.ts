import { StyleSheet } from '@emotion/sheet';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { fetchIcons } from '../parts/icon/icon-paths.ts';

// A busy machine draws slowly; what is there at once is found at once all the same.
configure({ asyncUtilTimeout: 60_000 });

/** What jsdom leaves out and every screen may ask for. */
beforeEach(() => {
  window.matchMedia ??= ((query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  })) as typeof window.matchMedia;
  window.scrollTo = vi.fn() as unknown as typeof window.scrollTo;
  Element.prototype.scrollIntoView ??= () => {};
  // Nothing is laid out here: whatever waits to be seen is seen at once.
  window.IntersectionObserver ??= class {
    readonly #tell: IntersectionObserverCallback;
    constructor(tell: IntersectionObserverCallback) {
      this.#tell = tell;
    }
    observe(target: Element) {
      this.#tell([{ isIntersecting: true, target } as IntersectionObserverEntry], this as never);
    }
    unobserve() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// Styles are looked at in a browser, not here: jsdom would read every rule and match it against every element that is asked for.
StyleSheet.prototype.insert = () => {};

// React's development build takes a stack trace for every element it makes, until it has made ten thousand in a second. That is a fifth of
// the time of a test, and only adds owners to React's own warnings. It is told that the ten thousand are reached.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} });

// Every drawing is there before the first test, as on a page whose code has come.
await fetchIcons();
