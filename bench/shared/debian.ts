import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's own packages, where `program` shows that they are not there yet. No service of theirs is started. */
export function installDebian(program: string, packages: readonly string[]): void {
  if (existsSync(program)) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...words: string[]) => execFileSync('apt-get', ['-qq', ...words], { stdio: 'ignore', env });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}
