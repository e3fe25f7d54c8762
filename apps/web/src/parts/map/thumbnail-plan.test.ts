import { expect, it } from 'vitest';
import { planThumbnail, THUMBNAIL_HEIGHT, THUMBNAIL_WIDTH } from './thumbnail-plan.ts';

it('map thumbnail: a point stands in the middle, what is north of it above, and the bar says how far', () => {
  const north = { name: '26-0002', shape: { type: 'Point' as const, coordinates: [-66, 45.0005] } };
  const far = { name: '26-0003', shape: { type: 'Point' as const, coordinates: [-66, 46] } };
  const plan = planThumbnail({ type: 'Point', coordinates: [-66, 45] }, [north, far]);
  expect(plan.dot).toEqual({ x: THUMBNAIL_WIDTH / 2, y: THUMBNAIL_HEIGHT / 2 });
  expect(plan.near.map(({ name, x, y }) => [name, x, y < THUMBNAIL_HEIGHT / 2])).toEqual([['26-0002', THUMBNAIL_WIDTH / 2, true]]);
  expect(plan.scale).toEqual({ width: 65, name: '100 m' });
});

it('map thumbnail: a polygon of any size fits', () => {
  const ring = [
    [-66, 45],
    [-65.9, 45],
    [-65.9, 45.2],
    [-66, 45.2],
    [-66, 45],
  ];
  const { path, dot, scale } = planThumbnail({ type: 'Polygon', coordinates: [ring] }, []);
  const numbers = path!.match(/-?[\d.]+/g)!.map(Number);
  expect(dot).toBeNull();
  for (const [at, n] of numbers.entries()) {
    expect(n).toBeGreaterThan(0);
    expect(n).toBeLessThan(at % 2 === 0 ? THUMBNAIL_WIDTH : THUMBNAIL_HEIGHT);
  }
  expect(scale.name).toBe('10 km');
});

it('map thumbnail: of names that would lie over each other the first is written', () => {
  const near = (name: string, lat: number) => ({ name, shape: { type: 'Point' as const, coordinates: [-66, lat] } });
  const plan = planThumbnail({ type: 'Point', coordinates: [-66, 45] }, [near('a', 45.0005), near('b', 45.00052), near('c', 44.9997)]);
  expect(plan.near.map(({ isNamed }) => isNamed)).toEqual([true, false, true]);
});
