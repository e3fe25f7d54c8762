import type { ContactRow } from '@dmse/contract/clients/contact';
import { GRADES, LANGUAGES, PARTY_TYPES, PROVINCES, RISK_WORDS, sayLanguage } from '@dmse/domain/clients/party';
import type { PickerChoice } from '../../parts/picker/picker-choice.ts';

const plain = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }));

export const GRADE_CHOICES = plain(GRADES);
export const RISK_CHOICES = GRADES.map((grade) => ({ value: grade, label: RISK_WORDS[grade] }));
export const PARTY_CHOICES = plain(PARTY_TYPES);
export const PROVINCE_CHOICES = plain(PROVINCES);
export const LANGUAGE_CHOICES = LANGUAGES.map((language) => ({ value: language, label: sayLanguage(language) }));

export function contactChoice(row: Pick<ContactRow, 'id' | 'name' | 'position' | 'clients_summary' | 'phones'>): PickerChoice {
  return { id: row.id, label: row.name, subtitle: [row.position, row.clients_summary, row.phones[0]].filter(Boolean).join(' · ') };
}
