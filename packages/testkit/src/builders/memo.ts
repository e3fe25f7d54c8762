import type { Memo, MemoRow } from '@dmse/contract/memos/memo';
import { STAMP, STAMPS } from './stamps.ts';

export function buildMemoRow(change: Partial<MemoRow> = {}): MemoRow {
  return {
    ...{ id: 90, title: 'Culvert', summary: '', job: 5, quote: null, task: null, is_issue: false, is_resolved: false },
    ...{ attachment_count: 0, undelivered: 0, sender: '', created_by: null, created_on: STAMP, updated_on: STAMP, ...change },
  };
}

export function buildMemo(change: Partial<Memo> = {}): Memo {
  return {
    ...{ id: 90, job: { id: 5, num: '26-0005' }, quote: null, task: null, title: 'Culvert', text: { type: 'doc', content: [] } },
    ...{ attachments: [], is_issue: false, is_resolved: false, resolved_by: null, resolved_on: null, resolved_note: '', recipients: [] },
    ...{ sender: '', original_url: null, can_edit: true, ...STAMPS, ...change },
  };
}
