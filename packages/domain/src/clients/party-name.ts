import { norm } from '../text/norm.ts';

/** What a firm's name carries for the registrar and not for the people who speak of it, without dots, in both languages. */
const LEGAL_FORMS = new Set(
  'ltd limited ltee limitee inc incorporated incorporee corp corporation co company cie compagnie llc llp lp ulc enr senc sencrl srl'.split(
    ' ',
  ),
);

/** The name as it is compared: words only, without accents, case and punctuation. */
export function plainName(name: string): string {
  return norm(name)
    .replace(/&/g, ' and ')
    .replace(/\b(?:\p{L}\.){2,}/gu, (letters) => letters.replaceAll('.', ''))
    .replace(/['.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The name without its legal forms: "Chaleur Paving Ltd." and "Chaleur Paving Inc." are one firm to whoever phones it. */
export function coreName(name: string): string {
  const words = plainName(name).split(' ');
  let end = words.length;
  while (end > 1 && LEGAL_FORMS.has(words[end - 1]!)) end -= 1;
  if (end > 1 && words[end - 1] === 'and') end -= 1;
  const start = words[0] === 'the' && end > 1 ? 1 : 0;
  return words.slice(start, end).join(' ');
}

/** Every run of three letters, each word with a margin, as PostgreSQL's pg_trgm cuts them. */
export function trigramsOf(plain: string): string[] {
  const found = new Set<string>();
  for (const word of plain.split(' ')) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3));
  }
  return [...found];
}

/** So alike are two names to be taken for one: a slip of a letter or two in a name of usual length. */
export const CLOSE = 0.7;

/** The figures in a name. A numbered company, a lot or a branch with another figure is another one, however alike the letters. */
export function figuresOf(plain: string): string {
  return plain.replace(/[^\p{N}]+/gu, ' ').trim();
}
