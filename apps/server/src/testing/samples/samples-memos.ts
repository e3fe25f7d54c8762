import { ADMIN, makeFile, type Sample, type Scene, STAMPS } from '../fixtures/scene.ts';
import { makeProject } from './samples-jobs.ts';

const TEXT = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] };

/** With more than one key in an object: the database gives them back in another order. */
const LETTER = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', marks: [{ type: 'bold' }], text: 'Hello again' }] }],
};

/** Written by the owner, in a job of theirs. */
async function makeMemo(scene: Scene): Promise<number> {
  const job = await makeProject(scene, 'job');
  const values = { job, title: 'Hello', text: JSON.stringify(TEXT), words: 'Hello', created_by: scene.owner, ...STAMPS };
  return (await scene.tx.insertInto('memo').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function makeInbound(scene: Scene, memo: number | null): Promise<number> {
  const eml = await makeFile(scene, 'mail.eml', 'From: joe@example.ca\r\nSubject: Hello\r\n\r\nHello\r\n', 'message/rfc822');
  const values = {
    message_id: `<${crypto.randomUUID()}@test>`,
    source: 'smtp',
    from_address: 'joe@example.ca',
    subject: 'Hello',
    eml,
    state: memo === null ? 'triage' : 'filed',
    memo,
    received_on: STAMPS.created_on,
  };
  return (await scene.tx.insertInto('inbound_mail').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

const memo = { own: async (scene: Scene) => ({ id: await makeMemo(scene) }) };
const inbound = { own: async (scene: Scene) => ({ id: await makeInbound(scene, null) }) };

export const MEMO_SAMPLES: Record<string, Sample> = {
  createMemo: {
    body: async (scene: Scene) => ({ job: await makeProject(scene, 'job'), title: 'Hello', text: TEXT }),
    theirs: 'everyone',
  },
  getMemoRecipients: { own: async (scene: Scene) => ({ job: await makeProject(scene, 'job') }), theirs: 'everyone' },
  getMemo: { ...memo, theirs: 'everyone' },
  updateMemo: { ...memo, body: { title: 'Hello again', text: LETTER }, theirs: ADMIN },
  getMemoOriginal: {
    own: async (scene) => {
      const id = await makeMemo(scene);
      await makeInbound(scene, id);
      return { id };
    },
    theirs: 'everyone',
  },
  getInboundMail: inbound,
  viewInboundMail: inbound,
  fileInboundMail: { ...inbound, body: async (scene: Scene) => ({ job: await makeProject(scene, 'job') }) },
  discardInboundMail: inbound,
  restoreInboundMail: inbound,
};
