import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { fillSignIn } from './journey.ts';

const TOURS = ['core.home.tutorial2', 'sites.fieldrun.tutorial'];
export const HERE = { latitude: 45.9636, longitude: -66.6431, accuracy: 3 };
/** Chromium's own picture in the place of a camera, allowed without asking. */
export const CAMERA_ARGS = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

export type Crew = {
  page: Page;
  /** How often the screen was tapped. */
  taps: () => number;
  tap: (target: Locator) => Promise<void>;
  moveTo: (place: { latitude: number; longitude: number }) => Promise<void>;
  close: () => Promise<void>;
};

export type CrewOptions = { width?: number; height?: number; scheme?: 'light' | 'dark'; withTours?: boolean };

/** A crew with a phone: a position that is found again every second, a camera, and a count of taps. */
export async function sendCrew(browser: Browser, origin: string, options: CrewOptions = {}): Promise<Crew> {
  const { width = 360, height = 740, scheme = 'light', withTours = false } = options;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme: scheme,
    locale: 'en-CA',
    reducedMotion: 'reduce',
    hasTouch: true,
    geolocation: HERE,
    permissions: ['geolocation', 'camera'],
  });
  if (!withTours) {
    await context.addInitScript((keys) => {
      for (const key of keys) localStorage.setItem(key, 'true');
    }, TOURS);
  }
  let place = HERE;
  const walking = setInterval(() => void context.setGeolocation(place).catch(() => undefined), 1000);
  const page = await context.newPage();
  await page.goto('/auth/login/?next=%2Fapp%2F');
  await fillSignIn(page, 'fern');
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
  let taps = 0;
  return {
    page,
    taps: () => taps,
    tap: async (target) => {
      taps += 1;
      await target.tap();
    },
    moveTo: async (to) => {
      place = { ...HERE, ...to };
      await context.setGeolocation(place);
    },
    close: async () => {
      clearInterval(walking);
      await context.close();
    },
  };
}

type Fields = Record<string, unknown>;

/** Asks the product as the signed-in person, the way the office's screens do. */
export async function ask<T>(page: Page, method: 'GET' | 'POST', path: string, body?: Fields): Promise<T> {
  const answer = await page.evaluate(
    async ({ method, path, body }) => {
      const token = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'content-type': 'application/json', 'x-csrftoken': token };
      const response = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      return { status: response.status, body: await response.json() };
    },
    { method, path, body },
  );
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body as T;
}

/** A run of the office, its risk assessment done unless said otherwise. */
export async function makeRun(page: Page, name: string, fields: Fields = { present_hazards: ['Live traffic'] }): Promise<string> {
  const id = randomUUID();
  await ask(page, 'POST', '/api/sites/fieldrun/', { id, name, state: 'Active', ...fields });
  return id;
}

export async function addShot(page: Page, run: string, fields: Fields): Promise<string> {
  const id = randomUUID();
  await ask(page, 'POST', '/api/sites/fieldrun-shot/', { id, field_run: run, ...fields });
  return id;
}

/** A small picture of a shot. */
export async function addPicture(page: Page, run: string, shot: string): Promise<string> {
  const id = randomUUID();
  const status = await page.evaluate(
    async ({ run, shot, id }) => {
      const canvas = new OffscreenCanvas(32, 32);
      canvas.getContext('2d')?.fillRect(0, 0, 16, 16);
      const form = new FormData();
      form.append('id', id);
      form.append('field_run', run);
      form.append('fieldrun_shot', shot);
      form.append('file', await canvas.convertToBlob({ type: 'image/jpeg' }), 'photo.jpg');
      const token = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
      const response = await fetch('/api/sites/fieldrun-shot-image/', { method: 'POST', headers: { 'x-csrftoken': token }, body: form });
      return response.status;
    },
    { run, shot, id },
  );
  expect(status).toBe(201);
  return id;
}

export function fieldPath(run: string, tab = ''): string {
  return `/app/fieldrun/field/${run}/${tab}`;
}

/** The line under the head of the field app. */
export function noteOf(page: Page): Locator {
  return page.getByTestId('field-note');
}
