import { moveToRescue } from './moves.ts';
import { RULES } from './rules/rules.ts';
import { markSent } from './steps/mark-sent.ts';
import { writeAnswer } from './steps/write-answer.ts';
import { writePage } from './steps/write-page.ts';

/**
 * The decisions the engine makes, as values it is given: the product passes these, and the campaign passes copies with one of
 * them broken to see whether its checks notice. Nothing here reads a switch.
 */
export const LAWS = { ...RULES, markSent, writeAnswer, writePage, moveToRescue };

export type Laws = typeof LAWS;
