import type { WorkLog } from '../adapters/queue.ts';

const MAIL_ADDRESS = /[^\s"<>@:;,]+@[^\s"<>@:;,]+/g;

/**
 * One line of JSON for each thing worth knowing, in the shape of the request log. Never a mail's text, never an address of a server; a mail
 * server names whom it refuses, so addresses are taken out of what it said. The page of the mail has them.
 */
export function createWorkLog(stream: NodeJS.WritableStream | null): WorkLog {
  const say = (level: number) => (details: object, msg: string) => {
    const line = { level, time: new Date().toISOString(), service: 'dmse', part: 'work', ...details, msg };
    stream?.write(
      `${JSON.stringify(line, (_, value) => (typeof value === 'string' ? value.replace(MAIL_ADDRESS, '(address)') : value))}\n`,
    );
  };
  return { info: say(30), warn: say(40), error: say(50) };
}
