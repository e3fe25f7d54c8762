import type { Page } from '@playwright/test';
import { ask } from './ask.ts';
import { LAB } from './lab-modules.ts';

type Result = { ran: boolean; green?: boolean; stopped?: string | null; why?: string };
type Counts = Record<'local' | 'sent' | 'errors' | 'confirmed' | 'unsynced' | 'conflicts' | 'others' | 'rescue', number>;
type Point = { id: string; fields: Record<string, unknown>; dirty: number; conflicts: number };

/** See field/device/lab-fixture.ts of the web app. What is saved answers null, what is not, why. */
type Device = {
  createRun(id: string, name: string): Promise<string | null>;
  openRun(id: string): Promise<string | null>;
  capture(run: string, points: { id: string; fields: object; photos: number[] }[]): Promise<(string | null)[]>;
  pipe(run: string, id: string, from: string, to: string): Promise<string | null>;
  edit(id: string, fields: object): Promise<string | null>;
  sync(run?: string): Promise<Result>;
  counts(): Promise<Counts>;
  points(run: string): Promise<Point[]>;
  hashes(run: string): Promise<(string | null)[]>;
  removeAll(): Promise<unknown>;
  exportZip(): Promise<string>;
  status(): Promise<{ isGreen: boolean; needsSignIn: boolean }>;
};

declare global {
  interface Window {
    device: Device;
  }
}

/** The field app's own device code in a real page, without screens, beside whatever tab of the app is open. */
export async function openDevice(page: Page): Promise<void> {
  await page.evaluate(async (address) => {
    const program = (await import(address)) as { createLabDevice(): Device };
    window.device = program.createLabDevice();
  }, `${LAB}device.js`);
}

export type ServerRun = {
  shots: { id: string; properties: Record<string, unknown> & { captured_by: { full_name: string } | null } }[];
  manifest: { id: string; kind: string; sha256: string | null; is_deleted: boolean }[];
};

/** What the server holds of a run, asked as whoever is signed in in that page. */
export async function readServerRun(page: Page, run: string): Promise<ServerRun> {
  const shots = await ask<{ results: ServerRun['shots'] }>(page, 'GET', `/api/sites/fieldrun-shot/?field_run=${run}&page_size=200`);
  const manifest = await ask<{ rows: ServerRun['manifest'] }>(page, 'GET', `/api/sites/fieldrun/${run}/manifest/`);
  return { shots: shots.results, manifest: manifest.rows };
}
