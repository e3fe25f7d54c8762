import { createInvoice } from '@dmse/contract/invoices/invoice';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { trackSave } from '../../../session/pending-saves.ts';

type Draft = { client: number; items: readonly { item: string; turn: number }[] };

/** Starts a draft with exactly the work that was looked at. What somebody else changed meanwhile is said, and loaded anew. */
export function useCreateDraft() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  async function create({ client: billed, items }: Draft): Promise<void> {
    setBusy(true);
    try {
      const seen = items.map(({ item, turn }) => ({ item, turn }));
      const { id } = await trackSave(call(createInvoice, {}, { client: billed, ...(seen.length > 0 ? { items: seen } : {}) }));
      await navigate({ to: '/invoice/edit/$id/$tab', params: { id: String(id), tab: 'lines' } });
    } catch (error) {
      showProblem(error, 'No draft was started.');
    } finally {
      setBusy(false);
    }
    for (const area of ['wip', 'invoices', 'jobs'] as const) void invalidateArea(client, area);
  }
  return { create, isBusy };
}
