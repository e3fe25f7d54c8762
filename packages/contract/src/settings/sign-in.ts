import { ROLES } from '@dmse/domain/access/roles';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { Id } from '../common/fields.ts';

/** What the firm asks of people who sign in. */
export const SignInRules = z.strictObject({
  factor_roles: field(z.array(z.enum(ROLES)).max(ROLES.length), 'Groups that need a second factor'),
  confirm_minutes: field(z.int().min(1, 'Use at least one minute.').max(480, 'Use at most 480 minutes.'), 'Ask again after', {
    unit: 'min',
  }),
  has_password_form: field(z.boolean(), 'People sign in with a password'),
  /** Those who still may when the form is switched off, for the day the other system fails. */
  password_users: field(z.array(Id).max(20), 'Emergency accounts'),
});

/** The section about signing in; whoever keeps the users keeps it. */
export const SIGN_IN_SECTIONS = { sign_in: SignInRules } as const;
