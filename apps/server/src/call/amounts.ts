import { ALL } from '@dmse/contract/all';
import { amountsIn, withoutAmounts } from '@dmse/contract/common/amount';
import { answerSchema, type Endpoint } from '@dmse/contract/endpoint';
import { seesAmounts } from '@dmse/domain/access/amounts';
import type { Action } from '@dmse/domain/access/grants';
import type { Role } from '@dmse/domain/access/roles';

/** The names of all fields that hold amounts, in requests and answers. History and conflicts name fields by these. */
export const AMOUNT_NAMES: readonly string[] = [
  ...new Set(
    [...ALL.values()].flatMap((endpoint) => {
      const { body, query } = endpoint.declaration;
      return [answerSchema(endpoint), body, query].flatMap((schema) => (schema ? amountsIn(schema).map(({ name }) => name) : []));
    }),
  ),
];

/** The fields this person does not read of. */
export function hiddenFields(groups: readonly Role[], needs?: Action): readonly string[] {
  return seesAmounts(groups, needs) ? [] : AMOUNT_NAMES;
}

/** An answer as this person may see it. */
export function hideAmounts(endpoint: Endpoint, groups: readonly Role[], answer: unknown): unknown {
  const schema = answerSchema(endpoint);
  return schema === null || seesAmounts(groups, endpoint.declaration.needs) ? answer : withoutAmounts(schema, answer);
}
