import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../render-part.tsx';
import { NoRole } from './no-role.tsx';

it('NoRole: names the group that may, or the groups', async () => {
  await renderPart(
    <>
      <NoRole title="Client" needs="clients.read" />
      <NoRole title="Invoices" needs="invoices.read" />
    </>,
  );
  expect(
    screen.getByText('To see clients and contacts you need to be in the group Jobs User, and your account is not in it.'),
  ).toBeTruthy();
  const either = 'To see invoices you need to be in one of the groups Invoices User or Jobs Manager, and your account is in none of them.';
  expect(screen.getByText(either)).toBeTruthy();
});
