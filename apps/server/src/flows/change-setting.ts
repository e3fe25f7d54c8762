import type { HostPatch, SettingSection } from '@dmse/contract/settings/core';
import { Coordinates } from '@dmse/contract/settings/field';
import { Geocoding, HOST_FIELDS, type HostSection, Numbering } from '@dmse/contract/settings/office';
import { SignInRules } from '@dmse/contract/settings/sign-in';
import { whyNotPatterns } from '@dmse/domain/jobs/numbering';
import { whyNotCrs } from '@dmse/survey/geo/check-crs';
import type { z } from 'zod';
import { isWebDrive } from '../adapters/files/drive.ts';
import { forgetGuesses, noteGuess, refuseGuesses } from '../areas/people/session/guesses.service.ts';
import { whyNotSignInRules } from '../areas/people/session/sign-in-ways.service.ts';
import { getSection, updateSection } from '../areas/settings/setting/setting.service.ts';
import { whyNotInForce } from '../areas/sites/layer/geoid-grid.service.ts';
import { hasTime } from '../areas/time/week/batch.service.ts';
import type { Context } from '../call/context.ts';
import { forbidden, invalid, refuseUnconfirmed } from '../call/refusal.ts';

type Values = Record<string, unknown>;

/** Where a password of the environment is sent is no setting like the others: see changeHost. */
async function refuseHosts({ tx }: Context, section: SettingSection, patch: Values): Promise<void> {
  if (!(section in HOST_FIELDS)) return;
  const stored: Values = await getSection(tx, section);
  const fields: readonly string[] = HOST_FIELDS[section as HostSection];
  if (fields.some((field) => field in patch && patch[field] !== stored[field]))
    throw forbidden('Which mail server and drive are used is set by IT, on the page Mail server and drive.');
}

/** Would the password of the environment go somewhere it has not gone before? */
function isNewReceiver(section: HostSection, before: Values, after: Values): boolean {
  if (section === 'inbox') return after.imap_host !== '' && (after.imap_host !== before.imap_host || after.imap_port !== before.imap_port);
  const originOf = (drive: unknown) => (isWebDrive(String(drive)) ? URL.parse(String(drive))?.origin : undefined);
  return isWebDrive(String(after.drive)) && originOf(after.drive) !== originOf(before.drive);
}

/**
 * Changes where a password of the environment is sent. It goes to a new host only when the person types it: whoever has taken over a
 * session, or an administrator who does not know it, cannot have it sent to a machine of their own.
 */
export async function changeHost(context: Context, section: HostSection, { secret = '', ...patch }: z.infer<typeof HostPatch>) {
  const { tx, adapters } = context;
  const before: Values = await getSection(tx, section);
  if (isNewReceiver(section, before, { ...before, ...patch })) await refuseWrongSecret(context, section, secret);
  const why = patch.drive ? await adapters.drive.whyNot(patch.drive) : null;
  if (why) throw invalid({ drive: why });
  return updateSection(context, section, patch);
}

async function refuseWrongSecret(context: Context, section: HostSection, secret: string): Promise<void> {
  const { tx, actor, now, adapters } = context;
  const name = adapters.secrets.nameOf(section);
  const [field] = HOST_FIELDS[section];
  if (!adapters.secrets.isSet(section)) throw invalid({ [field]: `Set ${name} where the server is started, then name the host here.` });
  if (secret === '') throw invalid({ secret: `Type ${name} again: it will be sent to the new host.` });
  const tried = { account: name, from: `session ${actor.session.id}` };
  await refuseGuesses(context, tried);
  if (!adapters.secrets.isRight(section, secret)) throw noteGuess(tried, now, { secret: `This is not ${name} as the server knows it.` });
  await forgetGuesses(tx, tried, now);
}

/** Changes a section of the settings. What a section says about another area's records is asked of that area first. */
export async function changeSetting(context: Context, section: SettingSection, patch: Record<string, unknown>) {
  await refuseHosts(context, section, patch);
  if (section === 'geocoding') await refuseServices(context, patch);
  if (section === 'sign_in') refuseUnconfirmed(context.actor);
  if (section === 'region') await refuseOtherWeek(context, patch);
  const stored = await updateSection(context, section, patch);
  if (section === 'coordinates') await refuseUnusable(context, Coordinates.parse(stored.value), patch);
  if (section === 'numbering') refuseAlike(Numbering.parse(stored.value));
  if (section === 'sign_in') {
    const why = await whyNotSignInRules(context.tx, SignInRules.parse(stored.value));
    if (why) throw invalid(why);
  }
  return stored;
}

/** Weeks that people have entered time in keep their days. */
async function refuseOtherWeek({ tx }: Context, { week_starts_on }: Values): Promise<void> {
  if (week_starts_on === undefined || week_starts_on === (await getSection(tx, 'region')).week_starts_on) return;
  if (await hasTime(tx))
    throw invalid({ week_starts_on: 'Time has been entered in weeks of this kind; they cannot begin on another day now.' });
}

/** A number must say by itself whether it is a job's or a quote's. */
function refuseAlike({ job, quote }: ReturnType<typeof Numbering.parse>): void {
  const why = whyNotPatterns(job, quote);
  if (why) throw invalid({ quote: why });
}

/** A service that would be refused when somebody searches is refused now. */
async function refuseServices({ adapters }: Context, patch: Values): Promise<void> {
  for (const field of ['address_url', 'parcel_url'] as const) {
    const template = patch[field];
    if (typeof template !== 'string' || !Geocoding.shape[field].safeParse(template).success || template === '') continue;
    const why = await adapters.geocoder.whyNot(template);
    if (why) throw invalid({ [field]: why });
  }
}

/** Throwing takes the change back with everything else in the transaction. */
async function refuseUnusable(
  { tx }: Context,
  { office_crs, undulation_grid, offset_grid }: ReturnType<typeof Coordinates.parse>,
  patch: object,
) {
  const why = 'office_crs' in patch ? whyNotCrs(office_crs) : null;
  if (why) throw invalid({ 'office_crs.proj': why });
  const asked = { undulation_grid: 'undulation', offset_grid: 'offset' } as const;
  for (const [field, id] of Object.entries({ undulation_grid, offset_grid })) {
    const fault = id === null ? null : await whyNotInForce(tx, id, asked[field as keyof typeof asked]);
    if (fault) throw invalid({ [field]: fault });
  }
}
