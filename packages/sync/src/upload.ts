import type { Item } from './item.ts';
import { exchange, type Pass, senderNow } from './pass.ts';
import type { Answer } from './rules/answer.ts';
import { uploadPath } from './rules/request.ts';
import type { Session } from './session.ts';

/**
 * Brings a large file up in pieces (C17). The server keeps what it has, so after a cut the next pass goes on from its offset; each
 * piece carries its own checksum. Null: every byte is there; else the answer that ended it, to be folded like any other.
 */
export async function uploadBytes(session: Session, pass: Pass, item: Item, upload: string): Promise<Answer | null> {
  const bytes = item.file ?? new Uint8Array();
  let offset = await findOffset(session, pass, item, upload, bytes.length);
  // each piece may be refused a few times; a server that never gets on is left to the next pass
  let patience = 4;
  while (typeof offset === 'number' && offset < bytes.length && patience > 0) {
    const piece = bytes.subarray(offset, offset + session.limits.chunk_bytes);
    const answer = await sendPiece(session, pass, upload, offset, piece);
    const reached = offsetOf(answer);
    if (answer.kind === 'ok' && reached !== null && reached > offset) offset = reached;
    else if (answer.kind === 'problem' && (answer.status === 409 || answer.status === 404 || answer.status === 460)) {
      patience--;
      offset = await findOffset(session, pass, item, upload, bytes.length);
    } else return answer;
  }
  if (typeof offset !== 'number') return offset;
  return offset >= bytes.length ? null : { kind: 'none', why: 'silence' };
}

async function findOffset(session: Session, pass: Pass, item: Item, upload: string, length: number): Promise<number | Answer> {
  const headers = { 'x-device': pass.sender.device, 'x-device-time': senderNow(session, pass).now };
  const timeout_ms = session.limits.json_timeout_ms;
  const head = await exchange(session, pass, { method: 'HEAD', path: uploadPath(upload), headers, timeout_ms });
  if (!(head.kind === 'problem' && head.status === 404)) return offsetOf(head) ?? head;
  const body = { field_run: item.field_run, length, sha256: item._sha256 };
  const begun = await exchange(session, pass, { method: 'POST', path: uploadPath(upload), headers, body, timeout_ms });
  return offsetOf(begun) ?? begun;
}

async function sendPiece(session: Session, pass: Pass, upload: string, offset: number, piece: Uint8Array): Promise<Answer> {
  const headers = {
    'x-device': pass.sender.device,
    'upload-offset': String(offset),
    'upload-checksum': `sha256 ${await session.tools.digest(piece)}`,
  };
  return exchange(session, pass, { method: 'PATCH', path: uploadPath(upload), headers, chunk: piece, stall_ms: session.limits.stall_ms });
}

function offsetOf(answer: Answer): number | null {
  if (answer.kind !== 'ok') return null;
  const offset = Number(answer.headers['upload-offset']);
  return Number.isInteger(offset) && offset >= 0 ? offset : null;
}
