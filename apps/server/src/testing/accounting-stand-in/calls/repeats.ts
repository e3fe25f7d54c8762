import { createHash } from 'node:crypto';
import { type Answer, badRequest, Problem } from './refusal.ts';

const MAX_KEY = 128;

/**
 * Answers by Idempotency-Key. The same key with the same request gets the first answer again, a refusal too; with another request it is
 * refused.
 */
export function openRepeats() {
  const kept = new Map<string, { request: string; answer: Answer }>();

  return {
    once(key: string | undefined, request: string, work: () => Answer): Answer {
      if (key === undefined) return work();
      if (key === '' || key.length > MAX_KEY) throw badRequest(`The Idempotency-Key has 1 to ${MAX_KEY} characters.`);
      const digest = createHash('sha256').update(request).digest('hex');
      const first = kept.get(key);
      if (first && first.request !== digest) throw badRequest('The Idempotency-Key was used for another request.');
      const answer = first?.answer ?? answerOf(work);
      kept.set(key, { request: digest, answer });
      return answer;
    },
  };
}

function answerOf(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) return error.answer;
    throw error;
  }
}
