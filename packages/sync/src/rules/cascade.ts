import type { Item } from '../item.ts';
import { editItem } from './new-item.ts';

/** P6: the shot, its images and the pipes that start or end at it; what was deleted before keeps its own story. */
export function cascadeDelete(point: Item, images: readonly Item[], pipes: readonly Item[], now: string, owner: number | null): Item[] {
  const children = [...images, ...pipes].filter((child) => child.is_deleted === 0);
  return [
    editItem(point, { is_deleted: 1 }, now, owner),
    ...children.map((child) => editItem(child, { is_deleted: 1, cascade: point.id }, now, owner)),
  ];
}

/** Taking the deletion back brings back what went with it, and nothing else. */
export function cascadeRestore(point: Item, images: readonly Item[], pipes: readonly Item[], now: string, owner: number | null): Item[] {
  const children = [...images, ...pipes].filter((child) => child.is_deleted === 1 && child._cascade === point.id);
  return [point, ...children].map((item) => editItem(item, { is_deleted: 0, cascade: null }, now, owner));
}
