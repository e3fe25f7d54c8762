import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginMemo } from './begin-memo.ts';
import { inboxAddress, numbersInSubject, readInboxAddress, subjectTag } from './inbox-address.ts';
import { documentFromText, isEmptyDocument, plainText, summaryOf } from './plain-text.ts';
import { isSafeLink, RICH_LIMITS, type RichDocument, readRichText } from './rich-text.ts';

const seed = { seed: 20260304 };

describe('inbox addresses', () => {
  it('carry the number and the token', () => {
    const address = inboxAddress({ num: 'Q26-0007', token: 'k3x9m2p7' }, 'Inbox.Example.ca');
    expect(address).toBe('job-q26-0007-k3x9m2p7@inbox.example.ca');
    expect(readInboxAddress(' JOB-Q26-0007-K3X9M2P7@INBOX.example.ca', 'inbox.example.ca')).toEqual({ num: 'q26-0007', token: 'k3x9m2p7' });
  });

  it.each([
    'job-26-0041-k3x9m2p7@elsewhere.ca',
    'job-26-0041@inbox.example.ca',
    'job-26-0041-short@inbox.example.ca',
    'mona@inbox.example.ca',
    'xjob-26-0041-k3x9m2p7@inbox.example.ca',
    '@inbox.example.ca',
    '',
  ])('%j is not one of ours', (address) => expect(readInboxAddress(address, 'inbox.example.ca')).toBeNull());

  it('law: what was made reads back', () => {
    const num = fc.stringMatching(/^[A-Z]?\d{2}[-._]\d{3,6}$/);
    fc.assert(
      fc.property(num, fc.stringMatching(/^[a-z0-9]{8,40}$/), (n, token) => {
        expect(readInboxAddress(inboxAddress({ num: n, token }, 'inbox.example.ca'), 'inbox.example.ca')).toEqual({
          num: n.toLowerCase(),
          token,
        });
      }),
      seed,
    );
    expect(() => inboxAddress({ num: '26-0041', token: 'has-dash-in-it' }, 'x.ca')).toThrow(/token/);
  });

  it('a subject names its job in square brackets', () => {
    const patterns = ['YY-NNNN', 'QYY-NNNN'];
    expect(numbersInSubject(`Re: ${subjectTag('26-0041')} Plan [EXTERNAL] [ q26-0007 ] [26-0041]`, patterns)).toEqual([
      '26-0041',
      'Q26-0007',
    ]);
    expect(numbersInSubject('Re: 26-0041 [26-004] [] [[26-0041', patterns)).toEqual([]);
    expect(numbersInSubject('[[26-0041]]', patterns)).toEqual(['26-0041']);
  });
});

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length > 0 ? { marks } : {}) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const doc = (...content: object[]) => ({ type: 'doc', content });

function read(value: unknown): RichDocument {
  const answer = readRichText(value);
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.value;
}

