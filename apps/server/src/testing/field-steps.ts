import { createHash, randomUUID } from 'node:crypto';
import { createFieldRun } from '@dmse/contract/sites/field-run';
import { createImage } from '@dmse/contract/sites/image';
import { createPipe } from '@dmse/contract/sites/pipe';
import { createShot } from '@dmse/contract/sites/shot';
import type { TestClient } from '@dmse/testkit/client';

/** Steps that the stories about field work share. */

export const TABLET = '0197f000-0000-7000-8000-00000000000a';
export const OTHER_TABLET = '0197f000-0000-7000-8000-00000000000b';

/** What a tablet says about a push: one revision of one item from one device. */
export function pushOf(item: string, rev: number, device = TABLET): Record<string, string> {
  return { 'x-op-id': `${item}:${rev}:${device}`, 'x-device': device };
}

export async function makeRun(crew: TestClient, name = 'Main Street'): Promise<string> {
  const id = randomUUID();
  await crew.call(createFieldRun, {}, { id, name, state: 'Active' }, { headers: pushOf(id, 1) });
  return id;
}

export async function makeShot(crew: TestClient, run: string, fields: object = {}): Promise<string> {
  const id = randomUUID();
  await crew.call(createShot, {}, { id, field_run: run, name: '5001', code: 'SAMH', ...fields }, { headers: pushOf(id, 1) });
  return id;
}

export async function makePipe(crew: TestClient, run: string, fields: object = {}): Promise<string> {
  const id = randomUUID();
  await crew.call(createPipe, {}, { id, field_run: run, system: 'storm', ...fields }, { headers: pushOf(id, 1) });
  return id;
}

export type FormFile = { bytes: Buffer; name?: string; mime?: string };

/** A form as a browser writes it: the fields as text, lists and records as JSON, then the file. */
export function formOf(fields: Record<string, unknown>, file?: FormFile): { payload: Buffer; headers: Record<string, string> } {
  const edge = 'dmse-form-edge';
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) => {
    const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
    return Buffer.from(`--${edge}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`);
  });
  if (file) {
    const head = `Content-Disposition: form-data; name="file"; filename="${file.name ?? 'photo.jpg'}"\r\nContent-Type: ${file.mime ?? 'image/jpeg'}`;
    parts.push(Buffer.from(`--${edge}\r\n${head}\r\n\r\n`), file.bytes, Buffer.from('\r\n'));
  }
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${edge}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
  };
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A picture as a tablet pushes it. */
export async function sendImage(crew: TestClient, fields: { id: string } & Record<string, unknown>, bytes: Buffer, rev = 1) {
  const { payload, headers } = formOf(fields, { bytes });
  return crew.send(createImage, {}, undefined, {
    payload,
    headers: { ...headers, ...pushOf(fields.id, rev), 'x-sha256': sha256Of(bytes) },
  });
}
