/** What an HTML page may begin with, as browsers that guess would have it. */
const HTML_START = /^<(!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|img|form|meta|link)[\s/>]/i;

/** Text: no NUL and no control bytes but those that move the pen. Sixteen-bit text says so with its first two bytes. */
export function isText(head: Buffer): boolean {
  if (hasWideMark(head)) return true;
  return head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d || byte === 0x1b);
}

export function textType(head: Buffer): string {
  const text = readText(head);
  const body = text.trimStart();
  if (body.startsWith('<')) return markupType(skipPreamble(body));
  return isCsv(text) ? 'text/csv' : 'text/plain';
}

function hasWideMark(head: Buffer): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
}

function readText(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return head.toString('utf16le', 2);
  if (head[0] === 0xfe && head[1] === 0xff) {
    const even = Buffer.from(head.subarray(0, head.length - (head.length % 2)));
    return even.swap16().toString('utf16le', 2);
  }
  return head.toString('utf8').replace(/^\uFEFF/, '');
}

/** Past the XML declaration, comments and processing instructions, to the first thing that means something. */
function skipPreamble(body: string): string {
  const preamble = /^(<\?[^>]*>|<!--[\s\S]*?-->|\s+)+/.exec(body);
  return body.slice(preamble?.[0].length ?? 0);
}

function markupType(body: string): string {
  if (HTML_START.test(body)) return 'text/html';
  if (/^<!doctype\s+svg\b/i.test(body) || /^<([\w.-]+:)?svg[\s/>]/i.test(body)) return 'image/svg+xml';
  if (/<(script|html|iframe|body)[\s/>]/i.test(body)) return 'text/html';
  return 'application/xml';
}

/** Rows of the same number of cells, by one of the separators spreadsheets use. */
function isCsv(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line !== '');
  const looked = lines.slice(0, Math.min(10, lines.length - (lines.length > 2 ? 1 : 0)));
  if (looked.length < 2) return false;
  return [',', ';', '\t'].some((separator) => {
    const [first, ...others] = looked.map((line) => line.replace(/"[^"]*"/g, '').split(separator).length);
    return first! > 1 && others.every((cells) => cells === first);
  });
}
