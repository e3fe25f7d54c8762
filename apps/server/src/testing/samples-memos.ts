import { Readable } from 'node:stream';
import type { Tx } from '../db/database.ts';
import type { FileStore } from '../outside/file-store.ts';
import type { Sample } from './samples.ts';
import { makeJob } from './work-steps.ts';

const STAMP = { created_on: '2026-03-04T14:00:00.000Z', updated_on: '2026-03-04T14:00:00.000Z' };
const TEXT = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] };

/** Written by whoever tries, so that a Jobs User may change it. */
async function memo(tx: Tx, actor: number): Promise<number> {
  const values = { job: await makeJob(tx), title: 'Hello', text: JSON.stringify(TEXT), words: 'Hello', created_by: actor, ...STAMP };
  return (await tx.insertInto('memo').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function inbound(tx: Tx, files: FileStore, ofMemo: number | null): Promise<number> {
  const stored = await files.put(Readable.from([Buffer.from('From: joe@example.ca\r\nSubject: Hello\r\n\r\nHello\r\n')]), 1000);
  const file = await tx
    .insertInto('file')
    .values({ ...stored, name: 'mail.eml', mime_type: 'message/rfc822', created_on: STAMP.created_on })
    .returning('id')
    .executeTakeFirstOrThrow();
  const values = {
    message_id: `<${crypto.randomUUID()}@test>`,
    source: 'smtp',
    from_address: 'joe@example.ca',
    subject: 'Hello',
    eml: file.id,
    state: ofMemo === null ? 'triage' : 'filed',
    memo: ofMemo,
    received_on: STAMP.created_on,
  };
  return (await tx.insertInto('inbound_mail').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

const memoSample: Sample = { own: async (tx, actor) => ({ id: await memo(tx, actor) }) };
const inboundSample: Sample = { own: async (tx, _actor, files) => ({ id: await inbound(tx, files, null) }) };

export const MEMO_SAMPLES: Record<string, Sample> = {
  createMemo: { body: { job: 2_000_000_000, title: 'Hello', text: TEXT } },
  getMemo: memoSample,
  updateMemo: { ...memoSample, body: { title: 'Hello again' } },
  getMemoOriginal: {
    own: async (tx, actor, files) => {
      const id = await memo(tx, actor);
      await inbound(tx, files, id);
      return { id };
    },
  },
  getInboundMail: inboundSample,
  viewInboundMail: inboundSample,
  fileInboundMail: { ...inboundSample, body: { job: 2_000_000_000 } },
  discardInboundMail: inboundSample,
  restoreInboundMail: inboundSample,
};
