/**
 * When to sync. `startSyncDriver` once per page (the hooks and the app's frame do it): it sends after a capture, when the network comes
 * back, when the app comes to the front, and on a timer; one tab at a time, by the engine's lock. `syncNow` is the button.
 */
import { type SyncOptions, type SyncResult, sync } from '@dmse/sync/engine';
import type { Session } from '@dmse/sync/session';
import { isOnline, probeServer, watchConnection } from '../../session/connection.ts';
import { type FieldChange, watchFieldChanges, watchSaved } from '../../session/field-changes.ts';
import { trackSave } from '../../session/pending-saves.ts';
import { openFieldSession } from '../device/field-session.ts';
import { makeRoom } from '../device/tidy-device.ts';
import { noteSync, shareSyncStatus } from './sync-status.ts';
import { askWifi } from './wifi-only.ts';

const AT_START = 1000;
const AFTER_CAPTURE = 3000;
const AFTER_BUSY = 10_000;
const EVERY = 60_000;
/** With nothing to send, the office's own changes are fetched at leisure. */
const EVERY_IDLE = 5 * 60_000;

let stops: (() => void)[] = [];
let running: Promise<SyncResult> | null = null;
let soon: { readonly at: number; readonly timer: ReturnType<typeof setTimeout> } | null = null;
let lastPass = Number.NEGATIVE_INFINITY;
let hasUnsent = true;
/** Something was saved while a pass was running, perhaps too late for it. */
let isAskedAgain = false;

export function startSyncDriver(): void {
  if (stops.length > 0) return;
  shareSyncStatus();
  let wasOnline = isOnline();
  const onVisible = () => document.visibilityState === 'visible' && syncSoon(0);
  document.addEventListener('visibilitychange', onVisible);
  const timer = setInterval(() => {
    if (hasUnsent || performance.now() - lastPass >= EVERY_IDLE) passBehind();
  }, EVERY);
  stops = [
    watchConnection(() => {
      if (isOnline() && !wasOnline) syncSoon(0);
      wasOnline = isOnline();
    }),
    watchFieldChanges(noteChange),
    watchSaved(() => {
      isAskedAgain = running !== null;
    }),
    () => document.removeEventListener('visibilitychange', onVisible),
    () => clearInterval(timer),
  ];
  syncSoon(AT_START);
}

/** For tests; a page drives until it is closed. */
export async function stopSyncDriver(): Promise<void> {
  for (const stop of stops) stop();
  stops = [];
  if (soon !== null) clearTimeout(soon.timer);
  soon = null;
  await running?.catch(() => undefined);
}

function noteChange({ unsettled }: FieldChange, isOwn: boolean): void {
  if (!unsettled) return;
  hasUnsent = true;
  noteSync({ isGreen: false }, true);
  // Another tab that captures sends for itself; the engine's own writes are no news to it.
  if (isOwn && running === null) syncSoon(AFTER_CAPTURE);
}

/** The earliest wish wins. */
function syncSoon(delay: number): void {
  const at = performance.now() + delay;
  if (soon !== null && soon.at <= at) return;
  if (soon !== null) clearTimeout(soon.timer);
  const timer = setTimeout(() => {
    soon = null;
    passBehind();
  }, delay);
  soon = { at, timer };
}

/** Nobody waits for this pass: what it did not foresee is said in the log and on the sync sheet, and the next one tries again. */
function passBehind(): void {
  passUnasked().catch((error: unknown) => {
    console.error('A sync ended unexpectedly.', error);
    noteSync({ stopped: 'STORE_BROKEN' }, true);
  });
}

async function passUnasked(): Promise<void> {
  if (!isOnline() || running !== null) return;
  const waitsFor = askWifi();
  noteSync({ waitsFor }, true);
  if (waitsFor !== null) return;
  await runPass({ foreground: document.visibilityState === 'visible' });
}

/** One pass at a time in this tab; a second wish is answered by the pass that runs, and looked after once it has ended. */
function runPass(options: SyncOptions, session = openFieldSession()): Promise<SyncResult> {
  running ??= trackSave(passOnce(session, options)).finally(() => {
    running = null;
    if (isAskedAgain && stops.length > 0) syncSoon(AFTER_CAPTURE);
    isAskedAgain = false;
  });
  return running;
}

async function passOnce(session: Session, options: SyncOptions): Promise<SyncResult> {
  const before = performance.now();
  noteSync({ isSyncing: true });
  try {
    const result = await sync(session, options);
    // One that was cut short has not fetched everything, and is tried again with the next tick.
    if (result.ran && result.stopped === null) lastPass = before;
    noteResult(result, options.field_run === undefined);
    if (result.ran && result.stopped === null) await makeRoom(session);
    return result;
  } finally {
    noteSync({ isSyncing: false });
  }
}

function noteResult(result: SyncResult, isWhole: boolean): void {
  if (!result.ran) {
    if (result.why === 'BUSY') {
      noteSync({ stopped: 'BUSY' }, true);
      syncSoon(AFTER_BUSY);
    } else if (result.why === 'STORE_BROKEN') noteSync({ stopped: 'STORE_BROKEN' }, true);
    return;
  }
  const { stopped, green, counts } = result;
  if (!isWhole) {
    noteSync({ stopped, needsSignIn: stopped === 'SIGN_IN' });
    // Whether everything is on the server, only a pass over everything can say.
    if (stopped === null) syncSoon(1000);
    return;
  }
  hasUnsent = counts === null || counts.waiting + counts.failed > 0;
  noteSync({
    stopped,
    isGreen: green,
    needsSignIn: stopped === 'SIGN_IN',
    ...(stopped === null ? { passed_on: new Date().toISOString(), waitsFor: null } : {}),
  });
}

/** The person asks: waiting times and the Wi-Fi wish do not count. With a run, that run goes first. Never throws. */
export async function syncNow(runId?: string): Promise<SyncResult> {
  startSyncDriver();
  if (navigator.onLine && !isOnline()) await probeServer();
  if (running !== null) await running.catch(() => undefined);
  const how = { force: true, foreground: true } as const;
  if (runId !== undefined) {
    const first = await runPass({ ...how, field_run: runId });
    if (!first.ran || first.stopped !== null) return first;
  }
  return runPass(how);
}

/** A run was opened: what the office has of it comes now, and what lies here goes up with it. */
export async function syncRun(session: Session, runId: string): Promise<SyncResult> {
  if (running !== null) await running.catch(() => undefined);
  return runPass({ field_run: runId, foreground: true }, session);
}
