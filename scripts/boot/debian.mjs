import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { FAILED, PASSED, runProgram } from './steps.mjs';

/** What tests use from outside npm: how to see that it is there, and Debian's name for it. */
const NEEDS = [
  { package: 'chromium', isThere: () => isOnPath('chromium') },
  { package: 'gdal-bin', isThere: () => isOnPath('ogrinfo') },
  { package: 'python3-ezdxf', isThere: () => spawnSync('/usr/bin/python3', ['-c', 'import ezdxf']).status === 0 },
  { package: 'poppler-utils', isThere: () => isOnPath('pdftotext') },
  { package: 'openssl', isThere: () => isOnPath('openssl') },
  { package: 'dovecot-imapd', isThere: () => existsSync('/usr/sbin/dovecot') && existsSync('/usr/lib/dovecot/imap') },
];

/** What makes the journeys faster; without it they use Chromium as a whole. */
const HELPS = [{ package: 'chromium-headless-shell', isThere: () => isOnPath('chromium-headless-shell') }];

/** Installs what is missing where that is allowed; otherwise says what to install. */
export async function prepareMachine() {
  const missing = NEEDS.filter((need) => !need.isThere()).map((need) => need.package);
  const helpful = HELPS.filter((help) => !help.isThere()).map((help) => help.package);
  if (missing.length + helpful.length === 0) {
    process.stdout.write('Everything is there.\n');
    return PASSED;
  }
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const isAllowed = isOnPath('apt-get') && (sudo.length === 0 || spawnSync('sudo', ['-n', 'true']).status === 0);
  if (isAllowed) {
    process.stdout.write(`Installing ${[...missing, ...helpful].join(', ')}.\n`);
    const apt = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-o', 'Dpkg::Use-Pty=0'];
    await runProgram([...apt, 'update']);
    const install = [...apt, 'install', '-y', '--no-install-recommends'];
    if (missing.length > 0) await runProgram([...install, ...missing]);
    // Not every Debian has it, and none of the others may fail for its sake.
    if (helpful.length > 0) await runProgram([...install, ...helpful]);
  }
  if (NEEDS.every((need) => need.isThere())) return PASSED;
  process.stdout.write(`The tests need more from this machine: sudo apt-get install ${missing.join(' ')}\n`);
  return FAILED;
}

function isOnPath(/** @type {string} */ program) {
  return spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0;
}
