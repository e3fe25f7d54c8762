import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOB_INBOX, prepareInbox } from '../../../testing/fixtures/inbox-fixture.ts';
import { type CommittedApp, startCommittedApp } from '../../../testing/test-app.ts';
import { receiveMail } from './receive-mail.service.ts';

let app: CommittedApp;
beforeAll(async () => {
  app = await startCommittedApp('mail_race');
  await app.db.write(prepareInbox);
});
afterAll(() => app.close());

test('INT-F23 one mail that comes by every way at once is one memo, and its readers get one mail', async () => {
  const parts = { db: app.db, adapters: app.adapters, now: () => '2026-03-04T15:00:00.000Z' };
  for (let round = 0; round < 5; round += 1) {
    const head = `From: joe@example.ca\r\nTo: ${JOB_INBOX}\r\nSubject: Round ${round}\r\nMessage-ID: <race-${round}@example.ca>\r\n`;
    const ways = Array.from({ length: 6 }, (_, way) =>
      receiveMail(
        parts,
        Buffer.from(`Received: by way ${way}\r\n${head}\r\nHello\r\n`),
        way % 2 === 0 ? { source: 'imap' } : { source: 'smtp', envelope: { from: 'joe@example.ca', to: [JOB_INBOX] } },
      ),
    );
    const receipts = await Promise.all(ways);
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(1);
    expect(receipts.filter(({ is_duplicate }) => !is_duplicate)).toHaveLength(1);
    const memos = await app.db.read((tx) => tx.selectFrom('memo').select('id').where('title', '=', `Round ${round}`).execute());
    expect(memos).toHaveLength(1);
    const told = await app.db.read((tx) => tx.selectFrom('memo_recipient').select('mail').where('memo', '=', memos[0]!.id).execute());
    expect(told).toHaveLength(2);
  }
});
