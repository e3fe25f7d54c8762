import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { installPrompt } from '../../session/install-prompt.ts';
import { useSelf } from '../../session/self.ts';
import { useStore } from '../../session/store.ts';
import { countUnsynced, hasFieldData } from '../../session/unsynced.ts';
import { askForCamera, askForPosition, isStandalone, readFreeSpace, readPermission, readShell, readWorker } from './device-probes.ts';
import {
  type CheckResult,
  checkClock,
  checkInstalled,
  checkLastSync,
  checkPermission,
  checkRuns,
  checkSession,
  checkShell,
  checkSpace,
  checkStorage,
  checkUnsynced,
  checkWorker,
  checkWriting,
  type StoredRunCheck,
} from './mobile-checks.ts';

export type MobileCheck = {
  title: string;
  run: () => Promise<CheckResult>;
  /** A button that helps while the light is not green. */
  help?: { label: string; run: () => Promise<unknown> };
};

/** Loads the field app's code only where there is something of it. */
async function readRuns(): Promise<readonly StoredRunCheck[]> {
  return (await hasFieldData()) ? (await import('../../field/device/stored-runs.ts')).readStoredRuns() : [];
}

/** The list, in the order a crew should care about it. */
export function useCheckList(): MobileCheck[] {
  const { session } = useSelf();
  const prompt = useStore(installPrompt);
  return [
    { title: 'App stored and current', run: async () => checkWorker(await readWorker()) },
    { title: 'App opens offline', run: async () => checkShell(await readShell()) },
    { title: 'Write and read test', run: checkWriting },
    { title: 'Signed in', run: async () => checkSession(session.expires_on, new Date().toISOString()) },
    {
      title: 'Installed',
      run: async () => checkInstalled(isStandalone()),
      ...(prompt ? { help: { label: 'Install', run: () => prompt.prompt() } } : {}),
    },
    {
      title: 'Data kept',
      run: async () => checkStorage((await navigator.storage?.persisted?.()) ?? false),
      help: { label: 'Keep my data', run: async () => navigator.storage?.persist?.() },
    },
    { title: 'Free space', run: async () => checkSpace(await readFreeSpace()) },
    {
      title: 'Position',
      run: async () => checkPermission('position', await readPermission('geolocation')),
      help: { label: 'Allow', run: askForPosition },
    },
    {
      title: 'Camera',
      run: async () => checkPermission('camera', await readPermission('camera')),
      help: { label: 'Allow', run: askForCamera },
    },
    { title: 'Clock', run: checkClock },
    { title: 'Runs stored', run: async () => checkRuns(await readRuns()) },
    { title: 'Last sync', run: async () => checkLastSync(await readRuns(), new Date().toISOString()) },
    { title: 'Unsynced data', run: async () => checkUnsynced(await countUnsynced()) },
  ];
}

/** Runs every check; each can be run again on its own. */
export function useMobileChecks(checks: readonly MobileCheck[]): UseQueryResult<CheckResult>[] {
  return useQueries({
    queries: checks.map((check) => ({
      queryKey: ['device', 'check', check.title],
      queryFn: check.run,
      networkMode: 'always' as const,
      retry: false,
      staleTime: 0,
      gcTime: 0,
    })),
  });
}
