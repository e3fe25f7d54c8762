import { describe, expect, test } from 'vitest';
import { type Closer, createClosers } from './closers.ts';

const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/** Things that note when they were closed. */
function makeHouse(patience = 50) {
  const said: string[] = [];
  const ended: string[] = [];
  const closers = createClosers((line) => void said.push(line), patience);
  const add = (name: string, more: Partial<Closer> = {}) =>
    closers.add({ holder: `The ${name}`, close: async () => void ended.push(name), ...more });
  return { said, ended, closers, add };
}

describe('closing', () => {
  test('doors first, then the rest, the last opened first', async () => {
    const { closers, add, ended, said } = makeHouse();
    for (const name of ['house', 'pool']) add(name);
    add('server', { isDoor: true });
    add('log');
    await closers.closeAll();
    expect(ended).toEqual(['server', 'log', 'pool', 'house']);
    expect(said).toEqual([]);
  });

  test('what hangs is cut off, told in one sentence, and the house is closed all the same', async () => {
    const { closers, add, ended, said } = makeHouse();
    add('house', { mayTakeLong: true });
    let letGo = () => {};
    const held = new Promise<void>((done) => {
      letGo = done;
    });
    add('request', { isDoor: true, close: () => held.then(() => void ended.push('request')), cutOff: () => letGo() });
    await closers.closeAll();
    expect(said).toEqual(['The request did not finish in time and is cut off.']);
    expect(ended).toEqual(['request', 'house']);
  });

  test('what fails is told at the end, after everything else was closed', async () => {
    const { closers, add, ended } = makeHouse();
    add('house');
    add('pool', { close: () => Promise.reject(new Error('The pool is broken.')) });
    await expect(closers.closeAll()).rejects.toThrow('The pool is broken.');
    expect(ended).toEqual(['house']);
  });

  test('a patient one takes the time it needs', async () => {
    const { closers, add, ended, said } = makeHouse(20);
    add('house', { mayTakeLong: true, close: () => wait(200).then(() => void ended.push('house')) });
    await closers.closeAll();
    expect(ended).toEqual(['house']);
    expect(said).toEqual([]);
  });

  test('what is opened while closing is closed too', async () => {
    const { closers, add, ended } = makeHouse();
    add('house', { close: () => wait(30).then(() => void ended.push('house')) });
    const closing = closers.closeAll();
    add('late comer');
    await closing;
    await closers.closeAll();
    expect(ended).toEqual(['house', 'late comer']);
  });
});
