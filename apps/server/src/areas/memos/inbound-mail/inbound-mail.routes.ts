import * as mail from '@dmse/contract/memos/inbound-mail';
import { serve } from '../../../call/serve.ts';
import * as mails from './inbound-mail.service.ts';

export const inboundMailRoutes = [
  serve(mail.listInboundMails, (call) => mails.listInboundMails(call, call.query)),
  serve(mail.getInboundMail, (call) => mails.getInboundMail(call, call.params.id)),
  serve(mail.viewInboundMail, (call) => mails.viewInboundMail(call, call.params.id)),
  serve(mail.fileInboundMail, (call) => mails.fileInboundMail(call, call.params.id, call.body)),
  serve(mail.discardInboundMail, (call) => mails.discardInboundMail(call, call.params.id)),
  serve(mail.restoreInboundMail, (call) => mails.restoreInboundMail(call, call.params.id)),
];
