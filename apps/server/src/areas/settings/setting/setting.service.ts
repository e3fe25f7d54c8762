import { CONTRACT_VERSION } from '@dmse/contract/endpoint';
import { type CoreSettings, SETTING_SECTIONS, type SettingSection, type SettingValue } from '@dmse/contract/settings/core';
import { FIELD_SECTIONS } from '@dmse/contract/settings/field';
import { INVOICE_SECTIONS } from '@dmse/contract/settings/invoicing';
import { HOST_FIELDS, OFFICE_SECTIONS } from '@dmse/contract/settings/office';
import { SIGN_IN_SECTIONS } from '@dmse/contract/settings/sign-in';
import { TIME_SECTIONS } from '@dmse/contract/settings/time';
import { type Action, can } from '@dmse/domain/access/grants';
import { type LocalDate, localDate } from '@dmse/domain/dates/local-date';
import { type SurveySettings, surveyDefaults } from '@dmse/survey/survey-settings';
import type { Context } from '../../../call/context.ts';
import { complain } from '../../../call/parse.ts';
import { conflict, notFound } from '../../../call/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import { changedSince, recordHistory } from '../../../records/history.ts';
import { claimUpload, fileUrl } from '../../files/file/file.service.ts';
import * as settings from './setting.queries.ts';
import { describeSettingChanges, SECTION_NAMES } from './setting-text.ts';

export async function getSection<S extends SettingSection>(tx: Tx, section: S): Promise<SettingValue<S>> {
  return (await settings.find(tx, section)).value as SettingValue<S>;
}

/** Sections that others than the staff keep too. */
const OPEN_TO: readonly [sections: object, needs: Action][] = [
  [FIELD_SECTIONS, 'settings.field'],
  [OFFICE_SECTIONS, 'settings.jobs'],
  [TIME_SECTIONS, 'time.settings'],
  [INVOICE_SECTIONS, 'invoices.settings'],
  [SIGN_IN_SECTIONS, 'users.write'],
];

/** The sections of field work are open to a Field Admin, those of jobs to a Jobs Admin, those of time to a Timesheet Admin, those of invoices to an Invoices Admin, those of signing in to a Users Admin alone, those with a host to IT; the others are not there for them. */
function refuseForeignSection({ actor }: Context, section: SettingSection): void {
  if (section in HOST_FIELDS && can(actor.groups, 'settings.hosts')) return;
  const [, needs] = OPEN_TO.find(([sections]) => section in sections) ?? [null, 'settings.write' as const];
  if (!can(actor.groups, needs)) throw notFound();
}

export async function getStoredSection(context: Context, section: SettingSection) {
  refuseForeignSection(context, section);
  return settings.find(context.tx, section);
}

/** The day it is where the firm is. */
export async function getToday({ tx, now, time_zone }: Pick<Context, 'tx' | 'now' | 'time_zone'>): Promise<LocalDate> {
  return localDate(now, time_zone ?? (await getSection(tx, 'region')).time_zone);
}

/** What the survey engine takes as given, put together from the sections it is kept in. */
export async function getSurveySettings(tx: Tx): Promise<SurveySettings> {
  const { codes, control_codes } = await getSection(tx, 'field_codes');
  const { office_crs, frame, geoid_models, elevation_systems, shift_keyed_in, refraction } = await getSection(tx, 'coordinates');
  const tolerances = await getSection(tx, 'field_tolerances');
  const { time_zone } = await getSection(tx, 'region');
  const { categories_without_shot } = surveyDefaults;
  return {
    office_crs,
    frame,
    geoid_models,
    vertical_system: elevation_systems[0] ?? null,
    time_zone,
    codes,
    control_codes,
    categories_without_shot,
    shift_keyed_in,
    refraction,
    tolerances,
  };
}

/** What the sign-in page may show to anyone. */
export async function getFirmFace(tx: Tx): Promise<{ firm_name: string; logo_horizontal: number | null }> {
  const { firm_name, logo_horizontal } = await getSection(tx, 'firm');
  return { firm_name, logo_horizontal };
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
  refuseForeignSection(context, section);
  const before = await settings.lock(tx, section);
  if (if_match !== null && if_match !== before.version) {
    const changed = await changedSince(tx, 'setting', section, if_match);
    throw conflict('Somebody else changed these settings since you opened them.', { current: before, changed });
  }
  const old = before.value as Record<string, unknown>;
  const parsed = SETTING_SECTIONS[section].safeParse({ ...old, ...patch });
  if (!parsed.success) throw complain(parsed.error);
  const value = parsed.data as Record<string, unknown>;
  if (value.logo_horizontal && value.logo_horizontal !== old.logo_horizontal)
    await claimUpload(context, Number(value.logo_horizontal), 'logo_horizontal', 'picture');
  const changes = describeSettingChanges(old, value);
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
