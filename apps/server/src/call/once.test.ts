import * as client from '@dmse/contract/clients/client';
import { createUser } from '@dmse/contract/people/user';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const KEY = { headers: { 'idempotency-key': 'a-key-of-one-form' } };

async function countNamed(name: string): Promise<number> {
  return (await app.tx().selectFrom('client').select('id').where('name', '=', name).execute()).length;
}

describe('a call that names itself by a key (INT-I15)', () => {
  it('takes effect once and is answered the same each time', async () => {
    const mona = await app.as('mona');
    const first = await mona.call(client.createClient, {}, { name: 'Twice Ltd.' }, KEY);
    expect(await mona.call(client.createClient, {}, { name: 'Twice Ltd.' }, KEY)).toEqual(first);
    expect(await countNamed('Twice Ltd.')).toBe(1);
  });

  it('a second save under the key is no conflict with the first', async () => {
    const mona = await app.as('mona');
    const { id } = await mona.call(client.createClient, {}, { name: 'Saved' });
    const save = () => mona.call(client.updateClient, { id }, { name: 'Saved again' }, { ...KEY, ifMatch: 1 });
    expect((await save()).version).toBe(2);
    expect((await save()).version).toBe(2);
  });

  it('an empty answer is repeated too', async () => {
    const alice = await app.as('alice');
    const { id } = await alice.call(client.createClient, {}, { name: 'Gone' });
    const statuses = [];
    for (let n = 0; n < 2; n += 1) statuses.push((await alice.send(client.removeClient, { id }, undefined, KEY)).status);
    expect(statuses).toEqual([204, 204]);
  });

  it('the key belongs to one person and one request', async () => {
    const [mona, alice] = [await app.as('mona'), await app.as('alice')];
    await mona.call(client.createClient, {}, { name: 'Hers' }, KEY);
    expect(await mona.refused(client.createClient, {}, { name: 'Another' }, KEY)).toMatchObject({ status: 422 });
    expect((await alice.call(client.createClient, {}, { name: 'Another' }, KEY)).name).toBe('Another');
  });

  it('what was refused has not used the key up', async () => {
    const mona = await app.as('mona');
    expect((await mona.refused(client.createClient, {}, { name: '' }, KEY)).status).toBe(400);
    expect((await mona.call(client.createClient, {}, { name: 'Better' }, KEY)).name).toBe('Better');
    expect((await mona.refused(client.createClient, {}, { name: 'x' }, { headers: { 'idempotency-key': 'short' } })).status).toBe(400);
  });

  it('a password is neither kept nor told twice', async () => {
    const alice = await app.as('alice');
    const person = { username: 'newcomer', email: 'newcomer@example.ca', full_name: 'New Comer', granted: [] };
    const { password } = await alice.call(createUser, {}, person, KEY);
    expect(await alice.refused(createUser, {}, person, KEY)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    const { rows } = await sql<{ text: string }>`select i::text as text from idempotency i`.execute(app.tx());
    expect(rows).toHaveLength(1);
    expect(rows[0]!.text).not.toContain(password);
  });
});
