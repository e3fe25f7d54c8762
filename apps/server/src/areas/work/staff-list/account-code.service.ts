import type { Context } from '../../../call/context.ts';
import { invalid } from '../../../call/refusal.ts';
import { getSection } from '../../settings/setting/setting.service.ts';

/** Refuses a code the firm does not have. One that stands there already may stay, also after the firm has dropped it. */
export async function refuseUnknownCode({ tx }: Context, code: unknown, before: unknown = ''): Promise<void> {
  if (!code || code === before) return;
  const { accounts } = await getSection(tx, 'account_codes');
  if (!accounts.some((account) => account.code === code)) throw invalid({ account_code: 'There is no such account code.' });
}
