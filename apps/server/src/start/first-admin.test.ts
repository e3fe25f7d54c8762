import { expect, test } from 'vitest';
import { askAdmin } from './first-admin.ts';

/** Somebody at the terminal who gives these answers, one after the other. */
function person(answers: string[]) {
  const hidden: string[] = [];
  const said: string[] = [];
  return {
    hidden,
    said,
    ask: async (question: string, kind?: 'hidden') => {
      const answer = answers.shift();
      if (answer === undefined) throw new Error(`No answer to ${question}`);
      if (kind === 'hidden') hidden.push(answer);
      return answer;
    },
    say: (line: string) => void said.push(line),
  };
}

const WISH = 'tide tables for march';

test('Rosalie names herself, and her password is not shown', async () => {
  const rosalie = person([' Rosalie ', 'rosalie@example.ca', WISH, WISH]);
  expect(await askAdmin(rosalie)).toEqual({ username: 'rosalie', email: 'rosalie@example.ca', password: WISH });
  expect(rosalie.hidden).toEqual([WISH, WISH]);
});

test('a slip of the fingers is asked for again, and only that', async () => {
  const rosalie = person([
    'no spaces please',
    'rosalie',
    'nowhere',
    'rosalie@example.ca',
    'short',
    WISH,
    'tide tables for may',
    WISH,
    WISH,
  ]);
  expect(await askAdmin(rosalie)).toEqual({ username: 'rosalie', email: 'rosalie@example.ca', password: WISH });
  expect(rosalie.said.slice(1)).toEqual([
    '  Use 2 to 40 of a–z, 0–9, dot, dash and underscore.',
    expect.stringMatching(/^ {2}.*e-?mail/i),
    expect.stringMatching(/at least 12 characters/),
    '  The two are not the same.',
  ]);
});
