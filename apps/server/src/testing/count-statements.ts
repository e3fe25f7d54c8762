import pg from 'pg';
import { vi } from 'vitest';

/** How many statements the database was sent meanwhile. */
export async function countStatements<T>(work: () => Promise<T>): Promise<{ statements: number; answer: T }> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const answer = await work();
    return { statements: spy.mock.calls.length, answer };
  } finally {
    spy.mockRestore();
  }
}
