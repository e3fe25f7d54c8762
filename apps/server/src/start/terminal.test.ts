import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openTerminal } from './terminal.ts';

/** A terminal without a screen: what is typed goes in, what is shown is kept. */
function makeTerminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk) => {
    shown += chunk;
  });
  const asked = new AbortController();
  const terminal = openTerminal(input as unknown as NodeJS.ReadStream, output as unknown as NodeJS.WriteStream, asked.signal);
  return { terminal, asked, type: (text: string) => void input.write(text), shown: () => shown };
}

test('what is typed is shown, and a password is not', async () => {
  const { terminal, type, shown } = makeTerminal();
  const name = terminal.ask('Username: ');
  type('rosalie\r');
  expect(await name).toBe('rosalie');
  const password = terminal.ask('Password: ', 'hidden');
  type('tide tableS\x7fs\r');
  expect(await password).toBe('tide tables');
  const again = terminal.ask('E-mail: ');
  type('r@example.ca\r');
  expect(await again).toBe('r@example.ca');
  terminal.close();
  for (const word of ['Username: ', 'rosalie', 'Password: ', 'r@example.ca']) expect(shown()).toContain(word);
  expect(shown()).not.toMatch(/tide|tables/);
});

test('an answer that never comes is one sentence; a start that is called off asks no more', async () => {
  const first = makeTerminal();
  const unanswered = first.terminal.ask('Username: ');
  first.type('\x04');
  await expect(unanswered).rejects.toMatchObject({ name: 'StartProblem', message: expect.stringMatching(/was not named/) });
  const second = makeTerminal();
  const calledOff = second.terminal.ask('Username: ');
  second.asked.abort();
  await expect(calledOff).rejects.toMatchObject({ name: 'AbortError' });
  second.terminal.close();
});
