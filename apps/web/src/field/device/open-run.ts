/**
 * Puts a run on the device and keeps it there while its pages are open.
 *
 *   const opening = useOpenRun(run);   // 'opening' | 'open' | 'not_here' | 'no_such_run'
 *
 * A run that is on the device is open at once, also without a network; what the office has changed follows in the background. One that is
 * not is fetched; without a network it is `not_here`. While the page stands, no rule of any tab wipes the run.
 */
import { openRun } from '@dmse/sync/local/run';
import { runLock, type Wiped } from '@dmse/sync/retention';
import type { Session } from '@dmse/sync/session';
import { useEffect, useState } from 'react';
import { showToast } from '../../parts/toast/toast-store.ts';
import { isOnline, watchConnection } from '../../session/connection.ts';
import { syncRun } from '../sync/sync-driver.ts';
import { refreshNotes } from './kept-notes.ts';
import { dropLayersOfOtherRuns, loadLayers, loadPictures } from './local-layers.ts';
import { continuePack } from './packed-map.ts';
import { prepareStorage } from './tidy-device.ts';
import { useFieldSession } from './use-field.tsx';

export type Opening = 'opening' | 'open' | 'not_here' | 'no_such_run';

/** Others may hold it too; it only keeps the wipes away. Answers how to let go. */
export function holdRun(session: Session, id: string): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void session.lock.hold(runLock(id), { mode: 'shared', steal: false }, () => held).catch(() => undefined);
  return release;
}

async function isStored(session: Session, id: string): Promise<boolean> {
  return (await session.store.runs((tx) => tx.table('run').get(id))) !== undefined;
}

/**
 * Settings, records, layers, pictures and what is left of a base map, in this order: without the codes and the risk lists no point can be taken, and they are small.
 * Each may fail for itself; it comes when the network is back, or with the next opening.
 */
export async function fetchForOffline(session: Session, id: string): Promise<void> {
  await prepareStorage(session);
  if (!isOnline()) return;
  await refreshNotes(session);
  await syncRun(session, id);
  await dropLayersOfOtherRuns(session).catch(() => undefined);
  await loadLayers(session, id).catch(() => undefined);
  await loadPictures(session, id).catch(() => undefined);
  await continuePack(session, id).catch(() => undefined);
}

/** At most three runs stay. Whoever opens a fourth is told what became of the oldest. */
function sayWiped(wiped: readonly Wiped[]): void {
  const rescued = wiped.reduce((sum, one) => sum + one.rescued, 0);
  if (rescued === 0) return;
  showToast({
    text: 'The oldest run has left this device: three are kept.',
    subtitle: `${rescued === 1 ? 'One item of it is' : `${rescued} items of it are`} not on the server yet. They are put aside on this device and go up by themselves.`,
    icon: 'info',
    colour: 'warning',
  });
}

/** For whoever puts a run on the device without showing it, such as "take offline" on a list. */
export async function takeOffline(session: Session, id: string, onOpen: (opening: Opening) => void = () => undefined): Promise<Opening> {
  const wasHere = await isStored(session, id);
  if (wasHere) onOpen('open');
  const opened = await openRun(session, id);
  const opening: Opening = opened.opened ? 'open' : opened.why === 'NO_SUCH_RUN' ? 'no_such_run' : 'not_here';
  onOpen(opening);
  if (opened.opened) sayWiped(opened.wiped);
  if (opened.opened) await fetchForOffline(session, id);
  return opening;
}

export function useOpenRun(id: string): Opening {
  const session = useFieldSession();
  const [state, setState] = useState<{ id: string; opening: Opening }>({ id, opening: 'opening' });
  useEffect(() => {
    let isGone = false;
    const letGo = holdRun(session, id);
    const show = (opening: Opening) => !isGone && setState({ id, opening });
    const open = (): Promise<Opening> =>
      takeOffline(session, id, show).catch(() => {
        show('not_here');
        return 'not_here';
      });
    let last = open();
    let wasOnline = isOnline();
    const goOn = async (opening: Opening): Promise<Opening> => {
      if (isGone) return opening;
      if (opening !== 'open') return open();
      await fetchForOffline(session, id).catch(() => undefined);
      return opening;
    };
    // The network is back: what could not be loaded is, the run itself or the rest of it.
    const stop = watchConnection(() => {
      const isBack = isOnline() && !wasOnline;
      wasOnline = isOnline();
      if (isBack) last = last.then(goOn);
    });
    return () => {
      isGone = true;
      stop();
      letGo();
    };
  }, [session, id]);
  return state.id === id ? state.opening : 'opening';
}
