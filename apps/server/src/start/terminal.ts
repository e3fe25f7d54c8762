import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { StartProblem } from '../postgres/start-problem.ts';

export type Terminal = {
  /** What is typed is shown, unless it is to stay hidden. */
  ask(question: string, kind?: 'hidden'): Promise<string>;
  say(line: string): void;
  close(): void;
};

/** Questions to the person who starts the product. Ctrl-C at a question ends the start like anywhere else; so does `asked`. */
export function openTerminal(input: NodeJS.ReadStream, output: NodeJS.WriteStream, asked: AbortSignal): Terminal {
  let isHidden = false;
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) output.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input, output: shown, terminal: input.isTTY });
  // While a question is open the terminal hands Ctrl-C to it as a key: pass it on as what it means.
  lines.on('SIGINT', () => {
    output.write('\n');
    process.kill(process.pid, 'SIGINT');
  });
  const closed = new Promise<never>((_, fail) => {
    lines.once('close', () => fail(new StartProblem('The first administrator was not named, so nothing was set up: start again.')));
  });
  closed.catch(() => {});
  return {
    async ask(question, kind) {
      const answer = lines.question(question, { signal: asked });
      isHidden = kind === 'hidden'; // from here on: the question itself has been written
      try {
        return await Promise.race([answer, closed]);
      } catch (error) {
        output.write('\n');
        throw error;
      } finally {
        if (isHidden) output.write('\n');
        isHidden = false;
      }
    },
    say: (line) => void output.write(`${line}\n`),
    close: () => lines.close(),
  };
}
