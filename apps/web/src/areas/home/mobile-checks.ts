import { relativeTime } from '@dmse/domain/dates/relative';
import { probeSkew, probeWriting } from './device-probes.ts';

/** Green, amber or red, and what to do about it. */
export type Light = 'green' | 'amber' | 'red';
export type CheckResult = { light: Light; says: string; todo?: string };

const GIGABYTE = 1024 ** 3;
const MEGABYTE = 1024 ** 2;
const ENOUGH_SPACE = 500 * MEGABYTE;
const DAY = 86_400_000;
const ENOUGH_DAYS = 7;

export function checkInstalled(isStandalone: boolean): CheckResult {
  if (isStandalone) return { light: 'green', says: 'The app is installed on this device.' };
  return {
    light: 'amber',
    says: 'The app is open in a browser tab.',
    todo: 'Install it: choose “Install app” or “Add to Home Screen” in the menu of the browser. Installed apps keep their data longer.',
  };
}

export function checkWorker(worker: { isSupported: boolean; isActive: boolean; isWaiting: boolean }): CheckResult {
  if (!worker.isSupported)
    return { light: 'red', says: 'This browser or address cannot work offline.', todo: 'Open the app over https in a current browser.' };
  if (!worker.isActive)
    return { light: 'red', says: 'The app is not stored on this device yet.', todo: 'Stay online, reload the page and check again.' };
  if (worker.isWaiting) return { light: 'amber', says: 'A newer version is waiting.', todo: 'Reload the app before you leave the office.' };
  return { light: 'green', says: 'The app is stored on this device and up to date.' };
}

export function checkStorage(isPersisted: boolean): CheckResult {
  if (isPersisted) return { light: 'green', says: 'The browser keeps the data of this app until you remove it.' };
  return {
    light: 'amber',
    says: 'The browser may clear this app’s data when space runs short.',
    todo: 'Press “Keep my data”. Some browsers agree only once the app is installed.',
  };
}

export function checkSpace(freeBytes: number | null): CheckResult {
  if (freeBytes === null)
    return { light: 'amber', says: 'This browser does not tell how much space is left.', todo: 'Look in the settings of the device.' };
  const free = `${freeBytes < GIGABYTE ? `${Math.floor(freeBytes / MEGABYTE)} MB` : `${(freeBytes / GIGABYTE).toFixed(1)} GB`} free for this app.`;
  if (freeBytes < ENOUGH_SPACE / 2) return { light: 'red', says: free, todo: 'Free some space before going out: photos need it.' };
  if (freeBytes < ENOUGH_SPACE) return { light: 'amber', says: free, todo: 'Enough for a day or two; free some space soon.' };
  return { light: 'green', says: free };
}

export function checkPermission(what: 'position' | 'camera', state: PermissionState | null): CheckResult {
  if (state === 'granted') return { light: 'green', says: `The app may use the ${what}.` };
  if (state === 'denied') {
    return {
      light: 'red',
      says: `The ${what} is blocked for this app.`,
      todo: `Allow the ${what} for this site in the settings of the browser, then check again.`,
    };
  }
  return {
    light: 'amber',
    says: `The browser will ask before the ${what} is used.`,
    todo: 'Press “Allow” now, so that it does not ask in the field.',
  };
}

/** Seconds the device is ahead of the server (negative: behind); null when the server could not be asked. */
export function checkSkew(skew: number | null): CheckResult {
  if (skew === null)
    return { light: 'amber', says: 'The clock cannot be compared while the server is out of reach.', todo: 'Check again when online.' };
  const off = Math.abs(skew);
  const says =
    off < 5
      ? 'The clock agrees with the server.'
      : `The clock is ${off < 120 ? `${Math.round(off)} seconds` : `${Math.round(off / 60)} minutes`} ${skew > 0 ? 'ahead' : 'behind'}.`;
  if (off <= 120) return { light: 'green', says };
  return { light: off <= 600 ? 'amber' : 'red', says, todo: 'Switch on automatic date and time in the settings of the device.' };
}

export function checkSession(expiresOn: string, now: string): CheckResult {
  const left = Date.parse(expiresOn) - Date.parse(now);
  if (left <= 0) return { light: 'red', says: 'Your session has ended.', todo: 'Log out and sign in again before you leave.' };
  const says = `Signed in; the session ends ${relativeTime(expiresOn, now)}.`;
  if (left < ENOUGH_DAYS * DAY)
    return {
      light: 'amber',
      says,
      todo: 'Sign in again as “this is a field tablet” to stay signed in for longer. Unsynced data is never lost by signing in again.',
    };
  return { light: 'green', says };
}

export function checkUnsynced(count: number): CheckResult {
  if (count === 0) return { light: 'green', says: 'Nothing on this device is waiting to be synced.' };
  return {
    light: 'amber',
    says: `${count === 1 ? 'One item is' : `${count} items are`} waiting to be synced.`,
    todo: 'Stay online until this reads zero.',
  };
}

export function checkShell(shell: { files: number; missing: number } | null): CheckResult {
  if (shell === null)
    return { light: 'red', says: 'The app is not stored on this device yet.', todo: 'Stay online, reload the page and check again.' };
  if (shell.missing === 0) return { light: 'green', says: `All ${shell.files} files of the app are on this device: it opens offline.` };
  return {
    light: 'red',
    says: `${shell.missing} of ${shell.files} files of the app are missing on this device.`,
    todo: 'Check again while online: what is missing is fetched. If the problem continues, free some space.',
  };
}

export type StoredRunCheck = {
  name: string /** What of it is not on the device, in words. */;
  lacks: string | null;
  last_sync: string | null;
};

/** Which runs can be worked on out there, with everything that belongs to them. */
export function checkRuns(runs: readonly StoredRunCheck[]): CheckResult {
  if (runs.length === 0)
    return { light: 'amber', says: 'No field run is stored on this device.', todo: 'Open the run you go out for once while online.' };
  const says = `Stored: ${runs.map(({ name }) => name).join(', ')}.`;
  const lacking = runs.filter((run) => run.lacks !== null);
  if (lacking.length > 0)
    return {
      light: 'amber',
      says: lacking.map(({ name, lacks }) => `${name}: ${lacks}.`).join(' '),
      todo: 'Open the run while online and wait until all of it is there.',
    };
  return { light: 'green', says: `${says} All of it is on the device, with the layers.` };
}

export function checkLastSync(runs: readonly StoredRunCheck[], now: string): CheckResult {
  if (runs.length === 0) return { light: 'green', says: 'Nothing to sync yet.' };
  const never = runs.find((run) => run.last_sync === null);
  if (never) return { light: 'amber', says: `${never.name} has not been synced yet.`, todo: 'Stay online for a moment and check again.' };
  const oldest = runs.map((run) => run.last_sync ?? '').sort()[0] ?? now;
  const says = `Last sync ${relativeTime(oldest, now)}.`;
  const isOld = Date.parse(now) - Date.parse(oldest) > DAY;
  return isOld ? { light: 'amber', says, todo: 'Sync before you leave the office.' } : { light: 'green', says };
}

export async function checkClock(): Promise<CheckResult> {
  return checkSkew(await probeSkew());
}

export async function checkWriting(): Promise<CheckResult> {
  const failure = await probeWriting();
  if (!failure) return { light: 'green', says: 'A test of writing to and reading from this device went well.' };
  return {
    light: 'red',
    says: `This device could not keep test data: ${failure}`,
    todo: 'Do not collect data on this device. Leave private browsing, free some space, or ask IT.',
  };
}
