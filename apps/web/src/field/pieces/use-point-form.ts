import type { LightItem } from '@dmse/sync/item';
import { discardDraft, readDraft } from '@dmse/sync/local/draft';
import { createPoint, updatePoint } from '@dmse/sync/local/point';
import type { Fields } from '@dmse/sync/wire';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Fix } from '../../parts/map/own-position.ts';
import { useFieldSession } from '../device/use-field.tsx';
import { say, sayNotSaved } from './field-note.ts';
import { readPoint, sayPoint } from './field-record.ts';
import { ageOf, isStaleFix, sayAge } from './fix-words.ts';
import { type DraftPhoto, dropPhotos, keepPhoto, readPhotos } from './photo-drafts.ts';
import { changesOf, geometryOf, rebase } from './point-changes.ts';
import { EMPTY_POINT, fieldsOf, PointValues, valuesOf, withoutEmpty } from './point-values.ts';
import { useDraft } from './use-draft.ts';
import type { MadePhoto } from './use-photo-maker.ts';

type State = {
  readonly key: string;
  /** The id the point has or will have: chosen once, so that saving twice is saving once. */
  readonly id: string;
  readonly values: PointValues;
  readonly photos: readonly DraftPhoto[];
  readonly base: LightItem | null;
  /** What was being typed when the page last closed. */
  readonly isRestored: boolean;
};

export type Taken = { readonly fix: Fix; readonly isHeld: boolean } | null;

/**
 * The form of a point, new (`base` null) or known. Everything typed is kept as a draft; a new point and its photos are written in one
 * action, and "Saved on device" is said only after that has been committed.
 */
