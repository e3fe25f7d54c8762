import type { Item } from '@dmse/sync/item';

/**
 * Forms whose content the storage would not take. It is held in memory until it is saved or given up, also when the form is left, and every
 * export takes it along.
 */
export type HeldForm = {
  /** The form as it stood, for when it is opened again. */
  readonly state: () => unknown;
  /** Its content as records for the export. */
  readonly pack: () => Promise<readonly Item[]>;
};

const held = new Map<string, HeldForm>();

export function holdForm(key: string, form: HeldForm): void {
  held.set(key, form);
}

export function releaseForm(key: string): void {
  held.delete(key);
}

export function readHeldForm(key: string): unknown {
  return held.get(key)?.state();
}

/** A form that cannot be packed must not keep the others from being exported. */
export async function packHeldForms(): Promise<readonly Item[]> {
  const packed = await Promise.allSettled([...held.values()].map((form) => form.pack()));
  return packed.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}
