import type { ProcessingDecision } from '@dmse/contract/sites/processing/decision';
import { sayDecision } from '@dmse/contract/sites/processing/decision-text';
import { sayCount } from '@dmse/domain/text/counts';

/** What was decided, as a toast says it. */
export function sayDecisions(decisions: readonly ProcessingDecision[]): string {
  if (decisions.length !== 1) return `${sayCount(decisions.length, 'decision')} made.`;
  return `${sayDecision(decisions[0]!).replace(/^[a-z]/, (letter) => letter.toUpperCase())}.`;
}
