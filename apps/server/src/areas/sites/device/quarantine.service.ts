import type { PushHeaders } from '@dmse/contract/sites/field-item';
import type { NewQuarantined, Quarantined } from '@dmse/contract/sites/sync';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import type { ReceivedUpload } from '../../../call/multipart.ts';
import { notFound, Refusal } from '../../../call/refusal.ts';
import { fileUrl } from '../../files/file/file.service.ts';
import { authorOf, readPush } from '../capture/push.ts';
import { storeCaptured } from '../capture/store-captured.ts';
import { type Brought, claimBytes, verifyBytes } from '../image/image-bytes.ts';
import * as quarantine from './quarantine.queries.ts';

type FileHeaders = PushHeaders & { 'x-sha256'?: string | undefined };

function toQuarantined({ file_facts, content, ...row }: quarantine.QuarantineRow): Quarantined {
  const file = file_facts && { ...file_facts, url: fileUrl(file_facts.id) };
  return { ...row, content: JSON.parse(content), file } as Quarantined;
}

/** Keeps for the office what the server refused, exactly as it came. The same operation twice is kept once (SYNC-C3, C15). */
export async function holdInQuarantine(
  context: Context,
  headers: FileHeaders,
  { upload, content, ...body }: z.infer<typeof NewQuarantined>,
  uploads: readonly ReceivedUpload[],
): Promise<{ id: number }> {
  const brought = { uploads, upload, sha256: headers['x-sha256'] };
  const isWithFile = (await verifyBytes(context, brought)) !== null;
  const push = await readPush(context.tx, headers);
  return holdRecord(
    context,
    { ...body, content: JSON.stringify(content), captured_by: authorOf(context, push) },
    isWithFile ? brought : null,
  );
}

type Held = Omit<z.infer<typeof NewQuarantined>, 'upload' | 'content'> & { content: string; captured_by: number };

export async function holdRecord(context: Context, held: Held, brought: Brought | null): Promise<{ id: number }> {
  const { tx, actor, now } = context;
  const there = await quarantine.findByOp(tx, held.op);
  if (there) {
    if (brought && there.file === null) await quarantine.giveFile(tx, there.id, await claimBytes(context, brought));
    return { id: there.id };
  }
  const file = brought ? await claimBytes(context, brought) : null;
  const { id } = await quarantine.insert(tx, { ...held, file, received_at: now, received_by: actor.id });
  return { id };
}

export async function listQuarantine({ tx }: Context, filter: Parameters<typeof quarantine.list>[1]) {
  const { count, results } = await quarantine.list(tx, filter);
  return { count, results: results.map(toQuarantined) };
}

export async function getQuarantined({ tx }: Context, id: number): Promise<Quarantined> {
  const row = await quarantine.find(tx, id);
  if (!row) throw notFound();
  return toQuarantined(row);
}

async function takeUp(context: Context, id: number): Promise<Quarantined> {
  await quarantine.lock(context.tx, id);
  const held = await getQuarantined(context, id);
  if (held.state === 'held') return held;
  const who = held.decided_by?.full_name ?? 'Somebody';
  throw new Refusal('CONFLICT', `${who} has already ${held.state} this.`, { current: held, changed: ['state'] });
}

/**
 * Stores it as the tablet meant it, in the name of who captured it. The operation is the tablet's own, so that should the tablet get it
 * in after all, it is still one write.
 */
export async function releaseQuarantined(
  context: Context,
  id: number,
  { content, note = '' }: { content?: Record<string, unknown> | undefined; note?: string | undefined },
) {
  const held = await takeUp(context, id);
  await storeCaptured(context, {
    ...held,
    content: { ...held.content, ...content },
    file: held.file?.id ?? null,
    captured_by: held.captured_by?.id ?? null,
  });
  await quarantine.decide(context.tx, id, {
    state: 'released',
    decided_on: context.now,
    decided_by: context.actor.id,
    decision_note: note,
  });
  return getQuarantined(context, id);
}

export async function dismissQuarantined(context: Context, id: number, { note }: { note: string }) {
  await takeUp(context, id);
  await quarantine.decide(context.tx, id, {
    state: 'dismissed',
    decided_on: context.now,
    decided_by: context.actor.id,
    decision_note: note,
  });
  return getQuarantined(context, id);
}
