import { expect, type Page, type Request } from '@playwright/test';
import { expectClean } from './clean.ts';

type Look = { width: number; height: number; scheme: 'light' | 'dark' };

const DESK_LIGHT: Look = { width: 1280, height: 900, scheme: 'light' };
const PHONE_DARK: Look = { width: 360, height: 740, scheme: 'dark' };
const TWO = [DESK_LIGHT, PHONE_DARK];

/** Both schemes at both widths; each width once, for that is what costs. */
export const ALL_LOOKS: readonly Look[] = [DESK_LIGHT, { ...DESK_LIGHT, scheme: 'dark' }, PHONE_DARK, { ...PHONE_DARK, scheme: 'light' }];

/** A wider phone in both schemes, and a desk in the dark. */
export const PHONE_AND_DARK: readonly Look[] = [
  { ...DESK_LIGHT, scheme: 'dark' },
  { ...PHONE_DARK, width: 390 },
  { width: 390, height: 740, scheme: 'light' },
];

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

/** Makes the page as wide and as bright as that. */
export async function wear(page: Page, { width, height, scheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
}

/**
 * The page as it stands is in nobody’s way: on a desk in light, on a phone in dark, unless more is asked for. Where it is begins, so that
 * little is drawn anew.
 */
export async function lookAt(page: Page, what: string, looks: readonly Look[] = TWO): Promise<void> {
  await expectSettled(page);
  const isWide = (page.viewportSize()?.width ?? 0) > 700;
  let width = 0;
  for (const look of isWide ? looks : looks.toReversed()) {
    await wear(page, look);
    await expectSettled(page);
    const name = `${what}, ${look.scheme}, ${look.width} px`;
    await expectNoSideways(page, name);
    await expectClean(page, name, { onlyColours: look.width === width });
    width = look.width;
  }
}

/** The pairs of things in the top bar that lie on one another, and those whose words do not fit into them. */
export function troubleInBar(page: Page): Promise<string[]> {
  return page
    .locator('header')
    .first()
    .evaluate((bar) => {
      const things = [...bar.querySelectorAll('a, button, .MuiChip-root')].filter((thing) => thing.checkVisibility());
      const nameOf = (thing: Element) => thing.getAttribute('aria-label') ?? thing.textContent ?? '';
      const cut = things.filter((thing) => thing.scrollWidth > thing.clientWidth + 1).map((thing) => `${nameOf(thing)} is cut`);
      const over = things.flatMap((thing, at) =>
        things
          .slice(at + 1)
          .filter((other) => !thing.contains(other) && thing.getBoundingClientRect().right > other.getBoundingClientRect().left + 0.5)
          .map((other) => `${nameOf(thing)} lies on ${nameOf(other)}`),
      );
      return [...cut, ...over];
    });
}