export function usePointForm(run: string, base: LightItem | null) {
  const session = useFieldSession();
  const key = base === null ? `point:${run}:new` : `point:${base.id}`;
  const { keep, flush, stop } = useDraft(session, run, key);
  const [state, show] = useState<State | null>(null);
  // What a callback of a moment ago changes must be what stands here now.
  const latest = useRef<State | null>(null);
  const setState = useCallback((next: State) => {
    latest.current = next;
    show(next);
  }, []);
  /** Pictures on their way from the camera. */
  const making = useRef(new Set<Promise<unknown>>());
  const [isSaving, setSaving] = useState(false);
  const isBusy = useRef(false);
  const opened = useRef(base);
  opened.current = base;

  const freshState = useCallback((): State => {
    const record = opened.current;
    const values = record === null ? EMPTY_POINT : valuesOf(readPoint(record));
    return { key, id: record?.id ?? session.tools.newId(), values, photos: [], base: record, isRestored: false };
  }, [session, key]);

  useEffect(() => {
    let isGone = false;
    const open = async (): Promise<State> => {
      const draft = await readDraft(session, key).catch(() => undefined);
      const values = PointValues.safeParse(draft?.data.values).data;
      const id = draft?.data.id;
      const photos = await readPhotos(session, key).catch(() => []);
      if (opened.current !== null) return values ? { ...freshState(), values, isRestored: true } : freshState();
      const isSaved = typeof id === 'string' && (await session.store.runs((tx) => tx.table('point').get(id))) !== undefined;
      if (isSaved) {
        // Saved, but the page went before its draft did.
        await discardDraft(session, key);
        await dropPhotos(
          session,
          key,
          photos.map((photo) => photo.id),
        );
        return freshState();
      }
      if (!values && photos.length === 0) return freshState();
      return { ...freshState(), ...(typeof id === 'string' ? { id } : {}), values: values ?? EMPTY_POINT, photos, isRestored: true };
    };
    void open().then((next) => !isGone && setState(next));
    return () => {
      isGone = true;
    };
  }, [session, key, freshState, setState]);

  const ready = state?.key === key ? state : null;
  const change = (patch: Partial<PointValues>) => {
    const form = latest.current;
    if (form?.key !== key) return;
    const values = { ...form.values, ...patch };
    setState({ ...form, values });
    keep({ id: form.id, values } as unknown as Fields);
  };
  const setPhotos = (change: (photos: readonly DraftPhoto[]) => readonly DraftPhoto[]) => {
    if (latest.current) setState({ ...latest.current, photos: change(latest.current.photos) });
  };
  const takePhoto = async (made: Promise<MadePhoto>) => {
    const { bytes, mime, captured_at } = await made;
    const photo = { id: session.tools.newId(), bytes, mime, captured_at };
    setPhotos((photos) => [...photos, photo]);
    await keepPhoto(session, run, key, photo).catch(() =>
      say('warning', 'The photo is held in memory only: the storage is full. Save soon.'),
    );
  };
  const addPhoto = async (made: Promise<MadePhoto>) => {
    const taking = takePhoto(made).catch(() => say('error', 'The picture could not be taken. Take it again.'));
    making.current.add(taking);
    await taking;
    making.current.delete(taking);
  };
  const removePhoto = (id: string) => {
    setPhotos((photos) => photos.filter((photo) => photo.id !== id));
    void dropPhotos(session, key, [id]);
  };
  const startOver = async () => {
    await stop();
    await discardDraft(session, key);
    await dropPhotos(session, key, ready?.photos.map((photo) => photo.id) ?? []);
    setState(freshState());
  };

  const saveNew = async (form: State, taken: Taken) => {
    const now = session.clock.now();
    const position: Fields = taken ? { geometry: geometryOf(taken.fix), accuracy: taken.fix.accuracy } : {};
    const age = taken ? ageOf(taken.fix, now) : 0;
    const isOld = taken !== null && isStaleFix(taken.fix, now);
    const words = isOld ? ` Its position was ${sayAge(age)} old.` : taken ? '' : ' It has no position.';
    const note = isOld && !taken.isHeld ? `${form.values.note}\nPosition ${sayAge(age)} old when saved.`.trim() : form.values.note;
    const fields = withoutEmpty({ ...fieldsOf({ ...form.values, note }), ...position, captured_at: new Date(now).toISOString() });
    const saved = await createPoint(session, {
      id: form.id,
      field_run: run,
      fields,
      typed: { position_source: taken === null ? 'none' : taken.isHeld ? 'held' : 'device', position_age: age },
      photos: form.photos.map(({ id, bytes, mime, captured_at }) => ({ id, bytes, mime, fields: { captured_at } })),
      draft: key,
    });
    if (!saved.saved) return sayNotSaved(session, saved);
    await dropPhotos(
      session,
      key,
      form.photos.map((photo) => photo.id),
    );
    setState(freshState());
    const { name, code } = readPoint(saved.item);
    say(isOld || !taken ? 'warning' : 'success', `Saved on device: ${sayPoint({ name, code })}.${words}`);
  };

  const saveKnown = async (form: State & { base: LightItem }, taken: Taken) => {
    const { fields, seen } = changesOf(form.base, form.values);
    const position: Fields = taken ? { geometry: geometryOf(taken.fix), accuracy: taken.fix.accuracy } : {};
    const saved = await updatePoint(session, form.base.id, { fields: { ...fields, ...position }, seen });
    if (!saved.saved) {
      if (saved.why === 'CHANGED') {
        const latest = await session.store.runs((tx) => tx.table('point').get(form.base.id));
        if (latest) setState({ ...form, base: latest, values: rebase(form.base, latest, form.values) });
      }
      return sayNotSaved(session, saved);
    }
    await discardDraft(session, key);
    setState({ ...form, base: saved.item, values: valuesOf(readPoint(saved.item)), isRestored: false });
    const age = taken ? ageOf(taken.fix, session.clock.now()) : 0;
    say('success', `Saved on device: ${sayPoint(readPoint(saved.item))}.${age > 10 ? ` Its position was ${sayAge(age)} old.` : ''}`);
  };

  /** `taken`: the position to save; null for none (new) or for the one it has (known). */
  const save = async (taken: Taken) => {
    if (!ready || isBusy.current) return;
    isBusy.current = true;
    setSaving(true);
    try {
      await flush();
      await Promise.allSettled(making.current);
      const form = latest.current;
      if (form) await (form.base === null ? saveNew(form, taken) : saveKnown({ ...form, base: form.base }, taken));
    } catch (error) {
      say('error', `Not saved: ${error instanceof Error ? error.message : 'something went wrong'}. What you typed stays here.`);
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  };

  const isChanged = ready !== null && (ready.base === null ? false : Object.keys(changesOf(ready.base, ready.values).fields).length > 0);
  return { form: ready, change, addPhoto, removePhoto, startOver, save, isSaving, isChanged, flush };
}
