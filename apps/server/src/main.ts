import { readConfig } from './config.ts';
import { StartProblem } from './postgres/start-problem.ts';
import { serveProduct } from './start/serve-product.ts';

/** Longer than anything in a proper end takes; what hangs beyond that is left behind, and the next start deals with it. */
const LAST_RESORT = 180_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * The life of the server, to its end. One listener for each signal all the while, so that none falls between two. Ctrl-C reaches this
 * process twice when npm forwards it: a second signal means no more than the first. `webApp` is the build of the web app, where one is
 * under way: it goes on beside the making of the database, and nobody is served before it has ended.
 */
export async function runServer(args: string[], webApp: Promise<void> = Promise.resolve()): Promise<never> {
  // Until somebody waits for it, a build that failed is no failure that nobody has heard of.
  webApp.catch(() => {});
  const asked = new AbortController();
  // Whoever read what is said may have gone, and closed the window behind them: that is no reason to end in the middle of something.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (asked.signal.aborted) return;
      say('Stopping …');
      setTimeout(() => {
        complain('DMSE did not come to its end and is cut off.');
        process.exit(1);
      }, LAST_RESORT).unref();
      asked.abort();
    });
  }
  try {
    const running = await serveProduct(readConfig(process.env, args), { say, asked: asked.signal, webApp });
    if (!asked.signal.aborted) await new Promise<void>((done) => asked.signal.addEventListener('abort', () => done(), { once: true }));
    await running.stop();
    process.exit(0);
  } catch (error) {
    // A start that was called off has been closed properly; whatever it lost on the way is no news.
    if (error === asked.signal.reason) process.exit(0);
    if (error instanceof StartProblem || asked.signal.aborted) complain((error as Error).message);
    else complain(`DMSE could not go on: ${(error as Error).stack ?? error}`);
    process.exit(1);
  }
}

if (import.meta.main) await runServer(process.argv.slice(2));
