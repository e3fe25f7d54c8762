import type { BrowserContext } from '@playwright/test';

/** What the first visit may cost somebody with one bar of signal: kilobytes of JavaScript over the wire. */
export const HOME_LIMIT_KB = 250;

export type Script = { path: string; kilobytes: number };

/** Every script Home asks for until it has been idle for two seconds, the heaviest first. The context blocks service workers. */
export async function weighHome(context: BrowserContext, home: string, name: string): Promise<Script[]> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const paths = new Map<string, string>();
  const scripts: Script[] = [];
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type === 'Script' || /javascript/.test(response.mimeType)) paths.set(requestId, new URL(response.url).pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    if (path) scripts.push({ path, kilobytes: encodedDataLength / 1000 });
  });
  await page.goto(home, { waitUntil: 'networkidle' });
  await page.locator('h1', { hasText: name }).waitFor();
  for (let seen = -1; seen !== scripts.length; ) {
    seen = scripts.length;
    await page.waitForTimeout(2000);
  }
  await page.close();
  return scripts.sort((a, b) => b.kilobytes - a.kilobytes);
}

export function weightOf(scripts: Script[]): number {
  return scripts.reduce((sum, { kilobytes }) => sum + kilobytes, 0);
}
