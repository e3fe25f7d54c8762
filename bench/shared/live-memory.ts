// What a server process still has in use once its garbage is gone, asked through the inspector of Node: RSS also counts what nobody has
// cleared away yet, and that depends on how busy the machine is.
import { createServer } from 'node:net';

type Answer = { id: number; result?: { result?: { value?: number } } };
export type LiveMemory = {
  /** From now until it is called: the most megabytes that were in use, and how often that was looked at. */
  watch(): () => Promise<{ mb: number; looks: number }>;
  close(): void;
};

const MB = 1e6;
const IN_USE = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Of a process that was started with `--inspect=127.0.0.1:<port>`. */
export async function openLiveMemory(port: number): Promise<LiveMemory> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target!.webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let sent = 0;
  const send = (method: string, params: object = {}) =>
    new Promise<Answer>((resolve) => {
      sent += 1;
      waiting.set(sent, resolve);
      socket.send(JSON.stringify({ id: sent, method, params }));
    });
  const look = async () => {
    await send('HeapProfiler.collectGarbage');
    const { result } = await send('Runtime.evaluate', { expression: IN_USE, returnByValue: true });
    return result!.result!.value! / MB;
  };
  return {
    watch() {
      const seen: number[] = [];
      let isOver = false;
      const looking = (async () => {
        while (!isOver) {
          seen.push(await look());
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      })();
      return async () => {
        isOver = true;
        await looking;
        return { mb: Math.max(...seen), looks: seen.length };
      };
    },
    close: () => socket.close(),
  };
}
