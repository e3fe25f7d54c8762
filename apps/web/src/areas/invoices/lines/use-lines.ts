import { type Invoice, setInvoiceLines } from '@dmse/contract/invoices/invoice';
import { isEqual } from '@dmse/domain/values/is-equal';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { trackSave } from '../../../session/pending-saves.ts';
import { type DraftLines, draftOf, writtenOf } from './draft-lines.ts';
import { cellKey, type LineColumnId } from './line-columns.ts';

type Steps = { past: readonly DraftLines[]; now: DraftLines; future: readonly DraftLines[] };
/** A cell with what is wrong about it, and what was typed there. */
export type BadCell = { problem: string; text?: string };
export type Change = (lines: DraftLines) => DraftLines;

const MAX_STEPS = 200;
/** Lines that were just saved keep their keys, so that what is open stays open. */
const begin = (invoice: Invoice, saved: DraftLines = []): Steps => {
  const now = draftOf(invoice.lines).map((line, at) => ({ ...line, key: saved[at]?.key ?? line.key }));
  return { past: [], now, future: [] };
};

/** Which column the field of a refusal stands in. */
const COLUMN_OF: Record<string, LineColumnId> = {
  kind: 'kind',
  job: 'task',
  task: 'task',
  description: 'description',
  quantity: 'quantity',
  percent: 'quantity',
  unit: 'unit',
  unit_price: 'price',
  fee: 'price',
  amount: 'amount',
  account_code: 'account',
  tax_type: 'tax',
};

/** What was refused, at its cells; what has no cell is said above the table. */
function placeProblem(error: unknown, lines: DraftLines): { bad: Map<string, BadCell>; says: string | null } {
  const bad = new Map<string, BadCell>();
  const says: string[] = [];
  const fields = error instanceof ProblemError ? error.fields : {};
  for (const [name, messages] of Object.entries(fields)) {
    const [, at, field = ''] = /^lines\.(\d+)\.(\w+)/.exec(name) ?? [];
    const line = at === undefined ? undefined : lines[Number(at)];
    const column = COLUMN_OF[field];
    if (line) says.push(`Line ${Number(at) + 1}: ${messages.join(' ')}`);
    else says.push(messages.join(' '));
    if (line && column) bad.set(cellKey(line.key, column), { problem: messages.join(' ') });
  }
  return { bad, says: says.length > 0 ? says.join('\n') : errorText(error) };
}

/**
 * The lines as they are written, every step of which can be taken back. They are saved as a whole against the version that was seen; what
 * somebody else has saved meanwhile is said, and nothing typed is lost.
 */
export function useLines(invoice: Invoice) {
  const client = useQueryClient();
  const [base, setBase] = useState(invoice);
  const [steps, setSteps] = useState(() => begin(invoice));
  const [bad, setBad] = useState<ReadonlyMap<string, BadCell>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Invoice | null>(null);
  const [isSaving, setSaving] = useState(false);
  const isUnsaved = useMemo(() => !isEqual(writtenOf(steps.now), writtenOf(draftOf(base.lines))) || bad.size > 0, [steps.now, base, bad]);

  function settle(next: Invoice, saved?: DraftLines): void {
    setBase(next);
    setSteps(begin(next, saved));
    setBad(new Map());
    setProblem(null);
    setTheirs(null);
  }
  // A newer invoice from elsewhere is shown, unless something is being typed: then saving will tell.
  if (invoice.version > base.version && !isUnsaved && !isSaving) settle(invoice);

  /** What is there now, for keys that come before the next drawing. */
  const latest = useRef(steps);
  latest.current = steps;
  function write(next: Steps): void {
    latest.current = next;
    setSteps(next);
  }
  function change(how: Change): void {
    const { past, now } = latest.current;
    const next = how(now);
    if (isEqual(writtenOf(next), writtenOf(now)) && next.every(({ key }, at) => key === now[at]?.key)) return;
    write({ past: [...past, now].slice(-MAX_STEPS), now: next, future: [] });
  }
  function undo(): void {
    const { past, now, future } = latest.current;
    if (past.length > 0) write({ past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future] });
  }
  function redo(): void {
    const { past, now, future } = latest.current;
    if (future.length > 0) write({ past: [...past, now], now: future[0]!, future: future.slice(1) });
  }
  function mark(cell: string, wrong: BadCell | null): void {
    setBad((old) => {
      const next = new Map(old);
      if (wrong) next.set(cell, wrong);
      else next.delete(cell);
      return next;
    });
  }

  async function save(): Promise<void> {
    const lines = latest.current.now;
    setSaving(true);
    try {
      settle(await trackSave(call(setInvoiceLines, { id: invoice.id }, { lines: writtenOf(lines) }, { ifMatch: base.version })), lines);
      showToast({ text: 'Saved the lines.', icon: 'check', colour: 'success' });
      for (const area of ['invoices', 'wip'] as const) void invalidateArea(client, area);
    } catch (error) {
      const current = error instanceof ProblemError && error.code === 'CONFLICT' ? error.problem.current : undefined;
      if (current) return setTheirs(current as Invoice);
      const placed = placeProblem(error, lines);
      setBad(placed.bad);
      setProblem(placed.says);
    } finally {
      setSaving(false);
    }
  }

  return {
    lines: steps.now,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    isUnsaved,
    isSaving,
    bad,
    problem,
    theirs,
    change,
    undo,
    redo,
    mark,
    save,
    discard: () => settle(base),
    /** Somebody else saved first: their lines, or mine over them once more. */
    takeTheirs: () => theirs && settle(theirs),
    keepMine: () => {
      if (!theirs) return;
      setBase(theirs);
      setTheirs(null);
    },
    readLines: () => latest.current.now,
  };
}
export type Lines = ReturnType<typeof useLines>;
