import { type RichBlock, type RichInline, type RichMark, readRichText } from '@dmse/domain/memos/rich-text';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { createElement, type ReactNode } from 'react';

const MARKS: Partial<Record<RichMark['type'], string>> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' };

function showMarks(text: ReactNode, marks: readonly RichMark[] = []): ReactNode {
  return marks.reduce<ReactNode>((inner, mark) => {
    if (mark.type === 'link')
      return (
        <Link href={mark.attrs.href} target="_blank" rel="noopener noreferrer nofollow">
          {inner}
        </Link>
      );
    return createElement(MARKS[mark.type] ?? 'span', null, inner);
  }, text);
}

function showInline(node: RichInline, at: number): ReactNode {
  return node.type === 'hardBreak' ? <br key={at} /> : <span key={at}>{showMarks(node.text, node.marks)}</span>;
}

const TAGS: Record<RichBlock['type'], string> = {
  paragraph: 'p',
  heading: 'h4',
  bulletList: 'ul',
  orderedList: 'ol',
  blockquote: 'blockquote',
  codeBlock: 'pre',
};

function showBlock(block: RichBlock, at: number): ReactNode {
  const tag = TAGS[block.type];
  const attributes = { key: at, ...(block.type === 'orderedList' ? { start: block.attrs.start } : {}) };
  if (block.type === 'bulletList' || block.type === 'orderedList')
    return createElement(
      tag,
      attributes,
      // biome-ignore lint/suspicious/noArrayIndexKey: a document is shown, never reordered
      block.content.map((item, place) => <li key={place}>{item.content.map(showBlock)}</li>),
    );
  if (block.type === 'blockquote') return createElement(tag, attributes, block.content.map(showBlock));
  return createElement(tag, attributes, (block.content ?? []).map(showInline));
}

export type RichTextViewProps = {
  /** The editor's document as the server keeps it. */
  document: unknown;
};

/** A rich text, drawn from its allow-listed nodes; nothing in it is ever treated as HTML. */
export function RichTextView({ document }: RichTextViewProps) {
  const reading = readRichText(document);
  if ('problem' in reading) return <Box sx={{ color: 'text.secondary' }}>This text cannot be shown.</Box>;
  return (
    <Box
      sx={{
        overflowWrap: 'anywhere',
        '& > :first-of-type': { mt: 0 },
        '& > :last-child': { mb: 0 },
        '& p, & ul, & ol, & blockquote, & pre': { my: 2 },
        '& li p': { my: 0 },
        '& ul, & ol': { pl: 6 },
        '& h4': { fontSize: 15, fontWeight: 600, my: 2 },
        '& blockquote': { mx: 0, pl: 3, borderLeft: '3px solid', borderColor: 'divider', color: 'text.secondary' },
        '& pre': { p: 3, borderRadius: '8px', backgroundColor: 'action.hover', overflowX: 'auto' },
      }}
    >
      {reading.value.content.map(showBlock)}
    </Box>
  );
}
