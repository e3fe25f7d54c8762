import { isDeepStrictEqual } from 'node:util';
import type { SettingSection } from '@dmse/contract/settings/core';
import { TOLERANCE_WORDS } from '@dmse/domain/sites/tolerance-text';
import type { Change } from '../../../records/history.ts';

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
  codes: 'Code',
  control_codes: 'Control codes',
  office_crs: 'Office coordinate system',
  frame: 'Reference frame',
  geoid_models: 'Geoid model',
  elevation_systems: 'Elevation systems',
  undulation_grid: 'Geoid grid in force',
  offset_grid: 'Offset grid in force',
  shift_keyed_in: 'Shift points that were keyed in',
  task_types: 'Task types',
  hazards: 'Hazards',
  controls: 'Hazard controls',
  personal_protective_equipment: 'Personal protective equipment',
  photo_max_px: 'Photo size in pixels',
  image_max_bytes: 'Most bytes of an image',
  form_bytes: 'Most bytes sent as one form',
  piece_bytes: 'Bytes of a piece',
  job: 'Job number',
  quote: 'Quote number',
  accounts: 'Account',
  snippets: 'Text',
  valid_days: 'Days a quote is valid',
  imap_host: 'IMAP host',
  imap_port: 'IMAP port',
  imap_user: 'IMAP user',
  imap_folder: 'IMAP folder',
  smtp_listen_port: 'SMTP listener port',
  authserv_id: 'Name of the mail server that checks senders',
  address_url: 'Address search',
  parcel_url: 'Parcel search',
  style_url: 'Map style',
};

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
};

type Values = Record<string, unknown>;

/** "accuracy_gate" to "Accuracy gate", where the name says it. */
function labelOf(field: string): string {
  return LABELS[field] ?? TOLERANCE_WORDS[field]?.label ?? field.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
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
  return { field, label: labelOf(field), from: inWords(field, before[field]), to: inWords(field, after[field]) };
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
  const changes = names.map((name) => ({
    field,
    label: `${labelOf(field)} ${name}`,
    from: inWords(field, old.get(name)),
    to: inWords(field, now.get(name)),
  }));
  return changes.length > 0 ? changes : [{ field, label: `Order of ${labelOf(field).toLowerCase()}s`, from: null, to: null }];
}

function inWords(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (field === 'logo_horizontal') return 'a picture';
  if (field === 'undulation_grid' || field === 'offset_grid') return 'a grid';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length > 0 ? value.map((entry) => inWords('', entry) ?? '').join(', ') : null;
  if (typeof value === 'object')
    return Object.values(value)
      .map((entry) => inWords('', entry))
      .filter(Boolean)
      .join(', ');
  return String(value);
}
