import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Options = {
  /** Only this part of the page, where the rest was looked at elsewhere. */
  include?: string;
  /** For use in the sun: contrast of 7 to 1. */
  inTheSun?: boolean;
  /** The same page was looked at in other colours just before: only what depends on them. */
  onlyColours?: boolean;
};

/** Nothing on the page is in the way of anyone: axe finds no fault in it. A drawn map is looked at by eye. */
export async function expectClean(
  page: Page,
  what: string,
  { include, inTheSun = false, onlyColours = false }: Options = {},
): Promise<void> {
  // What has 7 to 1 has 4.5 to 1: the weaker rule need not be asked as well.
  const sun = { 'color-contrast-enhanced': { enabled: true }, 'color-contrast': { enabled: false } };
  const rules: Record<string, { enabled: boolean }> = inTheSun ? sun : {};
  const runOnly = onlyColours ? { runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] } } : {};
  const options = { resultTypes: ['violations' as const], rules, preload: false, ...runOnly };
  const axe = new AxeBuilder({ page }).options(options).exclude('.maplibregl-map');
  if (include) axe.include(include);
  // There are no frames to look into; without them one page is read once, not opened a second time to be judged.
  const { violations } = await axe.setLegacyMode(true).analyze();
  const lines = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.html}`).join(', ')}`);
  expect(lines, what).toEqual([]);
}
