import { randomInt } from 'node:crypto';
import { makeNumber, restartsYearly } from '@dmse/domain/jobs/numbering';
import type { Context } from '../../../call/context.ts';
import { getSection, getToday } from '../../settings/setting/setting.service.ts';
import * as numbers from './number.queries.ts';

const TOKEN_SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';
const TOKEN_LENGTH = 12;

/** The next number after the firm's pattern. One that is taken already (brought along from before, or after a change of pattern) is passed over. */
export async function takeNumber(context: Context, kind: numbers.Numbered): Promise<string> {
  const { tx } = context;
  const pattern = (await getSection(tx, 'numbering'))[kind];
  const year = Number((await getToday(context)).slice(0, 4));
  for (;;) {
    const n = await numbers.takeNext(tx, kind, restartsYearly(pattern) ? year : 0);
    const num = makeNumber(pattern, { year, n });
    if (!(await numbers.isTaken(tx, kind, num))) return num;
  }
}

/** What makes an inbox address hard to guess. Signs that look alike are left out, since people read addresses aloud. */
export function makeInboxToken(): string {
  return Array.from({ length: TOKEN_LENGTH }, () => TOKEN_SIGNS[randomInt(TOKEN_SIGNS.length)]).join('');
}
