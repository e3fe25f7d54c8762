import { join } from 'node:path';
import type { SyncOptions, SyncResult } from '@dmse/sync/engine';
import { LAWS, type Laws } from '@dmse/sync/laws';
import { BREAKAGES } from '@dmse/sync/memory/breakages';
import { auditFirm, findDiverged, findMissing } from './audit-firm.ts';
import { type Crew, type CrewOptions, openCrew } from './crew.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type Elsewhere, type Firm, startFirm } from './firm.ts';
import { type Ledger, openLedger } from './ledger.ts';

const TEN_MINUTES = 600_000;
const ROUNDS = 12;

/** One campaign in the field: a firm, the bad line to it, the crews on it, and the book in which is written what they were told. */
export type Campaign = {
  readonly firm: Firm;
  readonly proxy: FaultProxy;
  readonly ledger: Ledger;
  readonly crews: Crew[];
  readonly lies: string[];
  /** Anything that is plainly wrong and has no name of its own. */
  readonly wrong: string[];
  /** What a tablet lost by no fault of the product, where the office has been told: the compare looks for everything else. */
  readonly written_off: Set<string>;
  /** Milliseconds it took until the product served again, each time. */
  readonly recoveries: number[];
  addCrew(name: string, more?: Partial<CrewOptions>): Promise<Crew>;
  /** Syncs, and where the tablet says that all is safe, asks the server's own database whether that is so. */
  sync(crew: Crew, options?: SyncOptions): Promise<SyncResult>;
  killServer(withPostgres?: boolean): Promise<void>;
  /** Stops everything and removes what it left on the disk. */
  end(): Promise<void>;
  /** The faults are over: judges, prints the closing line, ends. True when nothing was found. */
  close(title: string, seed: number, faults: number): Promise<boolean>;
};

/** `BREAK=<name of a breakage>` sends the crews out with a wrong engine: the campaign must then fail. */
export function lawsOfToday(): Laws {
  const name = process.env.BREAK;
  const broken = BREAKAGES.find((breakage) => breakage.name === name);
  if (name && !broken) throw new Error(`There is no breakage "${name}"; there is ${BREAKAGES.map((one) => one.name).join(', ')}.`);
  return broken?.options.laws ?? LAWS;
}

export async function openCampaign(
  name: string,
  seed: number,
  limits: CrewOptions['limits'] = {},
  env: Record<string, string> = {},
  elsewhere: Elsewhere | null = null,
): Promise<Campaign> {
  const firm = await startFirm(name, env, elsewhere);
  const proxy = await startFaultProxy(firm.origin);
  const ledger = openLedger(join(firm.home, 'ledger.jsonl'));
  const laws = lawsOfToday();
  let added = 0;
  const campaign: Campaign = {
    firm,
    proxy,
    ledger,
    crews: [],
    lies: [],
    wrong: [],
    written_off: new Set(),
    recoveries: [],
    async addCrew(crewName, more = {}) {
      const person = more.person ?? (await firm.hire(crewName));
      const crew = openCrew({ origin: proxy.origin, person, ledger, laws, limits, seed: seed * 1000 + added++, ...more });
      campaign.crews.push(crew);
      return crew;
    },
    async sync(crew, options = { force: true }) {
      const told = ledger.of(crew.name).length;
      const result = await crew.sync(options);
      if (result.ran && result.green) {
        for (const missing of await findMissing(firm, ledger.of(crew.name), told)) campaign.lies.push(`${crew.name} was green: ${missing}`);
      }
      return result;
    },
    async killServer(withPostgres = false) {
      proxy.target = null;
      await firm.kill();
      if (withPostgres) await firm.killPostgres();
      campaign.recoveries.push(await firm.restart());
      proxy.target = firm.origin;
    },
    async end() {
      for (const crew of campaign.crews) crew.close();
      await proxy.close();
      ledger.close();
      await firm.stop();
    },
    close: (title, campaignSeed, faults) => closeCampaign(campaign, title, campaignSeed, faults),
  };
  return campaign;
}

/**
 * The line is well again and nobody presses a button: ten minutes by ten minutes each tablet tries until it has nothing left to do. Then
 * all do so once more, because what the last one brought up, those that were ready before it have not seen yet.
 */
export async function settle(campaign: Campaign): Promise<string[]> {
  const stuck = await syncUntilGreen(campaign);
  return stuck.length > 0 ? stuck : await syncUntilGreen(campaign);
}

async function syncUntilGreen(campaign: Campaign): Promise<string[]> {
  const waiting = new Set(campaign.crews);
  for (let round = 0; round < ROUNDS && waiting.size > 0; round += 1) {
    for (const crew of waiting) {
      crew.skew += TEN_MINUTES;
      const result = await campaign.sync(crew, {});
      if (result.ran && result.green) waiting.delete(crew);
    }
  }
  const stuck: string[] = [];
  for (const crew of waiting) stuck.push(`${crew.name}: ${JSON.stringify(await crew.sync({ force: true }), withoutMaps)}`);
  return stuck;
}

function withoutMaps(_key: string, value: unknown): unknown {
  return value instanceof Map ? undefined : value;
}

/** Takes away what somebody was told is safe: whoever judges must notice. */
export async function sabotage({ firm, ledger }: Pick<Campaign, 'firm' | 'ledger'>): Promise<void> {
  const victim = ledger.read().find(({ op, kind }) => op === 'create' && kind === 'point');
  for (const text of ['delete from field_history where item = $1', 'delete from shot where id = $1']) await firm.sql(text, [victim?.id]);
}

async function closeCampaign(campaign: Campaign, title: string, seed: number, faults: number): Promise<boolean> {
  const { proxy, ledger, firm, lies, wrong, recoveries } = campaign;
  let isGood = false;
  try {
    proxy.decide = () => ({ kind: 'pass' });
    const stuck = await settle(campaign);
    const diverged: string[] = [];
    for (const crew of campaign.crews) diverged.push(...(await findDiverged(firm, crew.name, await crew.list())));
    if (process.env.SABOTAGE) await sabotage(campaign);
    const { lost: missed, duplicated, corrupted } = await auditFirm(firm, ledger.read());
    const lost = missed.filter((line) => ![...campaign.written_off].some((id) => line.includes(id)));
    const named = { lost, duplicated, corrupted, lied: lies, stuck, diverged, wrong };
    for (const [name, lines] of Object.entries(named)) {
      for (const line of lines.slice(0, 10)) console.log(`${name}: ${line}`);
      if (lines.length > 10) console.log(`${name}: and ${lines.length - 10} more`);
    }
    const verdict = Object.entries(named).map(([name, lines]) => `${lines.length} ${name}`);
    const slowest = Math.max(0, ...recoveries) / 1000;
    console.log(
      `${title}: ${faults} faults, ${ledger.length} acknowledged actions, ${verdict.join(', ')}; slowest recovery ${slowest.toFixed(1)} s; seed ${seed}`,
    );
    isGood = Object.values(named).every((lines) => lines.length === 0);
  } finally {
    await campaign.end();
  }
  return isGood;
}
