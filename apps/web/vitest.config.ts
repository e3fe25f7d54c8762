import react from '@vitejs/plugin-react';
import { defineProject } from 'vitest/config';

export default defineProject({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/app/' } },
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    setupFiles: ['src/app/test-setup.ts'],
    // Two cores and everything at once: what is slow is not yet stuck.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 3,
    // A window of its own for every file, without a worker of its own: that takes half as long.
    pool: 'vmThreads',
  },
});
