import { exportClients, getClient, listClients, removeClient, updateClient } from '@dmse/contract/clients/client';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeServer, Refusal } from './fake-server.ts';

let server: FakeServer;
afterEach(() => server.restore());

function start(): FakeServer {
  server = new FakeServer().install();
  return server;
}
const post = (method: string, body?: unknown, headers: Record<string, string> = { 'X-CSRFToken': 'x' }): RequestInit => ({
  method,
  headers,
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

/** What every call carries. */
const READ = { headers: { 'X-CSRFToken': 'x' } };

describe('FakeServer', () => {
  it('reads the query by the schema of the endpoint and says that it is ours', async () => {
    start().on(listClients, ({ query }) => {
      expect(query).toEqual({ page: 2, classification: ['A'] });
      return { count: 0, results: [] };
    });
    const response = await fetch('/api/clients/client/?page=2&classification=A', READ);
    expect(response.headers.get('X-App')).toBe('dmse');
    expect(await response.json()).toEqual({ count: 0, results: [] });
  });
  it('refuses unknown parameters and fields by name', async () => {
    start()
      .on(listClients, () => ({ count: 0, results: [] }))
      .on(updateClient, () => {
        throw new Error('not reached');
      });
    const list = await fetch('/api/clients/client/?colour=red', READ);
    expect([list.status, await list.json()]).toEqual([400, { colour: ['Unknown field.'] }]);
    const update = await fetch('/api/clients/client/5/', post('PATCH', { name: '', colour: 1 }));
    expect([update.status, await update.json()]).toEqual([400, { name: ['This field may not be blank.'], colour: ['Unknown field.'] }]);
  });
  it('asks for the CSRF token, and answers what a handler refuses', async () => {
    start().on(removeClient, () => {
      throw new Refusal(409, { detail: 'Three jobs refer to it.', code: 'IN_USE' });
    });
    expect((await fetch('/api/clients/client/5/', post('DELETE', undefined, {}))).status).toBe(403);
    expect((await fetch('/api/clients/client/5/', post('DELETE'))).status).toBe(409);
  });
  it('will not answer what the contract does not say', async () => {
    start().on(getClient, () => ({ id: 5 }) as never);
    await expect(fetch('/api/clients/client/5/', READ)).rejects.toThrow('not what the contract says');
  });
  it('prefers a fixed path to one with a parameter, whichever came first', async () => {
    start()
      .on(getClient, () => {
        throw new Error('not reached');
      })
      .on(exportClients, () => new Blob(['name']));
    expect(await (await fetch('/api/clients/client/export/', READ)).text()).toBe('name');
  });
  it('gives the real fetch back, also after being down', async () => {
    const real = globalThis.fetch;
    start().goDown();
    await expect(fetch('/api/clients/client/', READ)).rejects.toThrow('fetch failed');
    server.restore();
    expect(globalThis.fetch).toBe(real);
  });
});
