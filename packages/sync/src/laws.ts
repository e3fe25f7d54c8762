import { moveToRescue } from './moves.ts';
import { readAnswer } from './rules/answer.ts';
import { cascadeDelete } from './rules/cascade.ts';
import { settleEpoch } from './rules/epoch.ts';
import { foldAnswer } from './rules/fold.ts';
import { isGreen } from './rules/manifest.ts';
import { mergeRow } from './rules/merge-row.ts';
import { opId } from './rules/op-id.ts';
import { whyNotErase, whyNotPurge } from './rules/retention.ts';
import { markSent } from './steps/mark-sent.ts';
import { writeAnswer } from './steps/write-answer.ts';
import { writePage } from './steps/write-page.ts';

/**
 * The decisions the engine makes, as values it is given: the product passes these, and the campaign passes copies with one of
 * them broken to see whether its checks notice. Nothing here reads a switch.
 */
export const LAWS = {
  readAnswer,
  opId,
  foldAnswer,
  mergeRow,
  cascadeDelete,
  settleEpoch,
  isGreen,
  whyNotErase,
  whyNotPurge,
  markSent,
  writeAnswer,
  writePage,
  moveToRescue,
};

export type Laws = typeof LAWS;