describe('rich text', () => {
  it('keeps what is on the list and leaves out attributes that are not', () => {
    const link = { type: 'link', attrs: { href: 'https://example.ca/a?b=1', target: '_self', onclick: 'x()', rel: '' } };
    const value = doc(
      { type: 'heading', attrs: { level: 2, style: 'x' }, content: [text('Title')] },
      {
        type: 'paragraph',
        attrs: { class: 'x' },
        content: [text('bold', { type: 'bold', attrs: { x: 1 } }), { type: 'hardBreak' }, text('there', link)],
      },
      { type: 'orderedList', attrs: { start: 3, type: null }, content: [{ type: 'listItem', content: [paragraph(text('three'))] }] },
      { type: 'codeBlock', attrs: { language: 'sh' }, content: [text('ls')] },
    );
    expect(read(value)).toEqual({
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [text('Title')] },
        paragraph(
          text('bold', { type: 'bold' }),
          { type: 'hardBreak' },
          text('there', { type: 'link', attrs: { href: 'https://example.ca/a?b=1' } }),
        ),
        { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph(text('three'))] }] },
        { type: 'codeBlock', content: [text('ls')] },
      ],
    });
  });

  it.each([
    ['an image', doc({ type: 'image', attrs: { src: 'x' } })],
    ['a script', doc({ type: 'script', content: [text('x')] })],
    ['a paragraph in a paragraph', doc(paragraph(paragraph(text('x'))))],
    ['text without a paragraph', doc(text('x'))],
    ['a colour', doc(paragraph(text('x', { type: 'textStyle' })))],
    ['a dangerous link', doc(paragraph(text('x', { type: 'link', attrs: { href: 'javascript:alert(1)' } })))],
    ['a link to nowhere', doc(paragraph(text('x', { type: 'link' })))],
    ['a paragraph in a list', doc({ type: 'bulletList', content: [paragraph(text('x'))] })],
    ['level nine', doc({ type: 'heading', attrs: { level: 9 } })],
    ['a line break in code', doc({ type: 'codeBlock', content: [{ type: 'hardBreak' }] })],
    ['a word', 'hello'],
    ['nothing', null],
    ['a list', []],
    ['not a document', paragraph(text('x'))],
    ['content that is no list', { type: 'doc', content: 'x' }],
    ['text that is no text', doc(paragraph({ type: 'text', text: 5 }))],
  ])('refuses %s in a sentence', (_, value) => {
    expect(readRichText(value)).toEqual({ problem: expect.stringMatching(/\.$/) });
  });

  it.each(['https://example.ca', 'http://a.b/c#d', 'mailto:joe@example.ca', 'HTTPS://EXAMPLE.CA'])('%s may be a link', (href) =>
    expect(isSafeLink(href)).toBe(true),
  );
  it.each([
    'javascript:alert(1)',
    ' https://x',
    'java\nscript:x',
    'data:text/html,x',
    '//evil',
    '/app',
    'https://a b',
    'https://\u202ex',
    'vbscript:x',
    'https://',
    `https://${'x'.repeat(2000)}`,
  ])('%j may not', (href) => expect(isSafeLink(href)).toBe(false));

  it('has an end: too deep, too many, too long', () => {
    let deep: object = paragraph(text('x'));
    for (let n = 0; n < RICH_LIMITS.depth; n++) deep = { type: 'blockquote', content: [deep] };
    expect(readRichText(doc(deep))).toEqual({ problem: expect.stringMatching(/deep/) });
    expect(readRichText(doc(...Array.from({ length: RICH_LIMITS.nodes }, () => paragraph())))).toEqual({
      problem: 'The memo is too long.',
    });
    expect(readRichText(doc(paragraph(text('x'.repeat(RICH_LIMITS.letters + 1)))))).toEqual({ problem: 'The memo is too long.' });
    let endless: object = {};
    for (let n = 0; n < 100_000; n++) endless = { type: 'blockquote', content: [endless] };
    expect(readRichText(doc(endless))).toHaveProperty('problem');
  });

  it('leaves out letters no database takes, and fills what the editor wants filled', () => {
    expect(read(doc(paragraph(text('a\u0000b\ud800c\u0007'), text('\u0000'))))).toEqual(doc(paragraph(text('ab\ufffdc'))));
    expect(read({ type: 'doc' })).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] });
    expect(read(doc({ type: 'bulletList' }))).toEqual(
      doc({ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] }),
    );
    expect(read(doc({ type: 'blockquote' }))).toEqual(doc({ type: 'blockquote', content: [{ type: 'paragraph' }] }));
  });

  it('law: whatever arrives is refused in words or reads as itself a second time', () => {
    const type = fc.constantFrom(
      'doc',
      'paragraph',
      'heading',
      'bulletList',
      'listItem',
      'blockquote',
      'codeBlock',
      'hardBreak',
      'text',
      'image',
    );
    const { node } = fc.letrec((tie) => ({
      node: fc.record(
        {
          type,
          text: fc.string(),
          attrs: fc.record({ level: fc.integer({ min: 1, max: 7 }) }),
          content: fc.array(tie('node'), { maxLength: 3 }),
        },
        { requiredKeys: ['type'] },
      ),
    }));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          node,
          fc.array(node).map((content) => ({ type: 'doc', content })),
        ),
        (value) => {
          const answer = readRichText(value);
          if ('value' in answer) expect(readRichText(JSON.parse(JSON.stringify(answer.value)))).toEqual(answer);
        },
      ),
      { ...seed, numRuns: 1000 },
    );
  });
});

