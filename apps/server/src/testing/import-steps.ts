import { listClients } from '@dmse/contract/clients/client';
import { checkImport, runImport } from '@dmse/contract/clients/import';
import { uploadFile } from '@dmse/contract/files/upload';
import type { TestClient } from '@dmse/testkit/client';

/** What the stories about imports do again and again. */
type Noun = 'clients' | 'contacts';

export async function uploadCsv(client: TestClient, bytes: Buffer | string, name = 'list.csv'): Promise<number> {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n--b--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  return (await client.call(uploadFile, {}, undefined, { payload, headers })).id;
}

/** Uploads a list and looks what would come of it. */
export async function checkCsv(client: TestClient, bytes: Buffer | string, noun: Noun = 'clients') {
  const file = await uploadCsv(client, bytes);
  return { file, ...(await client.call(checkImport, {}, { noun, file })) };
}

/** Uploads a list and imports it with the columns as suggested. */
export async function importCsv(client: TestClient, bytes: Buffer | string, noun: Noun = 'clients') {
  const { file, mapping } = await checkCsv(client, bytes, noun);
  return client.call(runImport, {}, { noun, file, mapping });
}

export async function clientNames(client: TestClient): Promise<string[]> {
  return (await client.call(listClients, {})).results.map((row) => row.name);
}

export const TWO_CLIENTS =
  'Name,Phone,E-mail,City,Risk\r\nRiverbend Farms,506 555-0111,farm@example.ca,Sussex,C\r\nÉmile Cyr,(506) 555-0112,,Edmundston,\r\n';
