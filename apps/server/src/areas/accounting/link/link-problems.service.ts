import type { Context } from '../../../call/context.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import type { LinkRow } from './link.queries.ts';

const ALARM_DAYS = 45;
const DAY = 24 * 3_600_000;

/** What somebody should see to before documents are refused over there. */
export async function findProblems({ tx, now }: Pick<Context, 'tx' | 'now'>, row: LinkRow): Promise<string[]> {
  const { state, says, settings, write_off_account, refreshed_on } = row;
  if (state === 'none' || state === 'choosing') return says ? [says] : [];
  const problems = says ? [says] : [];
  if (refreshed_on && Date.parse(now) - Date.parse(refreshed_on) > ALARM_DAYS * DAY)
    problems.push('The connection has not been used for 45 days; after 60 it has to be made again. Press Refresh now.');
  if (!settings) return problems;
  const { time_account, disbursement_account, retainer_account } = await getSection(tx, 'invoicing');
  const named = {
    'Account for time': time_account,
    'Account for disbursements': disbursement_account,
    'Account for retainers': retainer_account,
  };
  const isThere = (code: string) => settings.accounts.some((account) => account.code === code);
  for (const [label, code] of Object.entries(named))
    if (code !== '' && !isThere(code)) problems.push(`${label}: ${code} is not in the chart of accounts over there.`);
  if (write_off_account === '') problems.push('Choose the account that write-offs go to; until then they are not sent.');
  else if (!isThere(write_off_account))
    problems.push(`Account for write-offs: ${write_off_account} is not in the chart of accounts over there.`);
  const { tax_types } = await getSection(tx, 'account_codes');
  for (const { code, name, can_apply_to_revenue } of tax_types)
    if (can_apply_to_revenue && !row.tax_types[code]) problems.push(`Tax type ${name} is none of those over there: choose which it is.`);
  return problems;
}
