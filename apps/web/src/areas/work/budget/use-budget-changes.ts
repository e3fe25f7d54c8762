import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { WorkOwner } from '../board/work-data.ts';
import { type BudgetChanges, type ChangesState, openBudgetChanges } from './budget-changes.ts';

/** The changes of one page to one budget. */
export function useBudgetChanges(owner: WorkOwner): { changes: BudgetChanges; state: ChangesState } {
  const client = useQueryClient();
  const [changes] = useState(() => openBudgetChanges(client, owner));
  return { changes, state: useSyncExternalStore(changes.subscribe, changes.read) };
}
