import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'server',
    // What starts the product again and again takes too long for every `npm test` (bench/campaigns/long-tests.campaign.ts).
    include: [process.env.LONG_TESTS ? 'src/**/*.long.test.ts' : 'src/**/!(*.long).test.ts'],
    globalSetup: ['src/testing/cluster.ts'],
    // On a busy machine what is slow is not yet stuck: no test fails because others had work to do.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    maxWorkers: 3,
    // The modules are read once for each worker; every file has a database of its own.
    isolate: false,
  },
});
