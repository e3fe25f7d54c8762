import { type ChildProcess, spawn } from 'node:child_process';

/** A process of our own for what strangers send: little memory, none of our environment. `isLast`: everything else goes before it. */
export function startBounded(
  name: string,
  script: string,
  memoryMb: number,
  nodeArgs: readonly string[] = [],
  isLast = false,
): ChildProcess {
  const nice = isLast ? ['nice', '-n', '19'] : [];
  const command = [...nice, process.execPath, ...nodeArgs, script];
  return spawn('sh', ['-c', 'ulimit -d "$1" && shift && exec "$@"', name, String(memoryMb * 1024), ...command], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: { PATH: process.env.PATH ?? '' },
  });
}

/** One question, one answer; fails with these words when the process dies of it or does not come back in time. */
export function askBounded(child: ChildProcess, question: unknown, seconds: number, complaint: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onLoss);
      child.off('error', onLoss);
      act();
    };
    const onMessage = (message: unknown) => settle(() => resolve(message));
    const onLoss = () => settle(() => reject(new Error(complaint)));
    const timer = setTimeout(onLoss, seconds * 1000);
    child.on('message', onMessage);
    child.once('exit', onLoss);
    child.once('error', onLoss);
    child.send(question as Buffer, (error) => error && onLoss());
  });
}
