import { QUOTE_TEXT_DETAILS } from '@dmse/contract/settings/office';
import { z } from 'zod';
import { readStored, writeStored } from '../../session/stored.ts';

const PdfChoices = z.object({ detail: z.enum(QUOTE_TEXT_DETAILS), show_signature: z.boolean(), show_minutes: z.boolean() });
export type PdfChoices = z.infer<typeof PdfChoices>;
const KEY = 'quote-pdf';

/** How this person last had a quote's PDF shown: what was looked at is also what is submitted. */
export function readPdfChoices(): PdfChoices | null {
  return readStored(KEY, PdfChoices);
}

export function keepPdfChoices(choices: PdfChoices): void {
  writeStored(KEY, choices);
}
