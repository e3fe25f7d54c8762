import { compareLedgersNow, getLedgerComparison } from '@dmse/contract/accounting/differences';
import { connectAccounting, getAccountingLink, updateAccountingLink } from '@dmse/contract/accounting/link';
import { acceptAccountingProposal, declineAccountingProposal, listAccountingProposals } from '@dmse/contract/accounting/proposal';
import { listUploads, retryUpload } from '@dmse/contract/accounting/upload';
import { type FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildSelf } from '../../app/render-app.tsx';
import { buildUpload } from '../../areas/invoices/upload/upload-fixture.ts';
import { startServer } from '../../parts/render-part.tsx';
import { renderPage } from '../field/setting-fixture.tsx';
import { AccountingLinkPage } from './accounting-link.tsx';
import { buildComparison, buildLink, buildProposal } from './accounting-link-fixture.ts';

function open(
  rest: string,
  serve: (server: FakeServer) => FakeServer,
  { address = '/part', self = buildSelf('alice'), singleKeys = true } = {},
) {
  const server = serve(startServer().on(getAccountingLink, () => buildLink()));
  const preferences = { ...self.preferences, single_key_shortcuts: singleKeys };
  return renderPage(<AccountingLinkPage rest={rest} />, { ...self, preferences }, address).then((view) => ({ ...view, server }));
}

describe('accounting link', () => {
  it('what consent gave is handed over once and leaves the address; then a tax type is chosen and saved against the version seen', async () => {
    let link = buildLink({ state: 'none' });
    const serve = (fake: FakeServer) =>
      fake
        .on(getAccountingLink, () => link)
        .on(connectAccounting, () => {
          link = buildLink();
          return link;
        })
        .on(updateAccountingLink, () => buildLink({ version: 5, tax_types: [{ code: 'HST', remote: 'TAX001', name: 'HST 15 %' }] }));
    const { server, address } = await open('', serve, { address: '/part?code=c1&state=s1' });
    await userEvent.click(await screen.findByRole('combobox', { name: 'HST 15 %' }));
    await userEvent.click(await screen.findByRole('option', { name: 'HST NB' }));
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await waitFor(() =>
      expect(server.callsOf(updateAccountingLink)[0]).toMatchObject({
        body: { tax_types: [{ code: 'HST', remote: 'TAX001' }] },
        ifMatch: 4,
      }),
    );
    expect(server.callsOf(connectAccounting).map(({ body }) => body)).toEqual([{ code: 'c1', state: 's1' }]);
    expect(address()).toBe('/part');
  });

  it('consent that was refused is said; whoever only reads finds no button', async () => {
    const serve = (fake: FakeServer) => fake.on(getAccountingLink, () => buildLink({ state: 'none' }));
    const { server, address } = await open('', serve, {
      address: '/part?error=access_denied&state=s1',
      self: buildSelf('tess', { can: ['accounting.read'] }),
    });
    expect(await screen.findByText(/^The connection was not allowed over there/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
    expect([address(), server.callsOf(connectAccounting).length]).toEqual(['/part', 0]);
  });

  it('proposals by key: A accepts the one in focus and goes on to the next, D declines; a refusal stands in its row; single keys can be off', async () => {
    let left = [1, 2, 3].map(buildProposal);
    const why = 'The accounting period is closed.';
    const serve = (fake: FakeServer) =>
      fake
        .on(listAccountingProposals, () => ({ count: left.length, results: left }))
        .on(acceptAccountingProposal, ({ params: { id } }) => {
          if (Number(id) === 3) throw new Refusal(409, { detail: why, code: 'CLOSED' });
          left = left.filter((one) => one.id !== Number(id));
          return { ...buildProposal(Number(id)), state: 'accepted' as const };
        })
        .on(declineAccountingProposal, ({ params: { id } }) => {
          left = left.filter((one) => one.id !== Number(id));
          return { ...buildProposal(Number(id)), state: 'declined' as const };
        });
    const { server, unmount } = await open('proposals', serve, { address: '/part?proposal=1' });
    const row = (id: number) => screen.getByText(`Payment ${id} was made over there.`).closest('li')!;
    await waitFor(() => expect(document.activeElement).toBe(row(1)));
    // A key that is held down decides nothing.
    fireEvent.keyDown(row(1), { key: 'a', repeat: true });
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(row(2));
    await userEvent.keyboard('a');
    await waitFor(() => expect(document.activeElement).toBe(row(3)));
    await userEvent.keyboard('a');
    expect(await within(row(3)).findByText(why)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Payment 2 was made over there.')).toBeNull());
    await userEvent.keyboard('{ArrowUp}d');
    await waitFor(() => expect(screen.queryByText('Payment 1 was made over there.')).toBeNull());
    const ids = (calls: { params: object }[]) => calls.map(({ params }) => Number((params as { id: unknown }).id));
    expect([ids(server.callsOf(acceptAccountingProposal)), ids(server.callsOf(declineAccountingProposal))]).toEqual([[2, 3], [1]]);
    unmount();
    const off = await open('proposals', serve, { address: '/part?proposal=3', singleKeys: false });
    await waitFor(() => expect(document.activeElement).toBe(row(3)));
    await userEvent.keyboard('a');
    expect(off.server.callsOf(acceptAccountingProposal)).toEqual([]);
  });

  it('an upload that was refused shows the answer and its remedy, and is tried again', async () => {
    const { server } = await open(
      'uploads',
      (fake) =>
        fake.on(listUploads, () => ({ count: 1, results: [buildUpload()] })).on(retryUpload, () => buildUpload({ state: 'waiting' })),
      { address: '/part?state=failed' },
    );
    expect(await screen.findByText('Take the payment off, press Retry.')).toBeTruthy();
    expect(screen.getByRole('link', { name: '00007' }).getAttribute('href')).toBe('/app/invoice/7');
    await userEvent.click(screen.getByRole('button', { name: 'Retry Invoice, changed 00007' }));
    expect(await screen.findByText('It will be sent again.')).toBeTruthy();
    expect(server.callsOf(listUploads)[0]!.query).toMatchObject({ state: ['failed'] });
    expect(server.callsOf(retryUpload).length).toBe(1);
  });

  it('differences: equal ledgers are said to be; compared again, each difference has its act', async () => {
    const row = { subject: '00007', here: 431_25, there: 400_00, invoice: 7, proposal: null, upload: null };
    const { server } = await open('differences', (fake) =>
      fake
        .on(getLedgerComparison, () => buildComparison())
        .on(compareLedgersNow, () =>
          buildComparison({
            differences: [
              { ...row, kind: 'amount differs', cause: 'It was changed over there.', action: 'send', upload: 5 },
              { ...row, kind: 'balance differs', cause: 'A payment over there is not here.', action: 'accept', proposal: 9 },
            ],
          }),
        )
        .on(retryUpload, () => buildUpload({ state: 'waiting' })),
    );
    expect(await screen.findByText('Both ledgers are equal to the cent.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Compare now' }));
    const proposal = await screen.findByRole('link', { name: 'See proposal' });
    expect(proposal.getAttribute('href')).toBe('/app/accounting-link/proposals?proposal=9');
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(Number(server.callsOf(retryUpload)[0]?.params.id)).toBe(5));
  });
});