describe('the words of a document', () => {
  it('read like a letter', () => {
    const item = (...content: object[]) => ({ type: 'listItem', content });
    const value = read(
      doc(
        { type: 'heading', attrs: { level: 1 }, content: [text('Access')] },
        paragraph(text('Call '), text('first', { type: 'bold' }), { type: 'hardBreak' }, text('please')),
        {
          type: 'bulletList',
          content: [
            item(paragraph(text('gate')), { type: 'orderedList', content: [item(paragraph(text('key')))] }),
            item(paragraph(text('dog'))),
          ],
        },
        { type: 'blockquote', content: [paragraph(text('quoted'))] },
      ),
    );
    expect(plainText(value)).toBe('Access\n\nCall first\nplease\n\n- gate\n  1. key\n- dog\n\n> quoted');
  });

  it('law: plain text there and back is the text, apart from spaces at line ends and lines too many', () => {
    const line = fc.stringMatching(/^[A-Za-zé0-9 .,<>&-]{0,20}$/);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r'), (lines, end) => {
        const tidy = lines
          .map((one) => one.trimEnd())
          .join('\n')
          .replace(/\n{3,}/g, '\n\n')
          .trim();
        expect(plainText(documentFromText(lines.join(end)))).toBe(tidy);
      }),
      seed,
    );
  });

  it('spaces without end take no time', () => {
    expect(plainText(documentFromText(`a${' '.repeat(150_000)}b`))).toHaveLength(150_002);
  });

  it('a text longer than a memo keeps its beginning', () => {
    const long = documentFromText(`First words. ${'\n\n'.repeat(3)}${'line\n'.repeat(60_000)}`);
    expect(plainText(long)).toMatch(/^First words\. line line/);
    expect(readRichText(long)).toHaveProperty('value');
  });

  it('a summary is cut at a word and never inside a letter', () => {
    expect(summaryOf(documentFromText('The gate is locked.\n\nCall first.'), 100)).toBe('The gate is locked. Call first.');
    expect(summaryOf(documentFromText('The gate is locked.'), 14)).toBe('The gate is…');
    expect(summaryOf(documentFromText('x'.repeat(50)), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(summaryOf(documentFromText('👩‍🔧👩‍🔧👩‍🔧👩‍🔧'), 3)).toBe('👩‍🔧👩‍🔧…');
    expect(summaryOf(documentFromText('👨‍👩‍👧‍👦'.repeat(9)), 3)).toBe(`${'👨‍👩‍👧‍👦'.repeat(2)}…`);
    expect(summaryOf(documentFromText(''), 10)).toBe('');
  });

  it('an empty one is found out, also with an empty list in it', () => {
    expect(isEmptyDocument(documentFromText(' \n\n '))).toBe(true);
    expect(isEmptyDocument(read(doc({ type: 'bulletList' })))).toBe(true);
    expect(isEmptyDocument(documentFromText('x'))).toBe(false);
  });
});

describe('a memo typed in one line', () => {
  it('has its title before a colon or the end of a sentence, and names who is mailed too', () => {
    expect(beginMemo('The client called')).toEqual({ title: 'The client called', text: '', names: [] });
    expect(beginMemo('Pins found: all four are in place')).toEqual({ title: 'Pins found', text: 'all four are in place', names: [] });
    expect(beginMemo('Call back. They wait for the plan @joe @zoé')).toEqual({
      title: 'Call back',
      text: 'They wait for the plan @joe @zoé',
      names: ['joe', 'zoé'],
    });
    expect(beginMemo('Meet at 8:30 at joe@example.ca').title).toBe('Meet at 8:30 at joe@example.ca');
    const long = 'word '.repeat(40).trim();
    expect(beginMemo(long)).toEqual({ title: `${'word '.repeat(15)}word …`, text: long, names: [] });
  });
});
