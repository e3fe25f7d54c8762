import { Transform } from 'node:stream';
import { MailParser } from 'mailparser';

/** A charset no mail names: what a text is given that claims to be UTF-8, or claims nothing. */
const CLAIMED_UTF8 = 'x-claimed-utf-8';

/** Many mails say UTF-8 and mean the old Windows letters. What is not UTF-8 is read as those, instead of as boxes. */
function createLetterDecoder(): Transform {
  const chunks: Buffer[] = [];
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    flush(done) {
      const bytes = Buffer.concat(chunks);
      let text: string;
      try {
        text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      } catch {
        text = new TextDecoder('windows-1252').decode(bytes);
      }
      done(null, Buffer.from(text));
    },
  });
}

type Node = { charset?: string; isAttachment?: boolean };
type Inner = {
  createNode(node: unknown): Node;
  decoder: { decodeStream(charset: string): NodeJS.ReadWriteStream };
};

/** The parser of the library with a better idea of letters. It reaches inside; the library's version is pinned, and the mail corpus watches. */
export function createMailParser(maxChildNodes: number): MailParser {
  const parser = new MailParser({
    // The option of the library that splits the mail; the type of the parser's own options does not know it.
    ...({ maxChildNodes } as object),
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    skipImageLinks: true,
    keepDeliveryStatus: true,
  });
  const inner = parser as MailParser & Inner;
  const { createNode } = inner;
  const decodeStream = inner.decoder.decodeStream.bind(inner.decoder);
  inner.createNode = (given) => {
    const node = createNode.call(inner, given);
    const claimed = (node.charset ?? '').toLowerCase().replace(/[^a-z0-9]+/g, '');
    if (!node.isAttachment && ['', 'utf8', 'ascii', 'usascii'].includes(claimed)) node.charset = CLAIMED_UTF8;
    return node;
  };
  inner.decoder.decodeStream = (charset) => (charset === CLAIMED_UTF8 ? createLetterDecoder() : decodeStream(charset));
  return parser;
}
