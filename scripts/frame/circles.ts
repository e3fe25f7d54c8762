import type { Source } from './source.ts';

/** Files that import each other, directly or by way of others. Imports of types and those made later are no circle: nothing waits for them. */
export function findCircles(sources: Source[]): string[] {
  const targets = new Map(
    sources.map(({ path, imports }) => [path, imports.filter(({ isNeededToLoad }) => isNeededToLoad).map(({ target }) => target)]),
  );
  const circles: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (path: string) => {
    const at = way.indexOf(path);
    if (at >= 0) circles.push(`${way.slice(at).join(' -> ')}: a circle`);
    if (at >= 0 || done.has(path)) return;
    way.push(path);
    for (const target of targets.get(path) ?? []) visit(target);
    way.pop();
    done.add(path);
  };
  for (const path of targets.keys()) visit(path);
  return circles;
}
