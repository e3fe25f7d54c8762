import { documentFromText, isEmptyDocument } from '@dmse/domain/memos/plain-text';
import { RICH_LIMITS, type RichBlock, type RichDocument, type RichInline, type RichMark, readRichText } from '@dmse/domain/memos/rich-text';
import { DocumentWriter, GOES_ON } from './mail-document-writer.ts';
import { type Attributes, linkOf, marksOf } from './mail-element.ts';
import { walkHtml } from './mail-walk.ts';
import type { ReadMail } from './read-mail.ts';

const BLOCKS = new Set(
  'p div section article header footer main table tr center address dl dt dd caption form fieldset hr pre body figure details summary marquee'.split(
    ' ',
  ),
);

/** What opening an element does to the document; the answer undoes it. */
function openElement(writer: DocumentWriter, name: string, attributes: Attributes): () => void {
  if (name === 'br') writer.breakLine();
  if (name === 'img' && attributes.alt?.trim()) writer.write(`[${attributes.alt.trim().slice(0, 300)}]`);
  if (name === 'td' || name === 'th') writer.beginCell();
  const link = linkOf(name, attributes);
  const marks: RichMark[] = [
    ...marksOf(name, attributes).map((type): RichMark => ({ type })),
    ...(link ? [{ type: 'link' as const, attrs: { href: link } }] : []),
  ];
  const unmark = writer.mark(marks);
  const leave = enterBlock(writer, name, attributes);
  return () => {
    leave();
    unmark();
  };
}

function enterBlock(writer: DocumentWriter, name: string, attributes: Attributes): () => void {
  const heading = /^h([1-6])$/.exec(name);
  if (heading) return writer.enterHeading(Number(heading[1]));
  if (name === 'blockquote') return writer.enterQuote();
  if (name === 'ul' || name === 'ol') return writer.enterList(name === 'ol' ? Number(attributes.start ?? 1) : null);
  if (name === 'li') return writer.enterItem();
  if (name === 'pre') return writer.enterKept();
  if (!BLOCKS.has(name)) return () => {};
  writer.endBlock();
  return () => writer.endBlock();
}

/** The text of an HTML mail as the document of a memo: words, lists, quotes and links; nothing that acts, nothing that is fetched. */
function documentFromHtml(html: string): RichDocument {
  const writer = new DocumentWriter();
  walkHtml(html, { open: (name, attributes) => openElement(writer, name, attributes), text: (text) => writer.write(text) });
  return writer.finish();
}

/** Lines that begin with `>` are what somebody else wrote: a quote, within which there may be another. */
function blocksOfText(text: string, depth: number): RichBlock[] {
  const blocks: RichBlock[] = [];
  let run: string[] = [];
  let isQuoted = false;
  const end = () => {
    const words = run.join('\n');
    run = [];
    if (words.trim() === '') return;
    if (isQuoted) blocks.push({ type: 'blockquote', content: blocksOfText(words, depth + 1) });
    else blocks.push(...documentFromText(words).content);
  };
  for (const line of text.split('\n')) {
    const quoted = depth < MOST_QUOTES && line.startsWith('>');
    if (quoted !== isQuoted) end();
    isQuoted = quoted;
    run.push(quoted ? line.replace(/^> ?/, '') : line);
  }
  end();
  return blocks;
}

const MOST_QUOTES = 6;
const MOST_LETTERS = RICH_LIMITS.letters - 50_000;
const MOST_LINES = 4000;

function documentOfText(text: string): RichDocument {
  const lines = text.replace(/\r\n?/g, '\n').slice(0, MOST_LETTERS).split('\n');
  const isCut = text.length > MOST_LETTERS || lines.length > MOST_LINES;
  const content = blocksOfText(lines.slice(0, MOST_LINES).join('\n'), 0);
  if (isCut) content.push(paragraph([{ type: 'text', text: GOES_ON, marks: [{ type: 'italic' }] }]));
  return { type: 'doc', content };
}

function paragraph(content: RichInline[]): RichBlock {
  return { type: 'paragraph', content };
}

/** What stands above a mail that was forwarded whole. */
function headOf({ from, subject, date }: ReadMail): RichBlock {
  const lines = [
    ...from.slice(0, 1).map(({ name, address }) => `From: ${name ? `${name} <${address}>` : address}`),
    ...(date ? [`Sent: ${date.slice(0, 16).replace('T', ' ')} UTC`] : []),
    `Subject: ${subject}`,
  ];
  return paragraph(lines.flatMap((text, at) => [...(at > 0 ? [{ type: 'hardBreak' as const }] : []), { type: 'text' as const, text }]));
}

function blocksOfBody({ html, text }: ReadMail): RichBlock[] {
  const ways = [...(html === null ? [] : [() => documentFromHtml(html)]), ...(text === null ? [] : [() => documentOfText(text)])];
  for (const way of ways) {
    const reading = readRichText(way());
    if ('value' in reading && !isEmptyDocument(reading.value)) return reading.value.content;
  }
  return [];
}

function blocksOf(mail: ReadMail): RichBlock[] {
  const inside = mail.forwarded.map((one): RichBlock => ({ type: 'blockquote', content: [headOf(one), ...blocksOf(one)] }));
  return [...blocksOfBody(mail), ...inside];
}

/** The text of a mail as that of a memo. Whatever the mail holds, the answer is a document a memo may have, and never an empty one. */
export function documentOfMail(mail: ReadMail): RichDocument {
  const without: ReadMail = { ...mail, forwarded: [] };
  for (const one of mail.forwarded.length > 0 ? [mail, without] : [mail]) {
    const reading = readRichText({ type: 'doc', content: blocksOf(one) });
    if ('value' in reading && !isEmptyDocument(reading.value)) return reading.value;
  }
  const text = mail.problem === null ? 'This mail has no text.' : `${mail.problem} The whole of it is in the original.`;
  return { type: 'doc', content: [paragraph([{ type: 'text', text, marks: [{ type: 'italic' }] }])] };
}
