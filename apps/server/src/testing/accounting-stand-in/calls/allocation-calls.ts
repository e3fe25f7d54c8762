import { allocate, removeAllocation, type Source } from '../books/allocations.ts';
import { type Allocation, allOrNothing } from '../books/books.ts';
import { wireDay } from '../books/days.ts';
import { type ApiCall, notAllowed, orValidation, saveEach } from './api-call.ts';
import type { Answer } from './refusal.ts';
import { showAllocation } from './show.ts';
import { AllocationInput, readInput } from './wire-input.ts';

export function allocationCalls(call: ApiCall, source: Source): Answer {
  const { books, method, path } = call;
  const id = path[2];
  if (method === 'DELETE' && id !== undefined) {
    const gone = orValidation({ AllocationID: id }, () => allOrNothing(books, () => removeAllocation(books, source, id)));
    return { status: 200, body: { AllocationID: gone.id, IsDeleted: true, Date: wireDay(gone.date) } };
  }
  if (method !== 'PUT' || id !== undefined) throw notAllowed(method);
  const save = (sent: unknown) => allocate(books, source, readInput(AllocationInput, sent, 'Allocation'));
  return saveEach(call, 'Allocations', save, (saved: Allocation) => showAllocation(books, saved));
}
