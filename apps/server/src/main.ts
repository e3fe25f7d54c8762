import { readConfig } from './config.ts';
import { StartProblem } from './db/embedded/start-problem.ts';
import { type Running, serveProduct } from './start/serve-product.ts';

const PATIENCE = 30_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * One listener for the whole life of the process, so that no signal falls between two. Ctrl-C reaches this process twice when npm
 * forwards it: a second signal means no more than the first. Before everything is up it is remembered; after that, requests in flight
 * are finished and both processes end. What hangs is cut off after a while.
 */
let running: Running | null = null;
let isAsked = false;
let isStopping = false;

function stopWhenAsked(): void {
  if (!isAsked || !running || isStopping) return;
  isStopping = true;
  say('Stopping …');
  setTimeout(() => process.exit(1), PATIENCE).unref();
  running.stop().then(
    () => process.exit(0),
    (error) => {
      process.stderr.write(`${(error as Error).message}\n`);
      process.exit(1);
    },
  );
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isAsked = true;
    stopWhenAsked();
  });
}

try {
  running = await serveProduct(readConfig(process.env, process.argv.slice(2)), say);
  stopWhenAsked();
} catch (error) {
  if (error instanceof StartProblem) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`DMSE could not start: ${(error as Error).stack ?? error}\n`);
  process.exit(1);
}
