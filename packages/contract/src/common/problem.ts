import { REFUSAL_STATUS, type RefusalCode } from '@dmse/domain/values/reason';
import { z } from 'zod';

export const PROBLEM_CODES = Object.keys(REFUSAL_STATUS) as [RefusalCode, ...RefusalCode[]];

/** The body of every refusal: a sentence, and messages per field where fields are to blame. */
export const Problem = z
  .object({
    detail: z.string().optional(),
    /** An array is not a code but the messages of a field that is called so. A code of a newer server is left out. */
    code: z
      .union([z.enum(PROBLEM_CODES), z.array(z.string())])
      .optional()
      .catch(undefined),
    request_id: z.string().optional(),
  })
  .catchall(z.unknown());
export type Problem = z.infer<typeof Problem>;

/** Arrays of a refusal that are not messages of a field. */
const SERVER_KEYS = new Set(['current', 'changed', 'blockers', 'references', 'rows']);

/** The code a client acts on, where the refusal has one. */
export function problemCode({ code }: Problem): RefusalCode | undefined {
  return typeof code === 'string' ? code : undefined;
}

/** The messages per field in a problem's body. */
export function fieldErrors(problem: Problem): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(problem)) {
    if (!SERVER_KEYS.has(name) && Array.isArray(value)) errors[name] = value.map(String);
  }
  return errors;
}
