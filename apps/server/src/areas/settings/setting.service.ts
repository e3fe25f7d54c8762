import { CONTRACT_VERSION } from '@dmse/contract/endpoint';
import { type CoreSettings, SETTING_SECTIONS, type SettingSection, type SettingValue } from '@dmse/contract/settings/core';
import type { Tx } from '../../db/database.ts';
import { changedSince, recordHistory } from '../../db/history.ts';
import type { Context } from '../../http/context.ts';
import { conflict, invalid } from '../../http/refusal.ts';
import { claimUpload, fileUrl } from '../files/file.service.ts';
import * as settings from './setting.queries.ts';

const LABELS: Record<string, string> = {
  firm_name: 'Firm name',
  legal_name: 'Legal name',
  address: 'Address',
  phone: 'Phone',
  email: 'E-mail',
  website: 'Website',
  hst_number: 'HST number',
  logo_horizontal: 'Logo',
  time_zone: 'Time zone',
  locale: 'Language',
  currency: 'Currency',
  home_province: 'Home province',
  week_starts_on: 'Week starts on',
  from_name: 'Mail sender name',
  from_address: 'Mail sender address',
  footer: 'Mail footer',
};

const SECTION_NAMES: Record<SettingSection, string> = { firm: 'Firm', region: 'Region', mail: 'Mail' };

export async function getSection<S extends SettingSection>(tx: Tx, section: S): Promise<SettingValue<S>> {
  return (await settings.find(tx, section)).value as SettingValue<S>;
}

export async function getStoredSection({ tx }: Context, section: SettingSection) {
  return settings.find(tx, section);
}

/** What the sign-in page may show to anyone. */
export async function getFirmFace(tx: Tx): Promise<{ firm_name: string }> {
  const { firm_name } = await getSection(tx, 'firm');
  return { firm_name };
}

export async function getCoreSettings(tx: Tx, maxUploadBytes: number): Promise<CoreSettings> {
  const firm = await getSection(tx, 'firm');
  const region = await getSection(tx, 'region');
  const { firm_name, address, phone, email, website, hst_number, logo_horizontal } = firm;
  return {
    mode: (await settings.findMode(tx)) === 'firm' ? 'firm' : 'demo',
    contract: CONTRACT_VERSION,
    firm_name,
    address,
    phone,
    email,
    website,
    hst_number,
    logo_horizontal: logo_horizontal === null ? null : fileUrl(logo_horizontal),
    ...region,
    max_upload_bytes: maxUploadBytes,
  };
}

/** Changes a section, judged by its own schema; a stale save is refused like that of any record. */
export async function updateSection(context: Context, section: SettingSection, patch: Record<string, unknown>) {
  const { tx, now, actor, if_match } = context;
  const before = await settings.lock(tx, section);
  if (if_match !== null && if_match !== before.version) {
    const changed = await changedSince(tx, 'setting', section, if_match);
    throw conflict('Somebody else changed these settings since you opened them.', { current: before, changed });
  }
  const old = before.value as Record<string, unknown>;
  const parsed = SETTING_SECTIONS[section].safeParse({ ...old, ...patch });
  if (!parsed.success) {
    const errors = parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [key, 'This field is not known here.'])
        : [[issue.path.join('.'), issue.message]],
    );
    throw invalid(Object.fromEntries(errors));
  }
  const value = parsed.data as Record<string, unknown>;
  if (value.logo_horizontal && value.logo_horizontal !== old.logo_horizontal)
    await claimUpload(context, Number(value.logo_horizontal), 'logo_horizontal');
  const changes = Object.keys(value)
    .filter((field) => value[field] !== old[field])
    .map((field) => ({ field, label: LABELS[field] ?? field, from: inWords(field, old[field]), to: inWords(field, value[field]) }));
  if (changes.length === 0) return before;
  const version = before.version + 1;
  await settings.store(tx, section, value, version, now, actor.id);
  await recordHistory(context, {
    noun: 'setting',
    record_id: section,
    record_name: SECTION_NAMES[section],
    version,
    action: 'changed',
    changes,
  });
  return { version, value };
}

function inWords(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return field === 'logo_horizontal' ? 'a picture' : String(value);
}
