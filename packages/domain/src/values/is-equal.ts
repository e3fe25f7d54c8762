/** Equal as values of a record: what is absent is null, and the order of keys means nothing. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === null || a === undefined || b === null || b === undefined) return (a ?? null) === (b ?? null);
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((value, at) => isEqual(value, b[at]));
  }
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const key in left) if (!isEqual(left[key], right[key])) return false;
  for (const key in right) if (!(key in left) && !isEqual(right[key], null)) return false;
  return true;
}
