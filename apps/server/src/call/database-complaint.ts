import { translatePostingError } from '../records/posted.ts';
import { Refusal } from './refusal.ts';

type PgError = Error & { code?: string; detail?: string; constraint?: string; table?: string; column?: string };

const UNIQUE: Record<string, { field: string; message: string }> = {
  app_user_username_key: { field: 'username', message: 'Somebody has this username already.' },
  app_user_email: { field: 'email', message: 'Somebody has this e-mail address already.' },
  identity_provider_name: { field: 'name', message: 'There is a system of this name already.' },
  budget_entry_role: { field: 'job_role', message: 'This milestone has a row for this role already.' },
  budget_entry_type: { field: 'disbursement_type', message: 'This milestone has a row for this disbursement type already.' },
  job_role_name: { field: 'name', message: 'There is a job role of this name already.' },
  disbursement_type_name: { field: 'name', message: 'There is a disbursement type of this name already.' },
  overhead_code_name: { field: 'name', message: 'There is an overhead code of this name already.' },
  milestone_template_name: { field: 'name', message: 'There is a milestone template of this name already.' },
  expense_category_name: { field: 'name', message: 'There is an expense category of this name already.' },
  task_template_name: { field: 'name', message: 'There is a task template of this name already.' },
};

/** What the database refused, in words. Answers null for what is not a complaint of the database's. */
export function translateDatabaseError(error: unknown): Refusal | null {
  const { code, constraint, message } = error as PgError;
  if (typeof code !== 'string') return null;
  const posting = translatePostingError(error as PgError);
  if (posting) return posting;
  if (code === '23505') {
    const known = UNIQUE[constraint ?? ''];
    return known ? new Refusal('INVALID', null, { [known.field]: [known.message] }) : new Refusal('CONFLICT', 'This exists already.');
  }
  if (constraint === 'tax_rule_periods')
    return new Refusal('INVALID', null, { valid_from: ['Another rule of this province and code holds on one of these days.'] });
  if (code === '23503') return new Refusal('IN_USE', 'Something still refers to this record, or it refers to one that is gone.');
  if (code === '23514' || code === '22001' || code === '22003' || code === '22P02' || code === '22021') {
    return new Refusal('INVALID', 'A value in this request cannot be stored.');
  }
  if (code === '40001' || code === '40P01' || code === '55P03') {
    return new Refusal('CONFLICT', 'Somebody else was changing this at the same moment. Try again.');
  }
  // A newer server is migrating the tables this moment; the next try has the new plan.
  if (code === '0A000' && message.startsWith('cached plan'))
    return new Refusal('UNAVAILABLE', 'DMSE is being updated. Try again in a moment.', {}, { 'Retry-After': '1' });
  if (code === '57014') return new Refusal('UNAVAILABLE', 'This took too long and was stopped. Try a narrower search.');
  if (code === '53100' || code === 'ENOSPC') {
    return new Refusal('DATABASE_FULL', 'The server has no space left. Nothing was saved; tell IT.');
  }
  // 58: its disk answers with errors. 25006 comes from one that leads no longer, until the pool has found the new leader.
  if (/^(08|57P|53|58|25006)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'].includes(code)) {
    return new Refusal('UNAVAILABLE', 'The database cannot be reached just now. Try again in a moment.', {}, { 'Retry-After': '2' });
  }
  return null;
}

/** Some failures of the driver carry no code, only words. */
export function isConnectionLoss(error: unknown): boolean {
  return (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(error.message)
  );
}
