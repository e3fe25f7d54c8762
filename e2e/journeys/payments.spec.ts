import { makeIssued } from '../shared/billing.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { lookAt } from '../shared/look.ts';

test('a payment from the cheque to the bank and back: Alice enters it, deposits it, and the bank returns it @long', async ({
  signInAs,
}) => {
  const alice = await signInAs('alice', { path: '/app/' });
  const invoice = await makeIssued(alice, 'Harbour Dredging', 250_00);
  await visit(alice, `/app/payment/new/${invoice}`);
  const amount = alice.getByRole('textbox', { name: 'Amount', exact: true });
  await expect(amount).toHaveValue('250.00');
  await amount.fill('260');
  await alice.getByRole('combobox', { name: 'Method' }).click();
  await alice.getByRole('option', { name: 'Check' }).click();
  await alice.getByLabel('Reference').fill('Cheque 118');
  await alice.getByRole('checkbox', { name: 'Keep $10.00 as credit' }).check();
  await lookAt(alice, 'a new payment');
  await alice.getByRole('button', { name: 'Enter payment' }).click();
  await expect(alice.getByRole('heading', { level: 1, name: 'Payment $260.00' })).toBeVisible();
  const payment = new URL(alice.url()).pathname;
  await lookAt(alice, 'a payment');

  await alice.getByRole('link', { name: 'Deposit', exact: true }).click();
  // The others wait for another day.
  await alice.getByRole('button', { name: 'Tick all' }).click();
  await alice.getByRole('button', { name: 'Untick all' }).click();
  await alice.getByRole('checkbox', { name: `Deposit payment ${payment.split('/').at(-1)} of Harbour Dredging` }).check();
  await expect(alice.getByText('1 payment, $260.00')).toBeVisible();
  await lookAt(alice, 'a new deposit');
  await alice.getByRole('button', { name: 'Deposit now' }).click();
  await expect(alice.getByText('Deposited $260.00.')).toBeVisible();
  await expect(
    alice
      .getByRole('dialog', { name: /^Deposit \d+/ })
      .getByText('DEPOSITED', { exact: true })
      .first(),
  ).toBeVisible();
  await lookAt(alice, 'a deposit');

  await visit(alice, payment);
  await alice.getByRole('button', { name: /^Actions for payment/ }).click();
  await alice.getByRole('menuitem', { name: 'Returned by bank' }).click();
  await alice.getByLabel('Reason').fill('NSF');
  await alice.getByLabel('Bank’s fee').fill('7.50');
  await alice.getByLabel('Charge to the client').fill('45');
  await alice.getByRole('button', { name: 'Return payment' }).click();
  await expect(alice.getByRole('button', { name: 'Open the draft' })).toBeVisible();
  await expect(alice.getByText(/Returned by the bank on .*: NSF/)).toBeVisible();
  await visit(alice, '/app/payments?standing=returned');
  await expect(alice.getByRole('row', { name: /Harbour Dredging Check Cheque 118 260\.00 – – returned/ })).toBeVisible();
  await lookAt(alice, 'payments');
});
