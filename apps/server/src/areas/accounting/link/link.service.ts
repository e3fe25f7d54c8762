import { createHash, randomBytes } from 'node:crypto';
import type * as wire from '@dmse/contract/accounting/link';
import type { AccountingLink } from '@dmse/contract/accounting/link';
import type { RequestBody } from '@dmse/contract/endpoint';
import { addDays, localDate } from '@dmse/domain/dates/local-date';
import type { AccountingSystem } from '../../../adapters/accounting/accounting-system.ts';
import type { Context } from '../../../call/context.ts';
import { conflict, invalid, Refusal } from '../../../call/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import { recordHistory } from '../../../records/history.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { openTokens, storedTokens } from './access.service.ts';
import * as links from './link.queries.ts';
import { findProblems } from './link-problems.service.ts';

/** Where the accounting system sends people back to: the page that asked. */
const redirectOf = ({ adapters }: Pick<Context, 'adapters'>) => `${adapters.publicOrigin}/staff/accounting-link`;
const CONSENT_MINUTES = 15;
const REFRESH_DAYS = 60;

function systemOf({ adapters }: Context): AccountingSystem {
  if (!adapters.accounting)
    throw new Refusal(
      'WRONG_STATE',
      'The server was not told of an accounting system: it needs XERO_CLIENT_ID and XERO_CLIENT_SECRET in its environment.',
    );
  return adapters.accounting;
}

/** As it is kept. */
export const readLink = links.read;

/** What was asked for has been done, unless somebody asked again meanwhile. */
export async function endAsked(tx: Tx, { asked_on }: links.LinkRow): Promise<void> {
  if ((await links.hold(tx)).asked_on === asked_on) await links.write(tx, { asked_on: null });
}

export async function getLink(context: Context): Promise<AccountingLink> {
  const { tx, adapters } = context;
  const row = await links.read(tx);
  const { tax_types } = await getSection(tx, 'account_codes');
  const { time_zone } = await getSection(tx, 'region');
  const named = (list: readonly { code: string; name: string }[] = []) => list.map(({ code, name }) => ({ code, name }));
  const {
    state,
    organisation,
    organisations,
    connected_on,
    start_on,
    write_off_account,
    settings,
    settings_on,
    swept_on,
    paused_until,
    version,
  } = row;
  return {
    ...{ state, organisation, connected_on, start_on, write_off_account, settings_on, swept_on, paused_until, version },
    is_configured: adapters.accounting !== null,
    redirect: redirectOf(context),
    organisations: state === 'choosing' ? organisations.map(({ id, name }) => ({ id, name })) : [],
    connected_by: await links.findConnectedBy(tx),
    expires_on: row.refreshed_on && state === 'connected' ? addDays(localDate(row.refreshed_on, time_zone), REFRESH_DAYS) : null,
    tax_types: tax_types.map(({ code, name }) => ({ code, name, remote: row.tax_types[code] ?? '' })),
    remote_tax_types: named(settings?.tax_types),
    remote_accounts: named(settings?.accounts),
    problems: await findProblems(context, row),
    ...(await links.countWork(tx)),
  };
}

/** Whether something is wrong with it, for whoever looks after the server. */
export async function summarizeLink(tx: Tx): Promise<{ is_broken: boolean; failed: number }> {
  return { is_broken: (await links.read(tx)).state === 'broken', failed: (await links.countWork(tx)).failed };
}

async function tell(
  context: Context,
  action: string,
  changes: { field: string; label: string; from: string | null; to: string | null }[] = [],
): Promise<void> {
  await recordHistory(context, { noun: 'accounting link', record_id: 1, record_name: 'accounting link', version: null, action, changes });
}

/** The work of the queue, at once. */
async function runNow({ tx, adapters, now }: Context): Promise<void> {
  await links.write(tx, { asked_on: now });
  await adapters.queue.send(tx, 'accounting', {});
}

/** A consent is for the person and the session it was begun in, for a quarter of an hour, and once. */
export async function askConsent(context: Context): Promise<{ url: string }> {
  const { tx, adapters, actor, now } = context;
  const system = systemOf(context);
  const [state, verifier] = [randomBytes(24).toString('base64url'), randomBytes(48).toString('base64url')];
  const consent = adapters.seal.close(JSON.stringify({ state, verifier, session: actor.session.id }));
  await links.write(tx, { consent, consent_until: new Date(Date.parse(now) + CONSENT_MINUTES * 60_000).toISOString() });
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return { url: system.consentUrl({ state, challenge, redirect: redirectOf(context) }) };
}

