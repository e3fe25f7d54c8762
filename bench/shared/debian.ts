import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';

/** Debian's own packages, where `program` shows that they are not there yet. No service of theirs is started. */
export function installDebian(program: string, packages: readonly string[]): void {
  if (existsSync(program)) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...words: string[]) => execFileSync('apt-get', ['-qq', ...words], { stdio: 'ignore', env });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}

/** Below those the kernel gives to outgoing connections, one of which might take it before it is listened at. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + randomInt(12_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
