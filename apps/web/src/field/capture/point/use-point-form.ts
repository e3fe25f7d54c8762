import type { LightItem } from '@dmse/sync/item';
import { discardDraft, readDraft } from '@dmse/sync/local/draft';
import { createImage } from '@dmse/sync/local/image';
import { packUnsavedEdit, packUnsavedPoint } from '@dmse/sync/local/unsaved';
import type { Fields } from '@dmse/sync/wire';
import { useCallback, useEffect, useRef, useState } from 'react';
import { holdForm, readHeldForm, releaseForm } from '../../device/held-forms.ts';
import { useFieldSession } from '../../device/use-field.tsx';
import { say, sayNotSaved } from '../../frame/field-note.ts';
import { type DraftPhoto, dropPhotos, keepPhoto, readPhotos } from '../photo/photo-drafts.ts';
import type { MadePhoto } from '../photo/use-photo-maker.ts';
import { readPoint } from './field-record.ts';
import { changesOf, rebase } from './point-changes.ts';
import { editOf, newPointOf, type PointEntry, photosOf, saveKnownPoint, saveNewPoint, type Taken } from './point-saving.ts';
import { EMPTY_POINT, PointValues, valuesOf } from './point-values.ts';
import { useDraft } from './use-draft.ts';

/** Its id is chosen once, so that saving twice is saving once. */
type State = PointEntry & {
  readonly key: string;
  /** What was being typed when the page last closed. */
  readonly isRestored: boolean;
};

/**
 * The form of a point, new (`base` null) or known. Everything typed is kept as a draft; a new point and its photos are written in one
 * action, and "Saved on device" is said only after that has been committed. What the storage would not take stays in the form.
 */
export function usePointForm(run: string, base: LightItem | null) {
  const session = useFieldSession();
  const key = base === null ? `point:${run}:new` : `point:${base.id}`;
  const owner = session.tools.user();
  const heldKey = `${key}@${owner}`;
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
      const held = readHeldForm(heldKey) as State | undefined;
      if (held) return { ...held, isRestored: true };
      const draft = await readDraft(session, key).catch(() => undefined);
      const values = PointValues.safeParse(draft?.data.values).data;
      const id = draft?.data.id;
      const photos = await readPhotos(session, key).catch(() => []);
      const fresh = freshState();
      const isKnown = opened.current !== null;
      const isSaved = !isKnown && typeof id === 'string' && (await session.store.runs((tx) => tx.table('point').get(id))) !== undefined;
      if (isSaved) {
        // Saved, but the page went before its draft did.
        await discardDraft(session, key);
        await dropPhotos(session, key, idsOf(photos));
        return fresh;
      }
      if (!values && photos.length === 0) return fresh;
      const own = !isKnown && typeof id === 'string' ? { id } : {};
      return { ...fresh, ...own, values: values ?? fresh.values, photos, isRestored: true };
    };
    void open().then((next) => !isGone && setState(next));
    return () => {
      isGone = true;
    };
  }, [session, key, heldKey, freshState, setState]);

  const ready = state?.key === key ? state : null;
  const change = (patch: Partial<PointValues>) => {
    const form = latest.current;
    if (form?.key !== key) return;
    const values = { ...form.values, ...patch };
    setState({ ...form, values });
    keep({ id: form.id, values } as Fields);
  };
  const setPhotos = (change: (photos: readonly DraftPhoto[]) => readonly DraftPhoto[]) => {
    if (latest.current) setState({ ...latest.current, photos: change(latest.current.photos) });
  };
  /** The storage would not take it: it stays in memory, comes back with the form, and goes along with every export. */
  const hold = (form: State, taken: Taken) => {
    let last = form;
    const now = () => {
      if (latest.current?.key === key) last = latest.current;
      return last;
    };
    const pack = () => {
      const { base: known, values, photos } = now();
      return known === null
        ? packUnsavedPoint(session, newPointOf(run, now(), taken, session.clock.now()), owner)
        : packUnsavedEdit(session, known.id, editOf(known, values, taken, session.clock.now()).fields, photosOf(photos), owner);
    };
    holdForm(heldKey, { state: now, pack });
  };

  const waitWithPoint = async (photo: DraftPhoto) => {
    setPhotos((photos) => [...photos, photo]);
    await keepPhoto(session, run, key, photo).catch(() => {
      if (latest.current) hold(latest.current, null);
      say('warning', 'The photo is held in memory only: the storage is full. Save soon.');
    });
  };
  const takePhoto = async (made: Promise<MadePhoto>) => {
    const { bytes, mime, captured_at } = await made;
    const photo = { id: session.tools.newId(), bytes, mime, captured_at };
    const known = latest.current?.base;
    if (!known) return waitWithPoint(photo);
    const saved = await createImage(session, { ...photosOf([photo])[0]!, field_run: run, fieldrun_shot: known.id });
    if (saved.saved) return say('success', 'Photo saved on device.');
    await waitWithPoint(photo);
    sayNotSaved(session, saved);
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
  const forget = async (photos: readonly DraftPhoto[]) => {
    releaseForm(heldKey);
    await discardDraft(session, key);
    await dropPhotos(session, key, idsOf(photos));
  };
  const startOver = async () => {
    await stop();
    await forget(ready?.photos ?? []);
    setState(freshState());
  };

  const enter = async (form: State, taken: Taken) => {
    const { base: known } = form;
    const entered =
      known === null
        ? await saveNewPoint(session, run, form, taken, key)
        : await saveKnownPoint(session, form, known, taken, async (id) => removePhoto(id));
    if (entered.saved) {
      await forget(form.photos);
      setState(
        known === null
          ? freshState()
          : { ...form, base: entered.item, values: valuesOf(readPoint(entered.item)), photos: [], isRestored: false },
      );
      return say(entered.tone, entered.says);
    }
    if (known !== null && entered.refused.why === 'CHANGED') {
      const newer = await session.store.runs((tx) => tx.table('point').get(known.id));
      if (newer) setState({ ...form, base: newer, values: rebase(known, newer, form.values) });
    } else hold(form, taken);
    sayNotSaved(session, entered.refused);
  };

  /** `taken`: the position to save; null for none (new) or for the one it has (known). */
  const save = async (taken: Taken) => {
    if (!ready || isBusy.current) return;
    isBusy.current = true;
    setSaving(true);
    try {
      await flush();
      await Promise.allSettled(making.current);
      if (latest.current) await enter(latest.current, taken);
    } catch (error) {
      say('error', `Not saved: ${error instanceof Error ? error.message : 'something went wrong'}. What you typed stays here.`);
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  };

  const isChanged = ready !== null && ready.base !== null && (ready.photos.length > 0 || hasChanges(ready.base, ready.values));
  return { form: ready, change, addPhoto, removePhoto, startOver, save, isSaving, isChanged, flush };
}

function hasChanges(base: LightItem, values: PointValues): boolean {
  return Object.keys(changesOf(base, values).fields).length > 0;
}

function idsOf(photos: readonly DraftPhoto[]): string[] {
  return photos.map((photo) => photo.id);
}
