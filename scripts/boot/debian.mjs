import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { FAILED, PASSED, runProgram } from './steps.mjs';

/** What tests use from outside npm: how to see that it is there, and Debian's name for it. */
const NEEDS = [
  { package: 'chromium', isThere: () => isOnPath('chromium') },
  { package: 'gdal-bin', isThere: () => isOnPath('ogrinfo') },
  { package: 'python3-ezdxf', isThere: () => spawnSync('/usr/bin/python3', ['-c', 'import ezdxf']).status === 0 },
  { package: 'poppler-utils', isThere: () => isOnPath('pdftotext') },
  { package: 'dovecot-imapd', isThere: () => existsSync('/usr/sbin/dovecot') && existsSync('/usr/lib/dovecot/imap') },
];

/** Installs what is missing where that is allowed; otherwise says what to install. */
export async function prepareMachine() {
  const missing = NEEDS.filter((need) => !need.isThere()).map((need) => need.package);
  if (missing.length === 0) {
    process.stdout.write('Everything is there.\n');
    return PASSED;
  }
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const isAllowed = isOnPath('apt-get') && (sudo.length === 0 || spawnSync('sudo', ['-n', 'true']).status === 0);
  if (isAllowed) {
    process.stdout.write(`Installing ${missing.join(', ')}.\n`);
    const apt = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-o', 'Dpkg::Use-Pty=0'];
    await runProgram([...apt, 'update']);
    await runProgram([...apt, 'install', '-y', '--no-install-recommends', ...missing]);
    if (NEEDS.every((need) => need.isThere())) return PASSED;
  }
  process.stdout.write(`The tests need more from this machine: sudo apt-get install ${missing.join(' ')}\n`);
  return FAILED;
}

function isOnPath(/** @type {string} */ program) {
  return spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0;
}
