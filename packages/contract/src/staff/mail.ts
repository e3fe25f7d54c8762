import { z } from 'zod';
import { Id, Instant } from '../common/fields.ts';
import { anyOf } from '../common/paging.ts';
import { endpoint } from '../endpoint.ts';

/** `bounced`: taken by the mail server and sent back later. */
export const MAIL_STATES = ['queued', 'sent', 'kept', 'refused', 'failed', 'bounced'] as const;
export type MailState = (typeof MAIL_STATES)[number];

const paging = { page: z.int().min(1).optional(), page_size: z.int().min(1).max(200).optional() };

/** A mail that went out, or waits, or was kept on disk because no mail server is configured. */
export const SentMail = z.object({
  id: Id,
  to: z.array(z.string()),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  answer: z.string(),
  tries: z.int(),
  created_on: Instant,
  sent_on: Instant.nullable(),
});
export type SentMail = z.infer<typeof SentMail>;

export const listMails = endpoint({
  get: '/api/staff/mail/',
  query: z.strictObject({ ...paging, query: z.string().max(200).optional(), state: anyOf(SentMail.shape.state) }),
  page: SentMail,
  needs: 'mails.read',
  summary: 'Mails sent, waiting or kept',
});
export const getMail = endpoint({
  get: '/api/staff/mail/:id/',
  response: SentMail.extend({ text: z.string(), message_id: z.string() }),
  needs: 'mails.read',
  summary: 'A mail with its text',
});
export const getMailSource = endpoint({
  get: '/api/staff/mail/:id/eml/',
  response: 'file',
  needs: 'mails.read',
  summary: 'A mail as the .eml file that was or would be sent',
});
export const sendTestMail = endpoint({
  post: '/api/staff/mail/test/',
  response: z.object({ id: Id }),
  status: 201,
  needs: 'settings.write',
  summary: 'Queue a test mail to oneself',
});