export async function connect(context: Context, { code, state }: RequestBody<typeof wire.connectAccounting>): Promise<AccountingLink> {
  const { tx, adapters, actor, now } = context;
  const system = systemOf(context);
  const row = await links.hold(tx);
  const begun = row.consent && row.consent_until && row.consent_until > now ? JSON.parse(adapters.seal.open(row.consent) ?? 'null') : null;
  if (!begun || begun.state !== state || begun.session !== actor.session.id)
    throw invalid({ state: 'This consent was not begun here, or too long ago. Press Connect again.' });
  const given = await system.exchange(code, begun.verifier, redirectOf(context));
  if ('refused' in given)
    throw invalid({ code: `The accounting system did not accept the consent (${given.refused}). Press Connect again.` });
  const { status, json } = await system.listConnections(given.access);
  if (status !== 200 || !Array.isArray(json))
    throw new Refusal('UNAVAILABLE', 'The accounting system did not say which organisations there are. Try again.');
  const organisations = json.map(({ id, tenantId, tenantName }) => ({
    id: String(tenantId),
    name: String(tenantName),
    connection: String(id),
  }));
  // Connected again after it was broken: the organisation stays, where it is still there.
  const former = organisations.find(({ id }) => row.tenant !== '' && id === row.tenant);
  await links.write(tx, {
    ...storedTokens(adapters, given, now),
    ...{ consent: null, consent_until: null, organisations, says: '', connected_on: now, connected_by: actor.id, version: row.version + 1 },
    ...(former ? { state: 'connected', connection: former.connection } : { state: 'choosing' }),
  });
  await tell(context, 'connected');
  if (former) await runNow(context);
  return getLink(context);
}

export async function chooseOrganisation(
  context: Context,
  { id, start_on }: RequestBody<typeof wire.chooseOrganisation>,
): Promise<AccountingLink> {
  const { tx } = context;
  const row = await links.hold(tx);
  const chosen = row.organisations.find((one) => one.id === id);
  if (row.state !== 'choosing' || !chosen) throw invalid({ id: 'Choose one of the organisations that were allowed.' });
  if (row.tenant !== '' && row.tenant !== id && (await links.hasSent(tx)))
    throw invalid({ id: `Documents were sent to ${row.organisation}; they would be looked for in another organisation. Choose that one.` });
  const { id: tenant, name: organisation, connection } = chosen;
  await links.write(tx, { state: 'connected', tenant, organisation, connection, start_on, version: row.version + 1 });
  await links.markAll(tx, start_on);
  await tell(context, 'chose', [{ field: 'organisation', label: 'Organisation', from: null, to: organisation }]);
  await runNow(context);
  return getLink(context);
}

export async function updateLink(context: Context, patch: RequestBody<typeof wire.updateAccountingLink>): Promise<AccountingLink> {
  const { tx, if_match } = context;
  const row = await links.hold(tx);
  if (if_match !== null && if_match !== row.version)
    throw conflict('Somebody else has changed the link since you opened it.', { current: await getLink(context), changed: [] });
  const { tax_types: pairs, ...values } = patch;
  const tax_types = pairs ? { ...row.tax_types, ...Object.fromEntries(pairs.map(({ code, remote }) => [code, remote])) } : row.tax_types;
  await links.write(tx, { ...values, tax_types, version: row.version + 1 });
  if (values.start_on !== undefined && row.start_on !== null && values.start_on < row.start_on) await links.markAll(tx, values.start_on);
  const changes = Object.entries({ ...values, tax_types }).flatMap(([field, to]) => {
    const [before, after] = [row[field as 'start_on'], to].map((value) => (typeof value === 'object' ? JSON.stringify(value) : value));
    return before === after ? [] : [{ field, label: field.replaceAll('_', ' '), from: before ?? null, to: after ?? null }];
  });
  if (changes.length > 0) await tell(context, 'changed', changes);
  return getLink(context);
}

/** Both sides keep what they have; nothing is sent any more. */
export async function disconnect(context: Context): Promise<void> {
  const { tx, adapters } = context;
  const row = await links.hold(tx);
  const kept = row.tokens === null ? null : openTokens(adapters.seal, row.tokens);
  if (kept && row.connection !== '') await adapters.accounting?.disconnect(kept.access, row.connection);
  const none = { tokens: null, token_until: null, refreshed_on: null, consent: null, consent_until: null, paused_until: null };
  await links.write(tx, { ...none, state: 'none', connection: '', organisations: [], says: '', version: row.version + 1 });
  await tell(context, 'disconnected');
}

export async function refreshNow(context: Context): Promise<void> {
  const { state } = await links.read(context.tx);
  if (state !== 'connected') throw new Refusal('WRONG_STATE', 'The accounting system is not connected.');
  await runNow(context);
}
