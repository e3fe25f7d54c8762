import { gunzipSync } from 'node:zlib';
import * as client from '@dmse/contract/clients/client';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

describe('an answer of the size of a page', () => {
  const ask = async (accepted: string) => {
    const joe = await app.as('joe');
    await joe.call(client.createClient, {}, { name: `Long ${'é'.repeat(100)}` });
    for (let i = 0; i < 20; i += 1) await joe.call(client.createClient, {}, { name: `Client ${i} with a name that takes its room` });
    return joe.send(client.listClients, { page_size: 25 }, undefined, { headers: { 'accept-encoding': accepted } });
  };

  test('is packed for whoever can unpack it, and is the same', async () => {
    const packed = await ask('gzip, deflate, br');
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringMatching(/accept-encoding/i) });
    expect(packed.headers['content-type']).toBe('application/json; charset=utf-8');
    const { results } = JSON.parse(gunzipSync(packed.body).toString('utf8'));
    expect(results.map(({ name }: { name: string }) => name)).toContain(`Long ${'é'.repeat(100)}`);
  });

  test.each(['', 'identity', 'gzip;q=0, deflate'])('is sent as it is where “%s” is accepted', async (accepted) => {
    const plain = await ask(accepted);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(plain.body.toString('utf8')).count).toBeGreaterThan(0);
  });
});
