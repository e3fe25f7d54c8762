import { afterAll, beforeAll } from 'vitest';
import type { DemoSize } from '../config.ts';
import { cloneDemo } from './demo-database.ts';
import { type CommittedApp, startCommittedApp } from './test-app.ts';

/** The demo firm with the app on it, for one file of tests: a clone of its own, since tests write to it. */
export function useDemoFirm(name: string, size: DemoSize = 'small') {
  let demo: Awaited<ReturnType<typeof cloneDemo>>;
  let app: CommittedApp;
  beforeAll(async () => {
    demo = await cloneDemo(name, size);
    app = await startCommittedApp('unused', { url: demo.appUrl, dataDir: demo.dataDir });
  });
  afterAll(async () => {
    await app.close();
    await demo.removeFiles();
  });
  return {
    as: (username: string) => app.as(username),
    get app() {
      return app;
    },
    get ownerUrl() {
      return demo.ownerUrl;
    },
  };
}
