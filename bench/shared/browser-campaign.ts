import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type FaultProxy, startFaultProxy } from '../../e2e/shared/fault-proxy.ts';
import { openDevice } from '../../e2e/shared/field-lab.ts';
import { auditFirm, type Findings, findMissing } from './audit-firm.ts';
import { type Browser, openBrowser } from './browser.ts';
import { sabotage } from './campaign.ts';
import { type Firm, startFirm } from './firm.ts';
import { type Ledger, openLedger } from './ledger.ts';

const DEVICE = 'tablet';
const TRIES = 60;

export type Shot = { id: string; fields: Record<string, unknown>; photos: number[] };

/** One campaign with a real Chromium: a firm, the line to it, a tablet's browser with a run on it, and the book of what it said. */
export type BrowserSeason = {
  readonly firm: Firm;
  readonly proxy: FaultProxy;
  readonly ledger: Ledger;
  readonly browser: Browser;
  readonly run: string;
  readonly found: Findings & { lied: string[]; stuck: string[] };
  /** A tab of the field app with the device behind it. */
  openTab(path?: string): Promise<Page>;
  /** Answers why it was not saved; what was saved stands in the book. */
  capture(tab: Page, shot: Shot): Promise<string | null>;
  edit(tab: Page, id: string, fields: Record<string, unknown>): Promise<string | null>;
  /** Syncs until the tablet is green, and asks the server's own database whether that is so. */
  settle(tab: Page): Promise<void>;
  /** Judges, prints the closing line, stops everything. True when nothing was found. */
  close(title: string, seed: number, faults: number, slowestMs: number): Promise<boolean>;
};

export async function openBrowserCampaign(name: string, profile?: string): Promise<BrowserSeason> {
  const firm = await startFirm(name, { DMSE_MODE: 'demo' });
  const proxy = await startFaultProxy(firm.origin);
  const ledger = openLedger(join(firm.home, 'ledger.jsonl'));
  const browser = await openBrowser(profile ?? join(firm.home, 'profile'), proxy.origin);
  const run = randomUUID();
  const found: BrowserSeason['found'] = { lost: [], duplicated: [], corrupted: [], lied: [], stuck: [] };
  const page = await browser.signIn('fern');
  await openDevice(page);
  await page.evaluate((id) => window.device.createRun(id, 'Run of a browser'), run);
  ledger.note({ device: DEVICE, op: 'create', kind: 'run', id: run, field_run: run, fields: { name: 'Run of a browser' }, sha256: null });
  await page.evaluate(() => window.device.sync());
  await page.close();

  const campaign: BrowserSeason = {
    firm,
    proxy,
    ledger,
    browser,
    run,
    found,
    async openTab(path = `/app/fieldrun/field/${run}/points`) {
      const tab = await browser.openPage(path);
      await openDevice(tab);
      return tab;
    },
    async capture(tab, shot) {
      const [why = null] = await tab.evaluate(({ id, points }) => window.device.capture(id, points), { id: run, points: [shot] });
      const { id, fields } = shot;
      if (why === null)
        ledger.note({ device: DEVICE, op: 'create', kind: 'point', id, field_run: run, fields: fields as never, sha256: null });
      return why;
    },
    async edit(tab, id, fields) {
      const why = await tab.evaluate(([point, change]) => window.device.edit(point, change), [id, fields] as const);
      if (why === null)
        ledger.note({ device: DEVICE, op: 'edit', kind: 'point', id, field_run: run, fields: fields as never, sha256: null });
      return why;
    },
    async settle(tab) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const { green } = await tab.evaluate(() => window.device.sync());
        if (green) {
          found.lied.push(...(await findMissing(firm, ledger.read())));
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      found.stuck.push(`the tablet was not green after ${TRIES} syncs`);
    },
    async close(title, seed, faults, slowestMs) {
      if (process.env.SABOTAGE) await sabotage({ firm, ledger });
      const judged = await auditFirm(firm, ledger.read());
      for (const kind of ['lost', 'corrupted', 'duplicated'] as const) found[kind].push(...judged[kind]);
      // The browser makes the photos itself and keeps their names to itself: a picture that nobody noted is no stranger.
      found.duplicated = found.duplicated.filter((line) => !line.startsWith('nobody made shot_image'));
      await browser.kill();
      await proxy.close();
      ledger.close();
      await firm.stop();
      for (const [kind, lines] of Object.entries(found)) for (const line of lines.slice(0, 10)) console.log(`${kind}: ${line}`);
      const verdict = Object.entries(found).map(([kind, lines]) => `${lines.length} ${kind}`);
      const end = `slowest recovery ${(slowestMs / 1000).toFixed(1)} s; seed ${seed}`;
      console.log(`${title}: ${faults} faults, ${ledger.length} acknowledged actions, ${verdict.join(', ')}; ${end}`);
      return Object.values(found).every((lines) => lines.length === 0);
    },
  };
  return campaign;
}
