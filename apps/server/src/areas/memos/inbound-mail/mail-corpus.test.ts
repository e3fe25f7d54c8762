import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { plainText } from '@dmse/domain/memos/plain-text';
import { readRichText } from '@dmse/domain/memos/rich-text';
import { beforeEach, describe, expect, it } from 'vitest';
import { prepareInbox } from '../../../testing/fixtures/inbox-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { describeFiles } from '../../files/file/file.service.ts';
import * as memos from '../memo/memo.queries.ts';
import * as inbound from './inbound-mail.queries.ts';
import { viewMail } from './mail-view.service.ts';
import { type Receipt, receiveMail } from './receive-mail.service.ts';

const CORPUS = new URL('./corpus/', import.meta.url);
const NAMES = readdirSync(CORPUS)
  .filter((name) => name.endsWith('.eml'))
  .map((name) => name.replace(/\.eml$/, ''));
/** Mails that are second to another. */
const AFTER: Record<string, string> = { '23-duplicate': '01-plain', '24-same-id-other-text': '01-plain' };

const app = useTestApp();
let sent: Awaited<ReturnType<typeof prepareInbox>>;
beforeEach(async () => {
  sent = await prepareInbox(app.tx());
});

/** Kept with plain line ends, sent as mail is. */
function load(name: string): Buffer {
  const text = readFileSync(new URL(`${name}.eml`, CORPUS)).toString('latin1');
  return Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');
}

function receive(bytes: Buffer): Promise<Receipt> {
  return receiveMail({ db: app.db, adapters: app.adapters, now: () => app.clock.now }, bytes, { source: 'imap' });
}

/** What became of a mail, as a person would write it down. */
async function tell({ id, is_duplicate }: Receipt): Promise<string> {
  const tx = app.tx();
  const row = (await inbound.find(tx, id))!;
  const bounced = await tx.selectFrom('mail').select('answer').where('id', '=', sent.mail).where('state', '=', 'bounced').execute();
  const lines = [
    `${row.state}: ${row.reason}`,
    ...(is_duplicate ? ['seen before'] : []),
    ...bounced.map(({ answer }) => `sent mail: ${answer}`),
  ];
  if (row.memo === null) {
    const suggested = row.suggested_job ?? row.suggested_quote;
    const from = `from: ${row.from_name} <${row.from_address}>`;
    return [...lines, from, `subject: ${row.subject}`, `suggested: ${suggested?.num ?? 'nothing'}`, '', row.words, ''].join('\n');
  }
  const memo = (await memos.find(tx, row.memo))!;
  const files = await describeFiles(tx, await memos.listAttachments(tx, row.memo));
  const told = await memos.listRecipients(tx, row.memo);
  return [
    ...lines,
    `on: ${memo.job?.num ?? memo.quote?.num}`,
    `title: ${memo.title}`,
    memo.created_by ? `by: ${memo.created_by.full_name}` : `sender: ${memo.sender}`,
    ...[...files.values()]
      .sort((a, b) => a.id - b.id)
      .map(({ name, mime_type, bytes }) => `attachment: ${name} (${mime_type}, ${bytes} bytes)`),
    ...linksIn(memo.text).map((href) => `link: ${href}`),
    `told: ${told.map(({ recipients }) => recipients.join()).join(', ') || 'nobody'}`,
    '',
    memo.words,
    '',
  ].join('\n');
}

function linksIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"href":"([^"]*)"/g)].map((match) => match[1]!);
}

describe('SEC-S16 the mail corpus', () => {
  it('is large, and every mail has its expected memo or verdict beside it', () => {
    expect(NAMES.length).toBeGreaterThanOrEqual(40);
    expect(NAMES.filter((name) => !existsSync(new URL(`${name}.txt`, CORPUS)))).toEqual([]);
  });

  it.each(NAMES)('%s', async (name) => {
    if (AFTER[name]) await receive(load(AFTER[name]));
    const receipt = await receive(load(name));
    await expect(await tell(receipt)).toMatchFileSnapshot(`./corpus/${name}.txt`);
    const tx = app.tx();
    const { eml } = (await inbound.find(tx, receipt.id))!;
    const { html } = await viewMail({ tx, adapters: app.adapters }, eml);
    // What could act or reach out is markup; the sender's own words are text, whatever they spell.
    const markup = html.match(/<[^>]*>/g)?.join('') ?? '';
    expect(markup).not.toMatch(
      /<\/?(?:script|style|iframe|form|input|button|svg|math|object|embed|link|meta|base|template|noscript|textarea|video)\b/i,
    );
    expect(markup).not.toMatch(/\s(?:on\w+|style|srcset|background|formaction|action)\s*=/i);
    expect(markup).not.toMatch(/(?:src|href)="(?!https?:|mailto:|data:image\/(?:png|jpeg|gif|webp);base64,)/i);
    expect(markup).not.toMatch(/src="(?!data:image)/i);
    if (receipt.memo === null) return;
    const memo = (await memos.find(tx, receipt.memo))!;
    const reading = readRichText(memo.text);
    expect('value' in reading && plainText(reading.value)).toBe(memo.words);
    expect(JSON.stringify(memo.text)).not.toMatch(/javascript:|data:text/i);
    // The same mail again, and again: one memo.
    expect(await receive(load(name))).toMatchObject({ id: receipt.id, is_duplicate: true });
  });
});
