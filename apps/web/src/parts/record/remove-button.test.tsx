import { removeClient } from '@dmse/contract/clients/client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderPart, startServer } from '../render-part.tsx';
import { RemoveButton } from './remove-button.tsx';

it('RemoveButton: deletes once that is confirmed, says so, and leads to the list', async () => {
  const removed: number[] = [];
  startServer().on(removeClient, ({ params }) => void removed.push(params.id));
  await renderPart(
    <RemoveButton endpoint={removeClient} id={5} noun="client" name="Acme Ltd." list={{ to: '/jobs' }}>
      It will be gone.
    </RemoveButton>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('It will be gone.')).toBeTruthy();
  expect(removed).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Delete client' }));
  expect(await screen.findByRole('heading', { name: 'Page /jobs' })).toBeTruthy();
  expect(await screen.findByText('Deleted Acme Ltd.')).toBeTruthy();
  expect(removed).toEqual([5]);
});
