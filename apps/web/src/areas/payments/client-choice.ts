import type { ClientRow } from '@dmse/contract/clients/client';
import type { PickerChoice } from '../../parts/picker/picker-choice.ts';

export function clientChoice({ id, name, billing_city }: Pick<ClientRow, 'id' | 'name' | 'billing_city'>): PickerChoice {
  return { id, label: name, subtitle: billing_city };
}
