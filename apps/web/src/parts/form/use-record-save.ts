import type { AnswerOf, Endpoint, InputOf } from '@dmse/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { ProblemError } from '../../api/problem-error.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { trackSave } from '../../session/pending-saves.ts';
import { showToast } from '../toast/toast-store.ts';
import { type Conflict, type ConflictField, compareEdits, type ListFields, mergeEdits } from './conflict.ts';
import { placeErrors } from './form-issues.ts';
import { changedValues, type FormSchema, type FormValues, filledValues, fitValues, newValues } from './form-values.ts';

type Stamped = { version?: number; updated_by?: { full_name: string } | null };

/** A feature carries its stamps among its properties. */
function stampsOf(record: unknown): Stamped {
  const { properties, ...plain } = (record ?? {}) as Stamped & { properties?: Stamped };
  return properties ?? plain;
}

export type SaveOptions<E extends Endpoint> = {
  endpoint: E;
  input: InputOf<E>;
  schema: FormSchema;
  record: AnswerOf<E> | undefined;
  initial: FormValues;
  toValues: (record: AnswerOf<E>) => FormValues;
  savedText: string;
  /** The fields that are lists of named things, put together item by item when two people edit at once. */
  lists: ListFields | undefined;
  onRefused: ((refusal: ProblemError) => boolean) | undefined;
  onSaved: ((record: AnswerOf<E>) => void) | undefined;
  /** Learns the names in a record that a conflict has brought. */
  learn: (record: AnswerOf<E>) => void;
};

/**
 * Saves a form against the version it was filled from. `base` is what the server last said; an update sends only what differs from
 * it. A conflict moves the base to what the server has now and keeps what was typed, so that saving again is enough.
 */
export function useRecordSave<E extends Endpoint>(form: UseFormReturn<FormValues>, options: SaveOptions<E>) {
  const { endpoint, schema, record } = options;
  const client = useQueryClient();
  const read = (one: AnswerOf<E>) => ({ values: fitValues(schema, options.toValues(one)), version: stampsOf(one).version });
  const [firstBase] = useState<{ values: FormValues; version: number | undefined }>(() =>
    record === undefined ? { values: fitValues(schema, newValues(schema, options.initial)), version: undefined } : read(record),
  );
  const base = useRef(firstBase);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [unplaced, setUnplaced] = useState<string[]>([]);

  const version = stampsOf(record).version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version of the record is news
  useEffect(() => {
    // A newer record from elsewhere is shown, unless something is being typed: then saving will tell.
    if (record === undefined || version === base.current.version || form.formState.isDirty) return;
    base.current = read(record);
    form.reset(base.current.values);
  }, [version]);

  function settle(answer: AnswerOf<E>, sent: FormValues): void {
    base.current = record === undefined ? { values: sent, version: undefined } : read(answer);
    form.reset(base.current.values);
    setConflict(null);
    setUnplaced([]);
    const noun = endpoint.path.split(':')[0]!;
    void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(noun) });
    showToast({ text: options.savedText, icon: 'check', colour: 'success' });
    options.onSaved?.(answer);
  }

  function meetConflict(current: AnswerOf<E>, mine: FormValues): void {
    options.learn(current);
    const theirs = read(current);
    const met = compareEdits(base.current.values, mine, theirs.values, stampsOf(current).updated_by?.full_name ?? null, options.lists);
    const merged = mergeEdits(base.current.values, mine, theirs.values, options.lists);
    base.current = theirs;
    form.reset(theirs.values);
    for (const name of Object.keys(changedValues(theirs.values, merged))) form.setValue(name, merged[name], { shouldDirty: true });
    setConflict(met);
  }

  async function save(parsed: FormValues): Promise<void> {
    const mine = fitValues(schema, parsed);
    const body = record === undefined ? filledValues(mine) : changedValues(base.current.values, mine);
    setUnplaced([]);
    if (record !== undefined && Object.keys(body).length === 0) {
      form.reset(base.current.values);
      setConflict(null);
      return;
    }
    const ifMatch = base.current.version === undefined ? {} : { ifMatch: base.current.version };
    try {
      settle(await trackSave(call(endpoint, options.input, body as never, ifMatch)), mine);
    } catch (error) {
      if (!(error instanceof ProblemError)) return showProblem(error);
      if (error.code === 'CONFLICT' && error.problem.current) return meetConflict(error.problem.current as unknown as AnswerOf<E>, mine);
      const errors = placeErrors(error.fields, (name) => name in schema.shape);
      for (const [name, message] of Object.entries(errors.placed)) form.setError(name, { type: 'server', message });
      setUnplaced(errors.unplaced);
      if (options.onRefused?.(error)) return;
      if (error.problem.detail || Object.keys(error.fields).length === 0) showProblem(error);
    }
  }

  return {
    save,
    conflict,
    /** Another conflict is another comparison. */
    conflictKey: base.current.version,
    unplaced,
    discard: () => {
      form.reset(base.current.values);
      setConflict(null);
      setUnplaced([]);
    },
    choose: (field: ConflictField, isMine: boolean) =>
      form.setValue(field.name, isMine ? field.mine : field.theirs, { shouldDirty: true, shouldValidate: true }),
  };
}
