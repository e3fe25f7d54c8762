import { uploadFile } from '@dmse/contract/files/upload';
import type { TestClient } from '@dmse/testkit/client';

/** A multipart form as a browser sends it: text parts, and files where the value is bytes. */
export function formOf(parts: Record<string, string | { name: string; bytes: Buffer | string }>) {
  const lines = Object.entries(parts).map(([field, value]) => {
    if (typeof value === 'string') return Buffer.from(`--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`);
    const head = `--b\r\nContent-Disposition: form-data; name="${field}"; filename="${value.name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), Buffer.from(value.bytes as Buffer), Buffer.from('\r\n')]);
  });
  return { payload: Buffer.concat([...lines, Buffer.from('--b--\r\n')]), headers: { 'content-type': 'multipart/form-data; boundary=b' } };
}

/** Uploads a file and answers the id by which a record refers to it. */
export async function uploadBytes(client: TestClient, name: string, bytes: Buffer | string): Promise<number> {
  return (await client.call(uploadFile, {}, undefined, formOf({ file: { name, bytes } }))).id;
}
