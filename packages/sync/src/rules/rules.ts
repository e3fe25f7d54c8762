import { readAnswer } from './answer.ts';
import { cascadeDelete } from './cascade.ts';
import { settleEpoch } from './epoch.ts';
import { foldAnswer } from './fold.ts';
import { isGreen } from './manifest.ts';
import { mergeRow } from './merge-row.ts';
import { opId } from './op-id.ts';
import { whyNotErase, whyNotPurge } from './retention.ts';

/** The decisions that touch no store. */
export const RULES = { readAnswer, opId, foldAnswer, mergeRow, cascadeDelete, settleEpoch, isGreen, whyNotErase, whyNotPurge };

export type Rules = typeof RULES;
