import { PROVINCES } from '@dmse/domain/clients/party';
import { WEEK_STARTS } from '@dmse/domain/dates/week';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { Id, line, OptionalEmail, optionalLine, paragraph, website } from '../common/fields.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';
import { FIELD_SECTIONS } from './field.ts';
import { INVOICE_SECTIONS } from './invoicing.ts';
import { FolderTemplate, HOST_FIELDS, type HostSection, Inbox, OFFICE_SECTIONS } from './office.ts';
import { SIGN_IN_SECTIONS } from './sign-in.ts';
import { TIME_SECTIONS } from './time.ts';

/** The sections of site settings. Each is one record with its own version and history. */
export const FirmSettings = z.strictObject({
  firm_name: field(line(120), 'Firm name'),
  legal_name: field(optionalLine(200), 'Legal name'),
  address: field(paragraph(500), 'Address'),
  phone: field(optionalLine(40), 'Phone'),
  email: field(OptionalEmail, 'E-mail'),
  website: field(website(200), 'Website'),
  hst_number: field(optionalLine(40), 'HST number'),
  /** Upload ids; null shows the firm's name in words. */
  logo_horizontal: field(Id.nullable(), 'Logo', { text: () => 'a picture' }),
});
export const RegionSettings = z.strictObject({
  time_zone: field(line(60).refine(isTimeZone, 'Use a time zone name such as America/Moncton.'), 'Time zone'),
  locale: field(z.enum(['en-CA', 'fr-CA']), 'Language'),
  currency: field(z.enum(['CAD', 'USD']), 'Currency'),
  home_province: field(z.enum(PROVINCES), 'Home province'),
  week_starts_on: field(z.enum(WEEK_STARTS), 'Week starts on'),
});
export const MailSettings = z.strictObject({
  from_name: field(optionalLine(120), 'Mail sender name'),
  from_address: field(OptionalEmail, 'Mail sender address'),
  footer: field(paragraph(1000), 'Mail footer'),
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-CA', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const SETTING_SECTIONS = {
  firm: FirmSettings,
  region: RegionSettings,
  mail: MailSettings,
  ...FIELD_SECTIONS,
  ...OFFICE_SECTIONS,
  ...TIME_SECTIONS,
  ...INVOICE_SECTIONS,
  ...SIGN_IN_SECTIONS,
} as const;
export type SettingSection = keyof typeof SETTING_SECTIONS;
export type SettingValue<S extends SettingSection> = z.infer<(typeof SETTING_SECTIONS)[S]>;

export const CoreSettings = z.object({
  mode: z.enum(['demo', 'firm']),
  contract: z.int(),
  firm_name: z.string(),
  /** Addresses of the pictures, ready to show. */
  logo_horizontal: z.string().nullable(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  website: z.string(),
  hst_number: z.string(),
  ...RegionSettings.shape,
  max_upload_bytes: z.int(),
});
export type CoreSettings = z.infer<typeof CoreSettings>;

export const getCoreSettings = endpoint({
  get: '/api/core/settings/',
  response: CoreSettings,
  needs: 'settings.read',
  summary: "The firm's name, branding and region",
});

const Stored = z.object({ version: z.int(), value: z.unknown() });
const SectionName = z.enum(Object.keys(SETTING_SECTIONS) as [SettingSection, ...SettingSection[]]);
export const getSettingSection = endpoint({
  get: '/api/staff/setting/:section/',
  params: { section: SectionName },
  response: Stored,
  needs: 'settings.sections',
  summary:
    'A section of the site settings; those of field work are open to a Field Admin too, those of jobs to a Jobs Admin, of time to a Timesheet Admin, of invoices to an Invoices Admin, of signing in to a Users Admin alone',
});
export const updateSettingSection = endpoint({
  patch: '/api/staff/setting/:section/',
  params: { section: SectionName },
  /** Judged by the section's own schema. */
  body: z.record(z.string(), z.unknown()),
  response: Stored,
  needs: 'settings.sections',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Change a section of the site settings',
});

export const HostPatch = z
  .strictObject({
    imap_host: Inbox.shape.imap_host,
    imap_port: Inbox.shape.imap_port,
    imap_user: Inbox.shape.imap_user,
    drive: FolderTemplate.shape.drive,
  })
  .partial()
  .extend({
    /** The password that will be sent there, typed again. It is compared and not kept. */ secret: z.string().max(1000).optional(),
  });
export const updateSettingHost = endpoint({
  patch: '/api/staff/setting/:section/host/',
  params: { section: z.enum(Object.keys(HOST_FIELDS) as [HostSection, ...HostSection[]]) },
  body: HostPatch,
  response: Stored,
  needs: 'settings.hosts',
  secret: true,
  confirm: true,
  summary: "Change where a password of the server's environment is sent: the mail server, the drive",
});
