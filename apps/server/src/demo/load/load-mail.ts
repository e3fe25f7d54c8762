import { inboxAddress } from '@dmse/domain/memos/inbox-address';
import { plainText } from '@dmse/domain/memos/plain-text';
import { sql } from 'kysely';
import type { FileStore } from '../../adapters/files/file-store.ts';
import * as fileRows from '../../areas/files/file/file.queries.ts';
import { storeEml, storeParts, wordsOf } from '../../areas/memos/inbound-mail/file-mail.service.ts';
import * as inbound from '../../areas/memos/inbound-mail/inbound-mail.queries.ts';
import { documentOfMail } from '../../areas/memos/inbound-mail/mail-document.ts';
import { readMail } from '../../areas/memos/inbound-mail/read-mail.ts';
import * as memos from '../../areas/memos/memo/memo.queries.ts';
import { advanceIds, type Loading } from '../bulk-load.ts';
import { workingMoment } from '../firm/days.ts';
import { makePicture } from '../firm/picture.ts';
import type { Random } from '../firm/random.ts';
import type { HistoryRow } from '../firm/record-with-history.ts';

/** The domain of the demo firm's inbox addresses. Nobody delivers there. */
export const INBOX_DOMAIN = 'inbox.ternwick.example.ca';

const HOUR = 3_600_000;
const SYSTEM = { id: null, full_name: 'The system' };

type Person = { id: number; full_name: string; email: string };
type Parts = { context: Loading; random: Random; files: FileStore; forwarder: Person; add: (rows: HistoryRow[]) => Promise<void> };
type Job = { id: number; num: string; inbox_token: string; contact: string; address: string };

/** The newest job of somebody whose client has a contact with an address; rather one without leads, since nobody was mailed about it. */
async function findJob({ tx }: Loading, manager: number): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    select job.id, job.num, job.inbox_token, contact.name as contact, contact.emails[1] as address
    from job join client_contact link on link.client = job.client join contact on contact.id = link.contact
    where job.state = 'IN PROGRESS' and job.project_manager = ${manager} and cardinality(contact.emails) > 0
    order by cardinality(job.project_leads), job.id desc, contact.id limit 1`.execute(tx);
  return rows[0];
}

type File = { name: string; type: string; content: Buffer };
type Letter = { from: string; to: string; subject: string; at: string; text: string; files?: readonly File[] };

function writeEml({ from, to, subject, at, text, files = [] }: Letter): Buffer {
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${Date.parse(at)}@example.ca>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=part',
  ];
  const body = ['--part', 'Content-Type: text/plain; charset=utf-8', '', text];
  const attached = files.flatMap(({ name, type, content }) => [
    '--part',
    `Content-Type: ${type}`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    content.toString('base64').replace(/.{76}/g, '$&\r\n'),
  ]);
  return Buffer.from([...head, '', ...body, ...attached, '--part--', ''].join('\r\n'));
}

/** Two mails that came to the inbox of a job: one that its manager forwarded, now a memo, and one of a stranger, waiting in triage. */
export async function loadMail({ context, random, files, forwarder, add }: Parts): Promise<void> {
  const { tx, now } = context;
  const job = await findJob(context, forwarder.id);
  if (!job) return;
  await advanceIds(tx, ['memo']);
  const to = inboxAddress({ num: job.num, token: job.inbox_token }, INBOX_DOMAIN);
  const [from, until] = [new Date(Date.parse(now) - 120 * HOUR).toISOString(), new Date(Date.parse(now) - HOUR).toISOString()];
  const forwarded: Letter = {
    from: `${forwarder.full_name} <${forwarder.email}>`,
    to,
    subject: 'Fwd: Lid at the corner and coordinates of the old plan',
    at: workingMoment(random, from, until),
    text: [
      'For the file.',
      '',
      '---------- Forwarded message ----------',
      `From: ${job.contact} <${job.address}>`,
      'Subject: Lid at the corner and coordinates of the old plan',
      '',
      'Hello,',
      '',
      'The photo shows the lid the contractor has raised. The coordinates are from the plan of 1998; we do not know its datum.',
      '',
      job.contact,
    ].join('\r\n'),
    files: [
      { name: 'lid at the corner.png', type: 'image/png', content: makePicture(random) },
      {
        name: 'coordinates 1998.csv',
        type: 'text/csv',
        content: Buffer.from('P,E,N,Z,D\n101,2514020.31,7482110.87,12.44,IB\n102,2514077.90,7482098.15,12.61,IB\n'),
      },
    ],
  };
  await store({ context, files, job, author: forwarder.id, letter: forwarded, add });
  const stranger: Letter = {
    from: 'Rhéal Maillet <r.maillet@example.org>',
    to,
    subject: 'Stakes on my lawn',
    at: workingMoment(random, from, until),
    text: 'Your crew has set two wooden stakes on my lawn. May I take them out when I mow?\r\n\r\nRhéal Maillet',
  };
  await store({ context, files, job, author: null, letter: stranger, add });
}

type Kept = { context: Loading; files: FileStore; job: Job; author: number | null; letter: Letter; add: Parts['add'] };

/** Keeps a mail as the inbox would have: one with an author becomes a memo of theirs, one without waits. */
async function store({ context, files, job, author, letter, add }: Kept): Promise<void> {
  const { tx } = context;
  const { at, subject } = letter;
  const bytes = writeEml(letter);
  const mail = await readMail(bytes);
  const [eml] = await files.putAll([bytes]);
  let memo: number | null = null;
  if (author !== null) {
    const parts = await storeParts(files, mail);
    const attachments = await fileRows.insertMany(
      tx,
      parts.map((part) => ({ ...part, created_on: at, created_by: author })),
    );
    const text = documentOfMail(mail);
    const stamps = { created_on: at, created_by: author, updated_on: at, updated_by: author };
    const row = { job: job.id, title: subject, text: JSON.stringify(text), words: plainText(text), ...stamps };
    memo = (await tx.insertInto('memo').values(row).returning('id').executeTakeFirstOrThrow()).id;
    await memos.setAttachments(tx, memo, attachments);
    await add([
      { noun: 'memo', record_id: String(memo), record_name: subject, version: 1, action: 'created', changes: [], at, by: author },
    ]);
  }
  await inbound.insert(tx, {
    message_id: mail.message_id!,
    source: 'imap',
    from_address: mail.from[0]!.address,
    from_name: mail.from[0]!.name,
    recipients: mail.recipients,
    subject: mail.subject,
    words: wordsOf(mail),
    eml: await storeEml({ tx, actor: SYSTEM, now: at }, eml!, subject),
    state: memo === null ? 'triage' : 'filed',
    reason: memo === null ? 'Its sender is neither a user nor a contact.' : 'By the inbox address.',
    memo,
    suggested_job: job.id,
    suggested_quote: null,
    received_on: at,
  });
}
