import { isDeepStrictEqual } from 'node:util';
import { fieldText } from '@dmse/contract/common/field';
import { SETTING_SECTIONS, type SettingSection } from '@dmse/contract/settings/core';
import { TOLERANCE_WORDS } from '@dmse/domain/sites/tolerance-text';
import type { z } from 'zod';
import type { Change } from '../../../records/history.ts';

const FIELDS: Record<string, z.ZodType> = Object.assign({}, ...Object.values(SETTING_SECTIONS).map(({ shape }) => shape));
/** One of a list of records. */
const ITEMS: Record<string, string> = { codes: 'Code', geoid_models: 'Geoid model', accounts: 'Account', snippets: 'Text' };

export const SECTION_NAMES: Record<SettingSection, string> = {
  firm: 'Firm',
  region: 'Region',
  mail: 'Mail',
  field_codes: 'Field codes',
  field_tolerances: 'Tolerances',
  coordinates: 'Coordinates',
  risk_lists: 'Risk lists',
  field_numbers: 'Field numbers',
  job_lists: 'Job lists',
  account_codes: 'Account codes',
  numbering: 'Numbering',
  quote_texts: 'Quote texts',
  memo_texts: 'Memo texts',
  folder_template: 'Folder template',
  inbox: 'Inbox',
  geocoding: 'Geocoding and map',
  map: 'Map and neighbours',
  timesheet: 'Timesheet rules',
  invoicing: 'Invoicing',
  sign_in: 'Sign-in',
};

type Values = Record<string, unknown>;

/** "relevant_fields" to "Relevant fields", where nothing else says it. */
function sayField(field: string): string {
  const label = fieldText(FIELDS[field])?.label ?? TOLERANCE_WORDS[field]?.label;
  return label ?? field.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
}

/** What changed between two values of a section, as people would say it: a list of records one by one, everything else by field. */
export function describeSettingChanges(before: Values, after: Values): Change[] {
  return Object.keys(after)
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .flatMap((field) =>
      isRecordList(before[field]) || isRecordList(after[field]) ? listChanges(field, before, after) : [oneChange(field, before, after)],
    );
}

function oneChange(field: string, before: Values, after: Values): Change {
  return { field, label: sayField(field), from: inWords(field, before[field]), to: inWords(field, after[field]) };
}

function isRecordList(value: unknown): value is Values[] {
  return Array.isArray(value) && value.some((entry) => typeof entry === 'object' && entry !== null);
}

/** A record of a list by what names it. */
function nameOf(entry: Values): string {
  return String(entry.code ?? entry.name ?? entry.vertical_system ?? '');
}

function listChanges(field: string, before: Values, after: Values): Change[] {
  const byName = (list: unknown) => new Map((Array.isArray(list) ? (list as Values[]) : []).map((entry) => [nameOf(entry), entry]));
  const [old, now] = [byName(before[field]), byName(after[field])];
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => !isDeepStrictEqual(old.get(name), now.get(name)));
  const item = ITEMS[field] ?? sayField(field);
  const changes = names.map((name) => ({
    field,
    label: `${item} ${name}`,
    from: inWords(field, old.get(name)),
    to: inWords(field, now.get(name)),
  }));
  return changes.length > 0 ? changes : [{ field, label: `Order of ${item.toLowerCase()}s`, from: null, to: null }];
}

function inWords(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  const text = fieldText(FIELDS[field])?.text;
  if (text) return text(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length > 0 ? value.map((entry) => inWords('', entry) ?? '').join(', ') : null;
  if (typeof value === 'object')
    return Object.values(value)
      .map((entry) => inWords('', entry))
      .filter(Boolean)
      .join(', ');
  return String(value);
}
