import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createWorkLog } from './work-log.ts';

it('work log: what a mail server says is told without the addresses in it, a line each', () => {
  const lines: string[] = [];
  const stream = new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) });
  createWorkLog(stream).warn({ queue: 'mail', reason: '550 5.1.1 <joe@example.ca>: "nora@example.ca"\nunknown' }, 'job failed');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, queue: 'mail', reason: '550 5.1.1 <(address)>: "(address)"\nunknown', msg: 'job failed' },
  ]);
});
