import { QUOTE_TEXT_DETAILS } from '@dmse/contract/settings/office';
import { z } from 'zod';
import { readStored, writeStored } from '../../../session/stored.ts';

const PdfChoices = z.object({ detail: z.enum(QUOTE_TEXT_DETAILS), show_signature: z.boolean(), show_minutes: z.boolean() });
export type PdfChoices = z.infer<typeof PdfChoices>;
const CHOICES = 'quote-pdf';

/** How this person last had a quote's PDF shown: what was looked at is also what is submitted. */
export function readPdfChoices(): PdfChoices | null {
  return readStored(CHOICES, PdfChoices);
}

export function keepPdfChoices(choices: PdfChoices): void {
  writeStored(CHOICES, choices);
}

const QuoteTexts = z.object({ introduction: z.string().optional(), terms: z.string().optional() });
export type QuoteTexts = z.infer<typeof QuoteTexts>;
const TextsByQuote = z.record(z.string(), QuoteTexts);
const TEXTS = 'quote-texts';

/** What was typed for the PDF of this quote instead of the firm's texts. It is submitted with the quote. */
export function readQuoteTexts(quote: number): QuoteTexts {
  return readStored(TEXTS, TextsByQuote)?.[quote] ?? {};
}

/** Without texts, the firm's hold again. */
export function keepQuoteTexts(quote: number, texts: QuoteTexts | null): void {
  const { [quote]: _, ...others } = readStored(TEXTS, TextsByQuote) ?? {};
  writeStored(TEXTS, texts ? { ...others, [quote]: texts } : others);
}
