import { createHash } from 'node:crypto';
import type { Sample, Scene } from '../fixtures/scene.ts';
import { THEN } from '../fixtures/scene.ts';
import { makeSubmitted } from './samples-invoices.ts';

const LATER = '2026-03-04T23:00:00.000Z';
const ORGANISATION = { id: 'an-organisation', name: 'Demo', connection: 'a-connection' };

async function setLink({ tx, seal }: Scene, state: 'choosing' | 'connected'): Promise<void> {
  const tokens = seal.close(JSON.stringify({ access: 'canary-access', refresh: 'canary-refresh' }));
  const values = { state, tokens, organisations: JSON.stringify([ORGANISATION]), start_on: '2026-03-01' };
  await tx.updateTable('accounting_link').set(values).execute();
}

/** What the stand-in gives to somebody who began the consent in this session and pressed Allow. */
async function giveConsent({ tx, seal, accounting, actor }: Scene) {
  const session = (await tx.selectFrom('session').select('id').where('user_id', '=', actor).executeTakeFirst())?.id ?? 0;
  const [state, verifier] = ['a-state-of-this-session', 'v'.repeat(64)];
  const consent = seal.close(JSON.stringify({ state, verifier, session }));
  await tx.updateTable('accounting_link').set({ consent, consent_until: LATER }).execute();
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return accounting.there.consent(
    accounting.system.consentUrl({ state, challenge, redirect: 'https://dmse.example.ca/staff/accounting-link' }),
  );
}

async function makeRefused(scene: Scene): Promise<number> {
  const { tx } = scene;
  const invoice = await makeSubmitted(scene);
  const values = { kind: 'invoice' as const, invoice, number: crypto.randomUUID(), revision: 1, date: '2026-03-04', amount: 115_00 };
  const { id: document } = await tx
    .insertInto('accounting_document')
    .values({ ...values, upload_status: 'UPLOAD_FAILED', created_on: THEN })
    .returning('id')
    .executeTakeFirstOrThrow();
  const refused = { document, operation: 'create' as const, revision: 1, state: 'failed' as const, says: 'No.', ended_on: THEN };
  return (
    await tx
      .insertInto('accounting_upload')
      .values({ ...refused, next_on: THEN, created_on: THEN })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

async function makeProposal(scene: Scene): Promise<number> {
  const invoice = await makeSubmitted(scene);
  const values = {
    key: crypto.randomUUID(),
    kind: 'void' as const,
    invoice,
    remote_id: 'x',
    amount: 0,
    says: 'It was voided.',
    found_on: THEN,
  };
  return (await scene.tx.insertInto('accounting_proposal').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

const proposal: Sample = { own: async (scene) => ({ id: await makeProposal(scene) }) };
/** Asked of a link that is there. */
const connected: Sample = {
  own: async (scene) => {
    await setLink(scene, 'connected');
    return {};
  },
};

export const ACCOUNTING_SAMPLES: Record<string, Sample> = {
  updateAccountingLink: { body: { write_off_account: '6900' } },
  connectAccounting: { body: giveConsent },
  chooseOrganisation: {
    body: async (scene: Scene) => {
      await setLink(scene, 'choosing');
      return { id: ORGANISATION.id, start_on: '2026-03-01' };
    },
  },
  refreshAccounting: connected,
  compareLedgersNow: connected,
  retryUpload: { own: async (scene) => ({ id: await makeRefused(scene) }) },
  acceptAccountingProposal: proposal,
  declineAccountingProposal: proposal,
};
