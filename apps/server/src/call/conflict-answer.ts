import { answerSchema, type Endpoint } from '@dmse/contract/endpoint';
import type { Role } from '@dmse/domain/access/roles';
import { hiddenFields, hideAmounts } from './amounts.ts';
import { Refusal } from './refusal.ts';

/**
 * A conflict shows the record as the call itself would have answered it: parsed and stripped, whatever the service held in its hand, so
 * that nothing outside the contract leaves by this door. What does not fit the call's answer is not shown at all.
 */
export function fitConflict(endpoint: Endpoint, groups: readonly Role[], error: unknown): unknown {
  if (!(error instanceof Refusal) || error.body.current === undefined) return error;
  const { current, changed, detail = null, ...rest } = error.body;
  const fitted = answerSchema(endpoint)?.safeParse(current);
  const hidden = hiddenFields(groups);
  return new Refusal(
    error.code,
    detail,
    {
      ...rest,
      ...(fitted?.success ? { current: hideAmounts(endpoint, groups, fitted.data) } : {}),
      ...(Array.isArray(changed) ? { changed: changed.filter((field) => !hidden.includes(String(field))) } : {}),
    },
    error.headers,
  );
}
