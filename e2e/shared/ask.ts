import { createTestClient, type TestClient } from '@dmse/testkit/client';
import { type BrowserContext, expect, type Page } from '@playwright/test';

/** Signs in by the form itself, without drawing it: how it looks and what it refuses has journeys of its own. */
export async function signIn(context: BrowserContext, username: string, password = 'demo'): Promise<void> {
  const form = await (await context.request.get('/auth/login/')).text();
  const csrf = /name="csrf" value="([^"]+)"/.exec(form)?.[1] ?? '';
  const answer = await context.request.post('/auth/login/', { form: { csrf, username, password, next: '/app/' } });
  expect(new URL(answer.url()).pathname, `${username} signs in`).toBe('/app/');
}

async function tokenOf(page: Page): Promise<string> {
  return (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? '';
}

/** Asks the product as the person signed in there, the way its screens do. */
export async function ask<T>(page: Page, method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object): Promise<T> {
  const headers = { 'X-CSRFToken': await tokenOf(page) };
  const answer = await page.request.fetch(path, { method, headers, maxRetries: method === 'GET' ? 2 : 0, ...(body ? { data: body } : {}) });
  expect(answer.ok(), `${method} ${path} answered ${answer.status()}: ${answer.ok() ? '' : await answer.text()}`).toBe(true);
  return (await answer.json()) as T;
}

/** The person signed in there, for what the contract declares: what is sent is typed, and what is refused throws. */
export function clientOf(page: Page): TestClient {
  return createTestClient(async ({ method, url, headers, payload }) => {
    const token = { 'x-csrftoken': await tokenOf(page) };
    const answer = await page.request.fetch(url, { method, headers: { ...headers, ...token }, ...(payload ? { data: payload } : {}) });
    return { status: answer.status(), headers: answer.headers(), body: await answer.body() };
  }, null);
}

export type Upload = { name: string; mimeType: string; buffer: Buffer };

/** Sends a file with what belongs to it. */
export async function upload(page: Page, path: string, file: Upload, fields: Record<string, string> = {}) {
  const answer = await page.request.post(path, {
    headers: { 'X-CSRFToken': await tokenOf(page) },
    multipart: { ...fields, file },
  });
  return { status: answer.status(), body: (await answer.json()) as unknown };
}
