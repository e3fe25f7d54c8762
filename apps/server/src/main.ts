import { readConfig } from './config.ts';
import { StartProblem } from './db/embedded/start-problem.ts';
import { serveProduct } from './start/serve-product.ts';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Ctrl-C reaches this process twice when npm forwards it, so a second signal means no more than the first: requests in flight are
 * finished, then both processes end. What hangs is cut off after a while.
 */
function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  const end = () => {
    if (isStopping) return;
    isStopping = true;
    say('Stopping …');
    setTimeout(() => process.exit(1), 30_000).unref();
    stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${(error as Error).message}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

// Until everything is up, a signal is remembered and acted upon as soon as there is something to stop.
let stopEarly = false;
const early = () => {
  stopEarly = true;
};
process.on('SIGINT', early);
process.on('SIGTERM', early);

try {
  const running = await serveProduct(readConfig(process.env, process.argv.slice(2)), say);
  process.off('SIGINT', early);
  process.off('SIGTERM', early);
  stopOnSignals(running.stop);
  if (stopEarly) process.kill(process.pid, 'SIGTERM');
} catch (error) {
  if (error instanceof StartProblem) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`DMSE could not start: ${(error as Error).stack ?? error}\n`);
  process.exit(1);
}
