import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { ask, signIn, upload } from './ask.ts';
import { skipTours } from './journey.ts';

export const HERE = { latitude: 45.9636, longitude: -66.6431, accuracy: 3 };

export type Crew = {
  page: Page;
  /** How often the screen was tapped. */
  taps: () => number;
  tap: (target: Locator) => Promise<void>;
  moveTo: (place: { latitude: number; longitude: number }) => Promise<void>;
  close: () => Promise<void>;
};

export type CrewOptions = { withTours?: boolean; isStored?: boolean };

/** A crew with a phone that shows nothing yet: a position that is found again every second, a camera, and a count of taps. */
export async function sendCrew(browser: Browser, origin: string, options: CrewOptions = {}): Promise<Crew> {
  const { withTours = false, isStored = false } = options;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 360, height: 740 },
    locale: 'en-CA',
    // Only who goes where there is no network needs the app on the device.
    serviceWorkers: isStored ? 'allow' : 'block',
    reducedMotion: 'reduce',
    hasTouch: true,
    geolocation: HERE,
    permissions: ['geolocation', 'camera'],
  });
  if (!withTours) await skipTours(context);
  await signIn(context, 'fern');
  let place = HERE;
  const walking = setInterval(() => void context.setGeolocation(place).catch(() => undefined), 1000);
  const page = await context.newPage();
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
  const picture = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(32, 32);
    canvas.getContext('2d')?.fillRect(0, 0, 16, 16);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture) };
  const { status } = await upload(page, '/api/sites/fieldrun-shot-image/', file, { id, field_run: run, fieldrun_shot: shot });
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
