import { expect, type Page, type Request } from '@playwright/test';
import { expectClean } from './clean.ts';

const LOOKS = [
  { width: 1280, height: 900, scheme: 'light' },
  { width: 360, height: 740, scheme: 'dark' },
] as const;

/** What a page has asked for, and when. */
type Asked = Map<Request, number>;
const onTheWay = new WeakMap<Page, Asked>();
/** Of a map that is taken away in the middle of loading nobody hears any more; what is older than this is not waited for. */
const FORGOTTEN = 5000;

/** From now on it is known what the page has asked for and not been answered. */
function watch(page: Page): Asked {
  const known = onTheWay.get(page);
  if (known) return known;
  const asked: Asked = new Map();
  onTheWay.set(page, asked);
  page.on('request', (request) => asked.set(request, Date.now()));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  return asked;
}

/** Everything has arrived, nothing more was asked for because of it, and it has been drawn. */
export async function expectSettled(page: Page): Promise<void> {
  const asked = watch(page);
  let quiet = 0;
  await expect
    .poll(
      () => {
        const isWaiting = [...asked.values()].some((at) => Date.now() - at < FORGOTTEN);
        quiet = isWaiting ? 0 : quiet + 1;
        return quiet;
      },
      { intervals: [40] },
    )
    .toBeGreaterThan(2);
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document.getAnimations().filter((moving) => moving.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map((moving) => moving.finished.catch(() => undefined)));
  });
}

export async function expectNoSideways(page: Page, what: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${what} fits`).toBe(true);
}

/** The page as it stands is in nobody’s way: on a desk in light, on a phone in dark. Where it is begins, so that little is drawn anew. */
export async function lookAt(page: Page, what: string): Promise<void> {
  await expectSettled(page);
  const isWide = (page.viewportSize()?.width ?? 0) > 700;
  for (const { width, height, scheme } of isWide ? LOOKS : LOOKS.toReversed()) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await expectSettled(page);
    const name = `${what}, ${scheme}, ${width} px`;
    await expectNoSideways(page, name);
    await expectClean(page, name);
  }
}
