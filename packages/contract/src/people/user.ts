import { ROLES } from '@dmse/domain/access/roles';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { Email, EnteredDate, Id, Instant, LocalDate, line, optionalLine, stamps } from '../common/fields.ts';
import { HistoryEntry, HistoryQuery } from '../common/history.ts';
import { anyOf, listQuery } from '../common/paging.ts';
import { endpoint } from '../endpoint.ts';

export const RoleName = z.enum(ROLES);

export const Preferences = z.object({
  page_size: z.int().min(1).max(200),
  theme: z.enum(['light', 'dark', 'system']),
  default_jobs_tab: z.enum(['contacts', 'clients', 'quotes', 'jobs', 'progress', 'assignments']),
  default_field_tab: z.enum(['fieldruns', 'controlpoints']),
  single_key_shortcuts: z.boolean(),
  upload_on_wifi_only: z.boolean(),
});
export type Preferences = z.infer<typeof Preferences>;

export const DEFAULT_PREFERENCES: Preferences = {
  page_size: 25,
  theme: 'system',
  default_jobs_tab: 'jobs',
  default_field_tab: 'fieldruns',
  single_key_shortcuts: true,
  upload_on_wifi_only: false,
};

export const EmployeeConfig = z.object({
  employees_supervised: field(z.array(Id).max(2000), 'Supervises'),
  job_role: field(z.string().max(200).nullable(), 'Job role'),
  weekly_minutes: field(z.int().min(0).max(10_080), 'Hours a week', { text: (value) => String(Number(value) / 60) }),
  start_date: LocalDate.nullable(),
  end_date: LocalDate.nullable(),
});

export const Self = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  full_name: z.string(),
  initials: z.string(),
  profile_picture_url: z.string().nullable(),
  phone: z.string(),
  is_active: z.boolean(),
  is_project_manager: z.boolean(),
  groups: z.array(RoleName),
  employee_config: EmployeeConfig,
  preferences: Preferences,
  /** The granted actions, so that screens mirror the server without knowing role names. */
  can: z.array(z.string()),
  session: z.object({ kind: z.enum(['office', 'field']), expires_on: Instant }),
  version: z.int(),
});
export type Self = z.infer<typeof Self>;

const phone = field(optionalLine(40), 'Phone').optional();

export const SelfPatch = z.strictObject({
  phone,
  preferences: z.strictObject(Preferences.shape).partial().optional(),
  /** An upload's id; null takes the picture away. */
  profile_picture: field(Id.nullable(), 'Picture', { text: () => 'a picture' }).optional(),
});

export const Employee = z.object({
  id: Id,
  full_name: z.string(),
  initials: z.string(),
  profile_picture_url: z.string().nullable(),
  is_active: z.boolean(),
  is_project_manager: z.boolean(),
  groups: z.array(RoleName),
  employee_config: z.object({ employees_supervised: z.array(Id) }),
});

export const OwnSession = z.object({
  id: Id,
  kind: z.enum(['office', 'field']),
  created_on: Instant,
  last_seen_on: Instant,
  expires_on: Instant,
  address: z.string(),
  device: z.string(),
  is_current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const PasswordChange = z.strictObject({ current_password: z.string().max(128), new_password: z.string().max(128) });

export const getSelf = endpoint({ get: '/api/users/self/', response: Self, needs: 'self.read', summary: 'Who is signed in' });
export const updateSelf = endpoint({
  patch: '/api/users/self/',
  body: SelfPatch,
  response: Self,
  needs: 'self.update',
  summary: 'Change own preferences, phone and picture',
});
export const changePassword = endpoint({
  post: '/api/users/self/password/',
  body: PasswordChange,
  response: 'nothing',
  needs: 'self.update',
  secret: true,
  summary: 'Change own password; other sessions end',
});
export const listOwnSessions = endpoint({ get: '/api/users/self/session/', page: OwnSession, needs: 'self.read', summary: 'Own sessions' });
export const endOwnSession = endpoint({
  delete: '/api/users/self/session/:id/',
  response: 'nothing',
  needs: 'self.update',
  summary: 'End one of the own sessions',
});
export const listEmployees = endpoint({
  get: '/api/users/employees/',
  query: z.strictObject({
    query: z.string().max(200).optional(),
    page: z.int().min(1).optional(),
    page_size: z.int().min(1).max(200).optional(),
  }),
  page: Employee,
  needs: 'people.list',
  summary: 'The people of the firm',
});

export const StaffUser = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  full_name: z.string(),
  initials: z.string(),
  phone: z.string(),
  is_active: z.boolean(),
  is_project_manager: z.boolean(),
  /** As granted, before the greater role brings the lesser one along. */
  granted: z.array(RoleName),
  groups: z.array(RoleName),
  employee_config: EmployeeConfig,
  last_sign_in: Instant.nullable(),
  open_sessions: z.int(),
  /** A second factor: an app that shows codes. */
  has_authenticator: z.boolean(),
  passkeys: z.int(),
  ...stamps,
});
export type StaffUser = z.infer<typeof StaffUser>;

