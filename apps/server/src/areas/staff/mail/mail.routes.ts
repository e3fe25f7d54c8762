import * as mail from '@dmse/contract/staff/mail';
import { serve } from '../../../call/serve.ts';
import * as mails from './mail.service.ts';

export const mailRoutes = [
  serve(mail.listMails, (call) => mails.listMails(call, call.query)),
  serve(mail.getMail, (call) => mails.getMail(call, call.params.id)),
  serve(mail.getMailSource, (call) => mails.getMailSource(call, call.params.id)),
  serve(mail.sendTestMail, (call) => mails.sendTestMail(call)),
];
