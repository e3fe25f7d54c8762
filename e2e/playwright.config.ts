import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './shared/chromium.ts';

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'output',
  globalSetup: './shared/product.ts',
  // What takes long and rarely breaks by itself is a campaign (bench/campaigns/long-journeys.campaign.ts).
  // What takes very long is left to the nightly one.
  [process.env.CAMPAIGN ? 'grep' : 'grepInvert']: process.env.CAMPAIGN === 'ci' ? /@long/ : /@long|@nightly/,
  // Waiting is over as soon as it may be; a busy machine takes three times as long as a quiet one.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  // Each journey stands by itself, so that no worker is left alone with a long file at the end.
  fullyParallel: true,
  // One more than there are cores: a journey waits for a network half of its time.
  workers: 3,
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
    launchOptions: CHROMIUM,
  },
});
