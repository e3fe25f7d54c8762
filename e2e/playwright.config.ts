import { defineConfig } from '@playwright/test';

const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The system's own Chromium; as root it runs only without its sandbox. */
export default defineConfig({
  testDir: 'journeys',
  outputDir: 'output',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: 2,
  // A wait may have been too short on a busy machine. `npm test` names what passed only on its second try.
  retries: 1,
  use: {
    // What cannot be pressed after so long never will be.
    actionTimeout: 45_000,
    viewport: { width: 1280, height: 900 },
    locale: 'en-CA',
    timezoneId: 'America/Moncton',
    // Half as slow again; TRACE=1 asks for it when something has to be looked into.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: process.getuid?.() === 0 ? ['--no-sandbox', ...ARGS] : ARGS,
    },
  },
});
