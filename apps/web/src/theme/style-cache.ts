import createCache from '@emotion/cache';

/** May hold braces that are text. */
const HAS_TEXT = /url\(|(?<!-)content:/;

/** What Safari, or Chromium's printing, still knows only by its prefix. */
const PREFIXED = /(?<!-)(user-select|color-adjust):([^;]+);/g;

/**
 * Where emotion puts the styles of components. By itself it takes them apart with a parser of its own, for browsers that know no nested
 * rules and want prefixes. The promised browsers nest by themselves, and the parser was a tenth of the work of a cold start.
 */
export function createStyleCache() {
  const cache = createCache({ key: 'css', stylisPlugins: [] });
  const insertParsed = cache.insert;
  cache.insert = (selector, serialized, sheet, shouldCache) => {
    const { name } = serialized;
    const styles = serialized.styles.replace(PREFIXED, (all, property, value) =>
      property === 'user-select' ? `-webkit-user-select:${value};${all}` : `-webkit-print-color-adjust:${value};${all}`,
    );
    // Keyframes are a rule of their own, wherever they are written.
    if (HAS_TEXT.test(styles) || (selector && styles.includes('@keyframes')))
      return insertParsed(selector, { ...serialized, styles }, sheet, shouldCache);
    for (const rule of selector ? [`${selector}{${putNestedLast(styles)}}`] : splitStyles(styles).rules) sheet.insert(rule);
    if (shouldCache) cache.inserted[name] = true;
  };
  return cache;
}

/** What is declared comes before what is nested, as emotion's parser has it: a nested `@media` then wins. */
export function putNestedLast(styles: string): string {
  const { declared, rules } = splitStyles(styles);
  if (rules.length === 0) return styles;
  // A bare `:hover` means the component itself, not what is in it.
  const nested = rules.map((rule) => (rule.startsWith(':') ? `&${rule}` : rule)).join('');
  return declared ? `${declared};${nested}` : nested;
}

function splitStyles(styles: string): { declared: string; rules: string[] } {
  const rules: string[] = [];
  let declared = '';
  let from = 0;
  for (let open = styles.indexOf('{'); open >= 0; open = styles.indexOf('{', from)) {
    const start = Math.max(from, styles.lastIndexOf(';', open) + 1);
    const end = closingBrace(styles, open);
    declared += styles.slice(from, start);
    rules.push(`${styles.slice(start, open).trim()}{${putNestedLast(styles.slice(open + 1, end))}}`);
    from = end + 1;
  }
  return { declared: declared + styles.slice(from), rules };
}

function closingBrace(text: string, open: number): number {
  let depth = 1;
  let at = open + 1;
  for (; depth > 0 && at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
  }
  return at - 1;
}
