import { type Client, getClient } from '@dmse/contract/clients/client';
import { mergeClients } from '@dmse/contract/clients/merge';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { CLIENT } from '../../../parts/form/form-fixture.tsx';
import { renderPart, startServer } from '../../../parts/render-part.tsx';
import { MergeDialog } from './merge-dialog.tsx';

const client = (id: number, change: Partial<Client>): Client => ({ ...CLIENT, id, name: `Client ${id}`, ...change });

const THREE = [
  client(1, { phone: '111', website: 'one.ca' }),
  client(2, { phone: '222' }),
  client(3, { phone: '222', tax_province: 'ON' }),
];

async function open() {
  const server = startServer()
    .on(getClient, ({ params }) => THREE.find(({ id }) => id === params.id)!)
    .on(mergeClients, ({ params, query }) => ({
      preview: query.preview ?? false,
      merged: THREE.map(({ id }) => id).filter((id) => id !== params.id),
      moved: [{ what: 'jobs', count: 2 }],
      client: { ...THREE.find(({ id }) => id === params.id)!, website: 'one.ca' },
    }));
  const onMerged = vi.fn();
  await renderPart(<MergeDialog noun="client" rows={THREE} onClose={() => {}} onMerged={onMerged} />);
  await screen.findByRole('radiogroup', { name: 'Phone' });
  return { server, onMerged };
}

const picked = (group: string) =>
  within(screen.getByRole('radiogroup', { name: group }))
    .getByRole<HTMLInputElement>('radio', { checked: true })
    .closest('label')!.textContent;

describe('merging three clients', () => {
  it('leaves the one that stays what is its own, whichever that is', async () => {
    const { server, onMerged } = await open();
    expect([picked('Phone'), picked('Tax province')]).toEqual(['111', 'As the firm']);
    await userEvent.click(screen.getByLabelText(/^Client 3 \(no/));
    await waitFor(() => expect([picked('Phone'), picked('Tax province')]).toEqual(['222', 'ON']));
    await userEvent.click(await screen.findByRole('button', { name: 'Merge clients' }));
    await waitFor(() => expect(onMerged).toHaveBeenCalledWith('/client/3'));
    const sent = server.callsOf(mergeClients).find((call) => !call.query.preview);
    expect(sent).toMatchObject({ params: { id: 3 }, body: { clients: [1, 2], keep: { name: 3, phone: 3, tax_province: 3 } } });
  });

  it('shows what will be filled in, and what moves, before the button can be pressed', async () => {
    await open();
    await userEvent.click(screen.getByLabelText(/^Client 2 \(no/));
    expect(await screen.findByText('Will be filled in')).toBeTruthy();
    expect(screen.getByText('one.ca')).toBeTruthy();
    expect(screen.getByText(/What moves to the one that stays: 2 jobs\./)).toBeTruthy();
  });
});
