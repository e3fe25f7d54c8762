import { type HistoricalRow, updateHistoricalFile } from '@dmse/contract/historicals/historical-file';
import { useMemo, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { trackSave } from '../../../session/pending-saves.ts';
import type { DraftValues } from './draft-cells.ts';

export type Draft = HistoricalRow;
type Values = Partial<DraftValues>;
/** What one draft was and becomes; a step is what is taken back at once. */
export type DraftChange = { id: number; from: Values; to: Values };
type Step = readonly DraftChange[];

const MAX_STEPS = 500;

function pick(draft: Draft, like: Values): Values {
  return Object.fromEntries(Object.keys(like).map((name) => [name, draft[name as keyof DraftValues]]));
}

/** What of the edits is not yet as the server has it. */
function openOf(draft: Draft, edits: Values): Values {
  return Object.fromEntries(Object.entries(edits).filter(([name, value]) => draft[name as keyof DraftValues] !== value));
}

/**
 * Drafts as they are typed. Every change is saved by itself, one request per draft at a time, against the version that was seen; what
 * could not be saved stays typed, with the reason beside it, and every step can be taken back.
 */
export function useDrafts(listed: readonly Draft[], onFinished: () => void) {
  const [known, showKnown] = useState<ReadonlyMap<number, Draft>>(new Map());
  const [edits, showEdits] = useState<ReadonlyMap<number, Values>>(new Map());
  const [troubles, setTroubles] = useState<ReadonlyMap<number, string>>(new Map());
  const [stepCount, setStepCount] = useState({ past: 0, future: 0 });
  const now = useRef({ known, edits });
  const steps = useRef<{ past: Step[]; future: Step[] }>({ past: [], future: [] });
  const saving = useRef(new Set<number>());
  const seen = useRef<readonly Draft[] | null>(null);

  function setKnown(next: ReadonlyMap<number, Draft>): void {
    now.current.known = next;
    showKnown(next);
  }
  function setEdits(next: ReadonlyMap<number, Values>): void {
    now.current.edits = next;
    showEdits(next);
  }
  if (seen.current !== listed) {
    seen.current = listed;
    const next = new Map<number, Draft>();
    for (const draft of listed) {
      const old = now.current.known.get(draft.id);
      next.set(draft.id, old && old.version > draft.version ? { ...draft, ...old, ...readOf(draft) } : draft);
    }
    // What was just finished here can be taken back, and what is not saved yet is not dropped.
    for (const [id, draft] of now.current.known) if (!next.has(id) && (!draft.is_draft || now.current.edits.has(id))) next.set(id, draft);
    setKnown(next);
  }

  function tell(id: number, trouble: string | null): void {
    setTroubles((old) => {
      const next = new Map(old);
      if (trouble === null) next.delete(id);
      else next.set(id, trouble);
      return next;
    });
  }
  /** Edits the server has are edits no more. */
  function settle(id: number, draft: Draft): void {
    setKnown(new Map(now.current.known).set(id, draft));
    const rest = openOf(draft, now.current.edits.get(id) ?? {});
    const next = new Map(now.current.edits);
    if (Object.keys(rest).length === 0) next.delete(id);
    else next.set(id, rest);
    setEdits(next);
  }

  function dropEdits(id: number, names: readonly string[]): void {
    const kept = Object.entries(now.current.edits.get(id) ?? {}).filter(([name]) => !names.includes(name));
    const next = new Map(now.current.edits);
    if (kept.length === 0) next.delete(id);
    else next.set(id, Object.fromEntries(kept));
    setEdits(next);
  }

  async function send(id: number, draft: Draft, body: Values): Promise<boolean> {
    try {
      const file = await trackSave(call(updateHistoricalFile, { id }, body as never, { ifMatch: draft.version }));
      settle(id, { ...draft, ...pick(file as unknown as Draft, body), version: file.version });
      tell(id, null);
      if ('is_draft' in body) onFinished();
      return true;
    } catch (error) {
      const current = error instanceof ProblemError && error.code === 'CONFLICT' ? (error.problem.current as unknown as Draft) : null;
      if (!current) {
        // What is refused as a file stays a draft, with the reason.
        if (error instanceof ProblemError) dropEdits(id, ['is_draft']);
        tell(id, errorText(error));
        return false;
      }
      const theirs = pick(current, { ...body, company: '', client_name: '', file_number: '', plan_number: '', pid: '' });
      const lost = Object.keys(body).filter((name) => theirs[name as keyof Values] !== draft[name as keyof Values]);
      if (lost.length > 0) {
        const mine = lost.map((name) => `“${body[name as keyof Values] ?? ''}”`).join(', ');
        dropEdits(id, lost);
        tell(id, `Somebody else changed this draft; what you typed was not saved: ${mine}.`);
      }
      settle(id, { ...draft, ...theirs, version: current.version });
      return true;
    }
  }

  async function save(id: number): Promise<void> {
    if (saving.current.has(id)) return;
    saving.current.add(id);
    try {
      for (;;) {
        const draft = now.current.known.get(id);
        if (!draft) break;
        const body = openOf(draft, now.current.edits.get(id) ?? {});
        if (Object.keys(body).length === 0) {
          settle(id, draft);
          break;
        }
        if (!(await send(id, draft, body))) break;
      }
    } finally {
      saving.current.delete(id);
    }
  }

  function apply(step: Step, side: 'from' | 'to'): void {
    const next = new Map(now.current.edits);
    for (const change of step) next.set(change.id, { ...next.get(change.id), ...change[side] });
    setEdits(next);
    for (const { id } of step) void save(id);
  }
  function count(): void {
    setStepCount({ past: steps.current.past.length, future: steps.current.future.length });
  }
  const read = (id: number): Draft | undefined => {
    const draft = now.current.known.get(id);
    return draft && { ...draft, ...now.current.edits.get(id) };
  };

  function change(to: readonly { id: number; to: Values }[]): void {
    const step = to.flatMap(({ id, to: values }): DraftChange[] => {
      const draft = read(id);
      const open = draft ? openOf(draft, values) : {};
      return draft && Object.keys(open).length > 0 ? [{ id, from: pick(draft, open), to: open }] : [];
    });
    if (step.length === 0) return;
    steps.current = { past: [...steps.current.past, step].slice(-MAX_STEPS), future: [] };
    apply(step, 'to');
    count();
  }
  function undo(): void {
    const step = steps.current.past.pop();
    if (!step) return;
    steps.current.future.push(step);
    apply([...step].reverse(), 'from');
    count();
  }
  function redo(): void {
    const step = steps.current.future.pop();
    if (!step) return;
    steps.current.past.push(step);
    apply(step, 'to');
    count();
  }

  const drafts = useMemo(
    () =>
      [...known.values()]
        // A row is drawn again only when its draft is another.
        .map((draft) => (edits.has(draft.id) ? { ...draft, ...edits.get(draft.id) } : draft))
        .filter(({ is_draft }) => is_draft)
        .sort((one, other) => one.id - other.id),
    [known, edits],
  );
  return {
    drafts,
    troubles,
    unsaved: edits.size,
    isSaving: (id: number) => edits.has(id) && !troubles.has(id),
    canUndo: stepCount.past > 0,
    canRedo: stepCount.future > 0,
    change,
    undo,
    redo,
    readDraft: read,
    /** Tries once more to save what could not be saved. */
    retry: () => {
      for (const id of troubles.keys()) tell(id, null);
      for (const id of now.current.edits.keys()) void save(id);
    },
    /** Drafts that were deleted. */
    forget: (ids: readonly number[]) => {
      const kept = new Map(now.current.known);
      const left = new Map(now.current.edits);
      for (const id of ids) {
        kept.delete(id);
        left.delete(id);
      }
      setKnown(kept);
      setEdits(left);
    },
  };
}
export type Drafts = ReturnType<typeof useDrafts>;

/** What comes from the reading of the scan and not from people. */
function readOf({ proposal, thumbnail_url, scans_unread, scans_failed, first_scan, scan_count }: Draft) {
  return { proposal, thumbnail_url, scans_unread, scans_failed, first_scan, scan_count };
}
