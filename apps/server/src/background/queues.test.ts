import { QUEUE_NAMES } from '@dmse/domain/text/queue-names';
import { expect, it } from 'vitest';
import { QUEUES } from './queues.ts';

it('every queue has a name that people read, and no name is left of a queue that is gone', () => {
  expect(Object.keys(QUEUE_NAMES).sort()).toEqual(Object.keys(QUEUES).sort());
  expect(new Set(Object.values(QUEUE_NAMES)).size).toBe(Object.keys(QUEUES).length);
});
