import { listClientHistory } from '@dmse/contract/clients/client';
import type { HistoryEntry } from '@dmse/contract/common/history';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderPart, startServer } from '../render-part.tsx';
import { HistoryList } from './history-list.tsx';

function entry(id: number): HistoryEntry {
  return {
    id,
    at: '2025-03-04T12:00:00.000Z',
    by: id === 1 ? null : { id: 2, full_name: 'Mona Savoie' },
    action: 'updated',
    sentence: `Change number ${id}.`,
    changes: [{ field: 'note', label: 'Note', from: null, to: 'Ring twice' }],
  };
}

function serve(count: number) {
  const all = Array.from({ length: count }, (_, at) => entry(count - at));
  return startServer().on(listClientHistory, ({ query }) => {
    const size = query.page_size ?? 25;
    const from = ((query.page ?? 1) - 1) * size;
    return { count, results: all.slice(from, from + size) };
  });
}

describe('HistoryList', () => {
  it('tells who did what, from what to what, and the older part on demand', async () => {
    const user = userEvent.setup();
    const server = serve(23);
    await renderPart(<HistoryList endpoint={listClientHistory} input={{ id: 5 }} />);
    const newest = (await screen.findByText('Change number 23.')).closest('li')!;
    expect(within(newest).getByText(/Mona Savoie/)).toBeTruthy();
    expect(within(newest).getByText('Empty')).toBeTruthy();
    expect(within(newest).getByText('Ring twice')).toBeTruthy();
    expect(screen.getByText('20 of 23')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    const oldest = (await screen.findByText('Change number 1.')).closest('li')!;
    expect(within(oldest).getByText(/The system/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
    expect(server.seen.map((call) => [call.params.id, call.query.page])).toEqual([
      [5, 1],
      [5, 2],
    ]);
  });

  it('says when nothing has happened, and when it could not be loaded', async () => {
    const server = serve(0);
    const view = await renderPart(<HistoryList endpoint={listClientHistory} input={{ id: 5 }} />);
    expect(await screen.findByText('Nothing has happened yet.')).toBeTruthy();
    view.unmount();
    server.goDown();
    await renderPart(<HistoryList endpoint={listClientHistory} input={{ id: 6 }} />);
    expect(await screen.findByText('The history could not be loaded.')).toBeTruthy();
  });
});
