import type { SettingValue } from '@dmse/contract/settings/core';
import type { Tx } from '../../../db/database.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as ways from './sign-in-ways.queries.ts';

/** What the sign-in page offers. Without another system there is always the form: nobody must be shut out by a setting. */
export async function getSignInWays(tx: Tx) {
  const { has_password_form } = await getSection(tx, 'sign_in');
  const providers = await ways.listProviders(tx);
  const hasForm = has_password_form || providers.length === 0;
  return { hasForm, canReset: has_password_form, hasPasskeys: await ways.hasPasskeys(tx), providers };
}

/** The password form is switched off only when people get in another way, and somebody still does when that fails. */
export async function whyNotSignInRules(tx: Tx, rules: SettingValue<'sign_in'>): Promise<Record<string, string> | null> {
  if (rules.has_password_form) return null;
  if ((await ways.listProviders(tx)).length === 0) return { has_password_form: 'Set up another system that signs people in first.' };
  if ((await ways.countEmergencyAccounts(tx, rules.password_users)) === 0)
    return { password_users: 'Name at least one active Users Admin who can still sign in with a password.' };
  return null;
}

/** Is this the one left who gets in by a password while everybody else signs in elsewhere? */
export async function isLastEmergencyAccount(tx: Tx, user: number): Promise<boolean> {
  const { has_password_form, password_users } = await getSection(tx, 'sign_in');
  if (has_password_form || !password_users.includes(user)) return false;
  const others = password_users.filter((id) => id !== user);
  return (await ways.countEmergencyAccounts(tx, others)) === 0;
}

/** Is the form switched off, and no other system in use any more? */
export async function isShutOut(tx: Tx): Promise<boolean> {
  const { has_password_form } = await getSection(tx, 'sign_in');
  return !has_password_form && (await ways.listProviders(tx)).length === 0;
}
