/** Equal as values of a record: what is absent is null, and the order of keys means nothing. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === null || a === undefined || b === null || b === undefined) return (a ?? null) === (b ?? null);
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((value, at) => isEqual(value, b[at]));
  }
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  // Only what is their own: every object inherits a toString.
  for (const key of Object.keys(left)) if (!isEqual(left[key], Object.hasOwn(right, key) ? right[key] : null)) return false;
  for (const key of Object.keys(right)) if (!Object.hasOwn(left, key) && !isEqual(right[key], null)) return false;
  return true;
}
