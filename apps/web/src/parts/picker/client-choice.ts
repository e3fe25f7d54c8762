import type { ClientRow } from '@dmse/contract/clients/client';
import type { PickerChoice } from './picker-choice.ts';

/** A client in a picker, with what tells it from others of its name. */
export function clientChoice({ id, name, billing_city, phone }: Pick<ClientRow, 'id' | 'name' | 'billing_city' | 'phone'>): PickerChoice {
  return { id, label: name, subtitle: [billing_city, phone].filter(Boolean).join(' · ') };
}
