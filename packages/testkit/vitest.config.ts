import { defineProject } from 'vitest/config';

export default defineProject({
  test: { name: 'testkit', include: ['src/**/*.test.ts'], maxWorkers: 3, isolate: false, testTimeout: 180_000, hookTimeout: 180_000 },
});
