import * as memo from '@dmse/contract/memos/memo';
import { serve } from '../../../call/serve.ts';
import { getMemoOriginal } from '../inbound-mail/mail-view.service.ts';
import * as memos from './memo.service.ts';
import { getMemoRecipients } from './memo-recipients.service.ts';

export const memoRoutes = [
  serve(memo.listMemos, (call) => memos.listMemos(call, call.query)),
  serve(memo.createMemo, (call) => memos.createMemo(call, call.body)),
  serve(memo.getMemoRecipients, async (call) => getMemoRecipients(call, await memos.findOwner(call, call.query))),
  serve(memo.getMemo, (call) => memos.getMemo(call, call.params.id)),
  serve(memo.updateMemo, (call) => memos.updateMemo(call, call.params.id, call.body)),
  serve(memo.getMemoOriginal, (call) => getMemoOriginal(call, call.params.id)),
];
