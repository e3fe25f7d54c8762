import { createClient, listClients, updateClient } from '@dmse/contract/clients/client';
import { createContact } from '@dmse/contract/clients/contact';
import type { Endpoint } from '@dmse/contract/endpoint';
import { uploadFile } from '@dmse/contract/files/upload';
import { listMilestones } from '@dmse/contract/work/milestone';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

/** What is said of each field. */
async function told(endpoint: Endpoint, input: object, body?: unknown): Promise<Record<string, unknown>> {
  const joe = await app.as('joe');
  const { request_id: _, ...rest } = (await joe.refused(endpoint, input as never, body)).body;
  return rest;
}

describe('SEC-S14 a refused query', () => {
  it.each([
    [{ page: 'abc' }, { page: ['Enter a number.'] }],
    [{ page_size: '1.5' }, { page_size: ['Enter a whole number.'] }],
    [{ page: '0' }, { page: ['Use 1 or more.'] }],
    [{ page_size: '500' }, { page_size: ['Use at most 200.'] }],
    [{ query: ['a', 'b'] }, { query: ['Give one value, not a list.'] }],
    [{ query: 'x'.repeat(201) }, { query: ['Use at most 200 characters.'] }],
    [{ classification: ['D', 'E'] }, { classification: ['Choose A, B or C.'] }],
    [{ colour: 'red' }, { colour: ['This field is not known here.'] }],
  ])('%o is told %o', async (query, said) => expect(await told(listClients, query)).toEqual(said));

  it('names a date and a flag in plain words', async () => {
    expect(await told(listMilestones, { is_blocked: 'perhaps' })).toEqual({ is_blocked: ['Say true or false.'] });
  });
});

describe('a refused body', () => {
  it.each([
    [{}, { name: ['This field is required.'] }],
    [{ name: null }, { name: ['This field may not be blank.'] }],
    [{ name: 5 }, { name: ['Enter text.'] }],
    [{ name: 'Acme', payment_terms_days: 1.5 }, { payment_terms_days: ['Enter a whole number.'] }],
    [{ name: 'Acme', classification: 'Z' }, { classification: ['Choose A, B or C.'] }],
    [{ name: 'Acme', email: 'nobody' }, { email: ['Enter an e-mail address such as name@example.ca.'] }],
    [{ name: 'Acme', contacts: [{ contact: 1, colour: 'red' }] }, { 'contacts.0.colour': ['This field is not known here.'] }],
  ])('%o is told %o', async (body, said) => expect(await told(createClient, {}, body)).toEqual(said));

  it('says which of a list is to blame, where a form can show it', async () => {
    expect(await told(createContact, {}, { name: 'Rhéal', emails: ['a@example.ca', 'b'] })).toEqual({
      'emails.1': ['Enter an e-mail address such as name@example.ca.'],
    });
  });
});

describe('a form', () => {
  async function post(endpoint: Endpoint, type: string, payload: string, input = {}) {
    const joe = await app.as('joe');
    const answer = await joe.send(endpoint, input, undefined, { payload: Buffer.from(payload), headers: { 'content-type': type } });
    return [answer.status, JSON.parse(answer.body.toString())];
  }
  const part = (name: string, more = '') => `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\nabc\r\n`;

  it('without a boundary cannot be read, and is not the server’s fault', async () => {
    const [status, body] = await post(uploadFile, 'multipart/form-data', `${part('file', '; filename="a.txt"')}--x--\r\n`);
    expect(status).toBe(400);
    expect(body.detail).toMatch(/boundary/);
  });

  it('with a field the call does not know is told which', async () => {
    const payload = `${part('colour')}${part('file', '; filename="a.txt"')}--x--\r\n`;
    const [status, body] = await post(uploadFile, 'multipart/form-data; boundary=x', payload);
    expect([status, body]).toMatchObject([400, { colour: ['This field is not known here.'] }]);
  });

  it('creates nothing where JSON is wanted, encoded the one way or the other', async () => {
    expect((await post(createClient, 'application/x-www-form-urlencoded', 'name=Acme'))[0]).toBe(415);
    expect((await post(updateClient, 'multipart/form-data; boundary=x', `${part('name')}--x--\r\n`, { id: 1 }))[0]).toBe(415);
  });
});
