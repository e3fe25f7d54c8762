import type { WorkLog } from '../adapters/queue.ts';

/** One line of JSON for each thing worth knowing, in the shape of the request log. Never a mail's text, never an address of a server. */
export function createWorkLog(stream: NodeJS.WritableStream | null): WorkLog {
  const say = (level: number) => (details: object, msg: string) => {
    stream?.write(`${JSON.stringify({ level, time: new Date().toISOString(), service: 'dmse', part: 'work', ...details, msg })}\n`);
  };
  return { info: say(30), warn: say(40), error: say(50) };
}
