import { createRequire } from 'node:module';
import type * as Emotion from '@emotion/serialize';
import { StyleSheet } from '@emotion/sheet';
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { fetchIcons } from '../parts/icon/icon-paths.ts';

// A busy machine draws slowly; what is there at once is found at once all the same.
const { getElementError } = getConfig();
configure({
  asyncUtilTimeout: 60_000,
  // What is looked for again and again prints the page only when it gives up, as queries by role do by themselves.
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') ? new Error(message ?? '') : getElementError(message, container),
});

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
  performance.getEntriesByType ??= () => [];
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
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  // A stream that stays silent.
  window.EventSource ??= class extends EventTarget {
    close() {}
  } as unknown as typeof EventSource;
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// Styles are looked at in a browser, not here: jsdom would read every rule and match it against every element that is asked for.
// They are not put together either.
StyleSheet.prototype.insert = () => {};
const emotion: { -readonly [key in keyof typeof Emotion]: (typeof Emotion)[key] } = createRequire(import.meta.url)('@emotion/serialize');
const { serializeStyles } = emotion;
const NO_STYLES = { name: 'untested', styles: '' };
emotion.serializeStyles = (args, registered, props) => (props ? NO_STYLES : serializeStyles(args, registered, props));

// Queries by text ask both of these of every element of the page; jsdom reads the selector each time.
const BUTTONS = ['submit', 'button', 'reset'];
const QUICK: Record<string, (element: Element) => boolean> = {
  'script, style': ({ localName }) => localName === 'script' || localName === 'style',
  'input[type=submit], input[type=button], input[type=reset]': (element) =>
    element.localName === 'input' && BUTTONS.includes((element.getAttribute('type') ?? '').toLowerCase()),
};
const { matches } = Element.prototype;
Element.prototype.matches = function (this: Element, selector: string) {
  return QUICK[selector]?.(this) ?? matches.call(this, selector);
} as typeof matches;

// React's development build takes a stack trace for every element it makes, until it has made ten thousand in a second. That is a fifth of
// the time of a test, and only adds owners to React's own warnings. It is told that the ten thousand are reached.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} });

// Every drawing is there before the first test, as on a page whose code has come.
await fetchIcons();
