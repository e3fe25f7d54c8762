import { acceptAccountingProposal } from '@dmse/contract/accounting/proposal';
import { getInvoice } from '@dmse/contract/invoices/invoice';
import type { Desk, Example } from './examples.ts';
import { makeSent } from './invoice-examples.ts';

const ORGANISATION = { id: 'an-organisation', name: 'Demo', connection: 'a-connection' };

/** A link in this state, with no day from which anything is sent: the queue leaves it alone. */
async function setLink({ sql }: Desk, state: string): Promise<void> {
  await sql(`update accounting_link set state = $1, tokens = 'x', organisations = $2, start_on = null`, [
    state,
    JSON.stringify([ORGANISATION]),
  ]);
}

async function makeRefused(desk: Desk): Promise<number> {
  const { id } = await makeSent(desk);
  const [row] = await desk.sql<{ id: number }>(
    `with made as (
       insert into accounting_document (kind, invoice, number, revision, date, amount, upload_status, created_on)
       values ('invoice', $1, $2, 1, current_date, 100, 'UPLOAD_FAILED', now()) returning id
     )
     insert into accounting_upload (document, operation, revision, state, next_on, created_on, ended_on)
     select id, 'create', 1, 'failed', now(), now(), now() from made returning id`,
    [id, desk.tag()],
  );
  return row!.id;
}

async function makeProposal(desk: Desk, { id }: { id: number }, kind = 'void', amount = 0): Promise<number> {
  const [row] = await desk.sql<{ id: number }>(
    `insert into accounting_proposal (key, kind, invoice, remote_id, amount, date, says, found_on)
     values ($1, $3, $2, $1, $4, current_date, 'It was done.', now()) returning id`,
    [desk.tag(), id, kind, amount],
  );
  return row!.id;
}

let accounts = 6000;

/** For each call about the accounting link: something to do. What asks the accounting system itself is tried in F22. */
export const ACCOUNTING_EXAMPLES: Record<string, (desk: Desk) => Promise<Example>> = {
  updateAccountingLink: async () => ({ input: {}, body: { write_off_account: String(accounts++) } }),
  askConsent: async () => ({ input: {}, again: [409] }),
  chooseOrganisation: async (desk) => {
    await setLink(desk, 'choosing');
    return { input: {}, body: { id: ORGANISATION.id, start_on: '2099-01-01' } };
  },
  compareLedgersNow: async (desk) => {
    await setLink(desk, 'connected');
    return { input: {} };
  },
  disconnectAccounting: async (desk) => {
    await setLink(desk, 'choosing');
    return { input: {} };
  },
  retryUpload: async (desk) => ({ input: { id: await makeRefused(desk) } }),
  acceptAccountingProposal: async (desk) => ({ input: { id: await makeProposal(desk, await makeSent(desk)) } }),
  declineAccountingProposal: async (desk) => ({ input: { id: await makeProposal(desk, await makeSent(desk)) } }),
  reverseInvoiceCredit: async (desk) => {
    const { id } = await makeSent(desk);
    await desk.me.call(acceptAccountingProposal, { id: await makeProposal(desk, { id }, 'credit note', 10_00) }, undefined);
    const { credits } = await desk.me.call(getInvoice, { id });
    return { input: { id }, body: { credit: credits[0]!.id, reason: 'Entered by mistake' } };
  },
};
