import type { Language } from '@dmse/domain/clients/party';
import { FRENCH_TAXES } from '@dmse/domain/jobs/quote-words';
import { Image, Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { styles } from './pdf-style.ts';
import type { Firm } from './sheets.ts';

export type Style = (typeof styles)[keyof typeof styles];

export function text(style: Style | Style[] | undefined, children: ReactNode): ReactElement {
  return h(Text, style ? { style } : {}, children);
}

/** The head of every document. */
export function letterhead(firm: Firm, language: Language): ReactElement {
  const { name, logo, address, phone, email, website, hst_number } = firm;
  const tax = language === 'fr' ? FRENCH_TAXES.HST : 'HST';
  const lines = [address, [phone, email].filter(Boolean).join('  ·  '), website, hst_number && `${tax} ${hst_number}`].filter(Boolean);
  const mark = logo
    ? h(Image, { style: styles.logo, src: { data: Buffer.from(logo.bytes), format: logo.format } })
    : text(styles.firm, name);
  return h(View, { style: styles.head }, mark, text(styles.letterhead, lines.join('\n')));
}
