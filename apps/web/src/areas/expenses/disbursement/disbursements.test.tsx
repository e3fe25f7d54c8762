import { type Disbursement, getDisbursementSummary, listDisbursements, removeItem, updateItem } from '@dmse/contract/expenses/disbursement';
import { personRef } from '@dmse/testkit/builders/person';
import { STAMPS } from '@dmse/testkit/builders/stamps';
import { Refusal } from '@dmse/testkit/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { WorkFirm } from '../../work/board/work-fixture.ts';

const MILEAGE: Disbursement = {
  ...{ kind: 'item', id: 3, date: '2026-03-03', user: personRef('joe'), what: 'Mileage', task: null, note: '' },
  ...{ disbursement_type: { id: 1, name: 'Mileage', unit: 'km' }, category: null, quantity: 142, is_billable: true, approval: null },
  ...{ billing: 'unbilled', version: 1, can_open: true },
};
const HOTEL: Disbursement = { ...MILEAGE, kind: 'expense', id: 9, what: 'Motel', quantity: null, category: 'Hotel', approval: 'SUBMITTED' };

it('disbursements: an item is changed in its row and deleted; an expense is not, and a refusal keeps what was typed', async () => {
  const self = buildSelf('mona');
  let rows = [MILEAGE, HOTEL];
  const server = new WorkFirm({ Drafting: [{ name: 'Draft' }] })
    .serve(serveShell(self))
    .on(getDisbursementSummary, () => ({ types: [] }))
    .on(listDisbursements, () => ({ count: rows.length, results: rows }))
    .on(updateItem, ({ body }) => {
      if (body.quantity === 999) throw new Refusal(409, { detail: 'This disbursement has been billed.', code: 'LOCKED' });
      rows = rows.map((row) => (row.id === 3 ? { ...row, ...body, version: row.version + 1 } : row)) as Disbursement[];
      const {
        disbursement_type,
        quantity,
        kind: _,
        what: _what,
        category: _category,
        approval: _approval,
        can_open: _open,
        ...item
      } = rows[0]!;
      return { ...STAMPS, ...item, job: { id: 5, num: '26-0005' }, disbursement_type: disbursement_type!, quantity: quantity! };
    })
    .on(removeItem, () => {
      rows = [HOTEL];
      return undefined;
    });
  await renderApp('/job/5/disb', { self, server });
  const user = userEvent.setup();
  const quantity = await screen.findByLabelText('Quantity of Mileage, 2026-03-03');
  expect(screen.queryByLabelText(/of Motel/)).toBeNull();
  const type = async (field: HTMLElement, text: string) => {
    await user.clear(field);
    await user.type(field, `${text}{Enter}`);
  };
  await type(quantity, 'many');
  expect(await screen.findByText('“many” is not a number.')).toBeTruthy();
  await type(quantity, '999');
  expect(await screen.findByText('This disbursement has been billed.')).toBeTruthy();
  expect((quantity as HTMLInputElement).value).toBe('999');
  await type(quantity, '1 250,5');
  await waitFor(() => expect(server.callsOf(updateItem).at(-1)?.body).toEqual({ quantity: 1250.5 }));
  await type(await screen.findByLabelText('Note of Mileage, 2026-03-03'), 'To the site');
  await type(await screen.findByLabelText('Date of Mileage, 2026-03-03'), '2026-03-02');
  await screen.findByLabelText('Date of Mileage, 2026-03-02');
  expect(server.callsOf(updateItem).map(({ body }) => body)).toEqual([
    { quantity: 999 },
    { quantity: 1250.5 },
    { note: 'To the site' },
    { date: '2026-03-02' },
  ]);
  await user.click(screen.getByRole('button', { name: 'Actions for Mileage' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete disbursement' }));
  await waitFor(() => expect(screen.queryByText('Mileage')).toBeNull());
});
