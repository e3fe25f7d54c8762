import { createClient, getClient, updateClient } from '@dmse/contract/clients/client';
import { createContact, getContact, updateContact } from '@dmse/contract/clients/contact';
import { endpoint } from '@dmse/contract/endpoint';
import { getUser, updateUser } from '@dmse/contract/people/user';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { userId } from '../testing/fixtures/job-fixture.ts';
import { useTestApp } from '../testing/test-app.ts';
import { fitConflict } from './conflict-answer.ts';
import { conflict, notFound, type Refusal } from './refusal.ts';

const app = useTestApp();

describe('the record in a conflict', () => {
  it('is the client as the call answers it, without what only the tables know', async () => {
    const joe = await app.as('joe');
    const { id } = await joe.call(createClient, {}, { name: 'Acme Ltd.', phone: '506 555-0100' });
    await joe.call(updateClient, { id }, { note: 'A dog.' });
    const { status, body } = await joe.refused(updateClient, { id }, { note: 'A cat.' }, { ifMatch: 1 });
    expect([status, body.code, body.changed]).toEqual([409, 'CONFLICT', ['note']]);
    expect(body.current).toEqual(await joe.call(getClient, { id }));
  });

  it('is the contact and the user likewise', async () => {
    const alice = await app.as('alice');
    const { id } = await alice.call(createContact, {}, { name: 'Rhéal Roy', phones: ['506 555-0100'] });
    await alice.call(updateContact, { id }, { note: 'Mornings.' });
    const stale = await alice.refused(updateContact, { id }, { note: 'Evenings.' }, { ifMatch: 1 });
    expect(stale.body.current).toEqual(await alice.call(getContact, { id }));

    const fern = await userId(app.tx(), 'fern');
    const { version } = await alice.call(getUser, { id: fern });
    await alice.call(updateUser, { id: fern }, { phone: '506 555-0101' });
    const late = await alice.refused(updateUser, { id: fern }, { phone: '506 555-0102' }, { ifMatch: version });
    expect(late.body.current).toEqual(await alice.call(getUser, { id: fern }));
    expect(late.body.current).not.toHaveProperty('preferences');
  });

  it('is left out where it is not what the call answers, and amounts are not even named to who may not see them', () => {
    const call = endpoint({ patch: '/api/x/', response: z.object({ id: z.int() }), needs: 'clients.read', summary: 'x' });
    const bodyOf = (current: unknown, groups: ('Jobs User' | 'Jobs Manager')[]) =>
      (fitConflict(call, groups, conflict('Stale.', { current, changed: ['desc', 'fee_cap'] })) as Refusal).body;
    expect(bodyOf({ id: 5, secret: 1 }, ['Jobs User'])).toEqual({
      detail: 'Stale.',
      code: 'CONFLICT',
      current: { id: 5 },
      changed: ['desc'],
    });
    expect(bodyOf({ num: 'x', secret: 1 }, ['Jobs Manager'])).toEqual({ detail: 'Stale.', code: 'CONFLICT', changed: ['desc', 'fee_cap'] });
    const other = notFound();
    expect(fitConflict(call, ['Jobs User'], other)).toBe(other);
  });
});