export const Username = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9._-]{1,39}$/, 'Use 2 to 40 of a–z, 0–9, dot, dash and underscore.');

export const employmentFields = {
  ...EmployeeConfig.shape,
  start_date: field(EnteredDate.nullable(), 'Start date'),
  end_date: field(EnteredDate.nullable(), 'End date'),
};
export const NewUser = z.strictObject({
  username: field(Username, 'Username'),
  email: field(Email, 'E-mail'),
  full_name: field(line(120), 'Full name'),
  /** Made from the name when left blank. */
  initials: field(optionalLine(6), 'Initials').optional(),
  phone,
  is_project_manager: field(z.boolean(), 'Can be a project manager').optional(),
  granted: field(z.array(RoleName).max(ROLES.length), 'Groups').optional(),
  employee_config: field(z.strictObject(employmentFields).partial(), 'Employment').optional(),
});
/** `invite`: the person chooses a password by a link in a mail, instead of being handed one. */
export const NewInvited = NewUser.extend({ invite: field(z.boolean(), 'Invite by mail').optional() });
export const StaffUserPatch = NewUser.partial().extend({ is_active: field(z.boolean(), 'Active').optional() });

export const listUsers = endpoint({
  get: '/api/staff/user/',
  query: z.strictObject({
    ...listQuery(['full_name', 'username', 'last_sign_in']),
    is_active: z.boolean().optional(),
    group: anyOf(RoleName),
  }),
  page: StaffUser,
  needs: 'users.read',
  summary: 'Find users',
});
export const getUser = endpoint({ get: '/api/staff/user/:id/', response: StaffUser, needs: 'users.read', summary: 'A user' });
export const listUserHistory = endpoint({
  get: '/api/staff/user/:id/history/',
  query: HistoryQuery,
  page: HistoryEntry,
  needs: 'users.read',
  summary: "A user's history",
});
/** The password is made by the server and shown once: nobody chooses one for somebody else. Null for somebody who is invited. */
export const createUser = endpoint({
  post: '/api/staff/user/',
  body: NewInvited,
  response: z.object({ user: StaffUser, password: z.string().nullable() }),
  needs: 'users.write',
  status: 201,
  secret: true,
  summary: 'Create a user; answers the first password once, or invites by mail',
});
export const updateUser = endpoint({
  patch: '/api/staff/user/:id/',
  body: StaffUserPatch,
  response: StaffUser,
  needs: 'users.write',
  summary: 'Change a user; disabling ends the sessions',
});
export const resetPassword = endpoint({
  post: '/api/staff/user/:id/reset-password/',
  response: z.object({ password: z.string() }),
  needs: 'users.write',
  secret: true,
  confirm: true,
  summary: 'Give a new password, shown once; ends the sessions',
});
export const inviteUser = endpoint({
  post: '/api/staff/user/:id/invite/',
  response: z.object({ sent_to: z.string() }),
  needs: 'users.write',
  summary: 'Mail a user a link by which they choose a password',
});
export const endSessions = endpoint({
  post: '/api/staff/user/:id/end-sessions/',
  response: z.object({ ended: z.int() }),
  needs: 'users.write',
  summary: "End all of a user's sessions",
});
export const getPermissions = endpoint({
  get: '/api/staff/user/:id/permissions/',
  response: z.object({
    roles: z.array(z.object({ role: RoleName, because: z.string() })),
    actions: z.array(z.object({ action: z.string(), role: RoleName })),
  }),
  needs: 'users.read',
  summary: 'What a user may do, and by which role',
});
