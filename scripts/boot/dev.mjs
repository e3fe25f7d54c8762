import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment, ROOT, toolPath } from './places.mjs';

/** Both sides with hot reload: the server starts again when a file of it changes, the web app is exchanged in the open page. */
export async function run(/** @type {string[]} */ args) {
  const main = join(ROOT, 'apps', 'server', 'src', 'main.ts');
  const env = childEnvironment({ NODE_ENV: 'development' });
  // Groups of their own: Ctrl-C comes to us, and each of them hears of it once.
  const children = [
    spawn(process.execPath, ['--watch', '--watch-preserve-output', main, ...args], { cwd: ROOT, env, stdio: 'inherit', detached: true }),
    spawn(process.execPath, [toolPath('vite/bin/vite.js'), '--clearScreen', 'false'], {
      cwd: join(ROOT, 'apps', 'web'),
      env,
      stdio: 'inherit',
      detached: true,
    }),
  ];
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    for (const child of children) child.kill('SIGTERM');
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop);
  await Promise.all(
    children.map(
      (child) =>
        new Promise((done) => {
          child.once('exit', () => {
            stop(); // one without the other is of no use
            done(undefined);
          });
        }),
    ),
  );
}
