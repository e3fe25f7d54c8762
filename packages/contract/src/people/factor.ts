import { z } from 'zod';
import { Id, Instant, line } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

const Passkey = z.object({ id: Id, name: z.string(), created_on: Instant, last_used_on: Instant.nullable() });

/** How a person shows who they are. */
export const Security = z.object({
  /** A role of theirs needs a second factor. */
  is_required: z.boolean(),
  /** Since when an app shows codes for this account. */
  totp_since: Instant.nullable(),
  recovery_codes_left: z.int(),
  passkeys: z.array(Passkey),
  /** The systems that sign this person in. */
  identities: z.array(z.object({ id: Id, provider: z.string(), created_on: Instant })),
});
export type Security = z.infer<typeof Security>;

const Code = z.string().trim().min(6).max(40);
/** What the server gave out a moment ago and reads again; nobody else can. */
const Ticket = z.string().max(4000);
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
/** What a browser says for a passkey. It is judged by the library that knows the format. */
const PasskeyAnswer = z.record(z.string(), z.unknown());
const Options = z.record(z.string(), z.unknown());

export const getSecurity = endpoint({
  get: '/api/users/self/security/',
  response: Security,
  needs: 'self.read',
  summary: 'Own second factors, passkeys and linked accounts',
});
export const beginTotp = endpoint({
  post: '/api/users/self/totp/begin/',
  response: z.object({
    secret: z.string(),
    uri: z.string(),
    /** The address as a picture to scan: a square of so many modules, and the path that draws the dark ones. */
    qr: z.object({ size: z.int(), path: z.string() }),
    ticket: Ticket,
  }),
  needs: 'self.update',
  secret: true,
  confirm: true,
  reads: true,
  summary: 'A new secret for an app that shows codes; nothing changes before the first code',
});
export const createTotp = endpoint({
  post: '/api/users/self/totp/',
  body: z.strictObject({ ticket: Ticket, code: Code }),
  response: RecoveryCodes,
  needs: 'self.update',
  secret: true,
  confirm: true,
  status: 201,
  summary: 'Begin to use the app, by its first code; answers recovery codes once',
});
export const removeTotp = endpoint({
  delete: '/api/users/self/totp/',
  response: 'nothing',
  needs: 'self.update',
  confirm: true,
  summary: 'Stop using the app that shows codes',
});
export const renewRecoveryCodes = endpoint({
  post: '/api/users/self/recovery-codes/',
  response: RecoveryCodes,
  needs: 'self.update',
  secret: true,
  confirm: true,
  summary: 'New recovery codes, shown once; the old ones stop working',
});
export const beginPasskey = endpoint({
  post: '/api/users/self/passkey/begin/',
  response: z.object({ options: Options, ticket: Ticket }),
  needs: 'self.update',
  secret: true,
  confirm: true,
  reads: true,
  summary: 'What the browser needs to make a passkey',
});
export const createPasskey = endpoint({
  post: '/api/users/self/passkey/',
  body: z.strictObject({ ticket: Ticket, name: line(80), answer: PasskeyAnswer }),
  response: z.object({ ...Passkey.shape, recovery_codes: z.array(z.string()) }),
  needs: 'self.update',
  secret: true,
  confirm: true,
  status: 201,
  summary: 'Keep a passkey the browser made; the first factor answers recovery codes once',
});
export const removePasskey = endpoint({
  delete: '/api/users/self/passkey/:id/',
  response: 'nothing',
  needs: 'self.update',
  confirm: true,
  summary: 'Remove a passkey',
});

/** Ways to show again who one is. */
export const ConfirmWays = z.object({
  password: z.boolean(),
  code: z.boolean(),
  passkey: z.object({ options: Options, ticket: Ticket }).nullable(),
  /** The system that signed the person in, where signing in there once more is the way. */
  provider: z.object({ id: Id, name: z.string() }).nullable(),
});
export const getConfirmWays = endpoint({
  get: '/api/users/self/confirm/',
  response: ConfirmWays,
  needs: 'self.read',
  summary: 'How to show again who one is, before a dangerous act',
});
export const confirmSelf = endpoint({
  post: '/api/users/self/confirm/',
  body: z.strictObject({
    password: z.string().max(128).optional(),
    code: Code.optional(),
    passkey: z.strictObject({ ticket: Ticket, answer: PasskeyAnswer }).optional(),
  }),
  response: 'nothing',
  needs: 'self.update',
  secret: true,
  summary: 'Show again who one is: by code or passkey, or by password where there is no second factor',
});
export const resetFactors = endpoint({
  post: '/api/staff/user/:id/reset-factors/',
  response: z.object({ ended: z.int() }),
  needs: 'users.write',
  confirm: true,
  summary: "Take away a user's second factors and passkeys, when they are lost; ends the sessions",
});
