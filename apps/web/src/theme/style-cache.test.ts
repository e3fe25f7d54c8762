import { expect, test } from 'vitest';
import { createStyleCache, putNestedLast } from './style-cache.ts';

/** What reaches the style sheet. */
function inserted(selector: string, styles: string): string[] {
  const cache = createStyleCache();
  const rules: string[] = [];
  cache.insert(selector, { name: 'x', styles } as never, { insert: (rule: string) => rules.push(rule) } as never, true);
  expect(cache.inserted.x).toBe(true);
  return rules;
}

test('style cache: a component is one rule, its declarations before what is nested in it', () => {
  expect(inserted('.css-x', 'color:red;@media print{color:black;}&:hover{color:blue;}padding:1px;')).toEqual([
    '.css-x{color:red;padding:1px;;@media print{color:black;}&:hover{color:blue;}}',
  ]);
});

test('style cache: the same holds inside a nested rule, and a bare pseudo-class means the component', () => {
  expect(putNestedLast(':hover{@media (hover: none){color:red;}color:blue;}')).toBe(
    '&:hover{color:blue;;@media (hover: none){color:red;}}',
  );
});

test('style cache: what belongs to no component is inserted rule by rule', () => {
  expect(inserted('', ':root{--a:1;}@keyframes pulse{50%{opacity:0.4;}}')).toEqual([
    ':root{--a:1;}',
    '@keyframes pulse{50%{opacity:0.4;}}',
  ]);
});

test("style cache: text that may hold braces, and keyframes inside a component, go through emotion's parser", () => {
  expect(inserted('.css-x', '&::before{content:"}";}')).toContain('.css-x::before{content:"}";}');
  expect(inserted('.css-x', 'color:red;@keyframes pulse{50%{opacity:0.4;}}')).toContain('@keyframes pulse{50%{opacity:0.4;}}');
});

test('style cache: only what a promised browser needs is prefixed', () => {
  expect(inserted('.css-x', 'display:flex;user-select:none;forced-color-adjust:none;')).toEqual([
    '.css-x{display:flex;-webkit-user-select:none;user-select:none;forced-color-adjust:none;}',
  ]);
});
