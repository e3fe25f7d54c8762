import { describe, expect, test } from 'vitest';
import { explainLog, StartProblem } from '../postgres/start-problem.ts';
import { explainStart } from './explain-start.ts';

const HERE = { dataDir: '/srv/dmse', isEmbedded: true, isDiskFull: false };
const THERE = { ...HERE, isEmbedded: false };
const failure = (code: string, message = 'no') => Object.assign(new Error(message), { code });

describe('a start that failed', () => {
  test.each([
    [failure('ENOSPC'), HERE, /^The disk that holds \/srv\/dmse is full/],
    [failure('53100'), HERE, /^The disk that holds \/srv\/dmse is full/],
    [failure('53100'), THERE, /^The disk of the database server is full/],
    [new Error('Migration 0002 failed: no', { cause: failure('53100') }), HERE, /^The disk that holds/],
    [failure('42501', 'permission denied to create role'), THERE, /has not got the rights it needs \(permission denied to create role\)/],
    [new Error('Connection terminated unexpectedly'), { ...HERE, isDiskFull: true }, /^The disk that holds/],
    [failure('57P01', 'terminating connection'), HERE, /^PostgreSQL ended while DMSE was starting/],
    [failure('ECONNRESET'), THERE, /^The connection to the database was lost/],
  ])('%s is one sentence', (error, place, words) => {
    const told = explainStart(error, place);
    expect(told).toBeInstanceOf(StartProblem);
    expect((told as Error).message).toMatch(words);
    expect((told as Error).message).toMatch(/\.$/);
  });

  test('a mistake of ours stays what it is', () => {
    const mistake = new TypeError('x is not a function');
    expect(explainStart(mistake, HERE)).toBe(mistake);
  });

  test('initdb on a disk that fills half-way through a page', () => {
    const said = `FATAL:  could not extend file "base/1/3468": wrote only 4096 of 8192 bytes at block 0
HINT:  Check free disk space.
PANIC:  cannot abort transaction 1, it was already committed`;
    expect(explainLog(said, '/srv/dmse')?.message).toMatch(/^The disk that holds \/srv\/dmse is full/);
  });
});
