import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIONS, actionsOf, can, GRANTS } from './grants.ts';
import { whyNotPassword } from './password-policy.ts';
import { expandRoles, ROLES, type Role, rolesIncludedIn } from './roles.ts';
import { isSessionOver, sessionEnd } from './session.ts';
import { MAX_ACCOUNT_FAILURES, signInDelayMs, signInWaitSeconds, whyNotTrySignIn } from './throttle.ts';

const someRoles = fc.uniqueArray(fc.constantFrom(...ROLES));

describe('roles', () => {
  it('makes everyone an Employee', () => {
    expect(expandRoles([])).toEqual(['Employee']);
  });

  it('brings the lesser roles along, in the order of the list', () => {
    expect(expandRoles(['Jobs Admin'])).toEqual(['Employee', 'Jobs User', 'Jobs Manager', 'Jobs Admin']);
    expect(rolesIncludedIn('Field Admin')).toEqual(['Field User', 'Field Editor', 'Field Data Processor']);
  });

  it('expands once and for all, and never takes a role away', () => {
    fc.assert(
      fc.property(someRoles, (granted) => {
        const held = expandRoles(granted);
        expect(expandRoles(held)).toEqual(held);
        for (const role of granted) expect(held).toContain(role);
      }),
    );
  });
});

describe('grants', () => {
  it('lets Joe write clients but not delete them; Mona may', () => {
    expect(can(['Jobs User'], 'clients.write')).toBe(true);
    expect(can(['Jobs User'], 'clients.remove')).toBe(false);
    expect(can(['Jobs Manager'], 'clients.remove')).toBe(true);
  });

  it('gives every action to at least one role', () => {
    for (const action of ACTIONS) expect(GRANTS[action].length, action).toBeGreaterThan(0);
  });

  it('never takes a grant away when a role is added', () => {
    fc.assert(
      fc.property(someRoles, fc.constantFrom<Role>(...ROLES), (granted, more) => {
        const before = actionsOf(granted);
        const after = actionsOf([...granted, more]);
        for (const action of before) expect(after).toContain(action);
      }),
    );
  });
});

describe('sessions', () => {
  const created_on = '2026-03-02T08:00:00.000Z';

  it('ends an office session after twelve idle hours and a tablet after fourteen idle days', () => {
    expect(sessionEnd({ kind: 'office', created_on, last_seen_on: created_on })).toBe('2026-03-02T20:00:00.000Z');
    expect(sessionEnd({ kind: 'field', created_on, last_seen_on: created_on })).toBe('2026-03-16T08:00:00.000Z');
  });

  it('ends after seven days in all, however busy', () => {
    const session = { kind: 'office', created_on, last_seen_on: '2026-03-09T07:59:00.000Z' } as const;
    expect(isSessionOver(session, '2026-03-09T07:59:59.000Z')).toBe(false);
    expect(isSessionOver(session, '2026-03-09T08:00:00.000Z')).toBe(true);
  });
});

describe('the sign-in throttle', () => {
  it('lets ten mistakes pass and stops the eleventh', () => {
    expect(whyNotTrySignIn({ account: MAX_ACCOUNT_FAILURES - 1, address: 0 })).toBeNull();
    expect(whyNotTrySignIn({ account: MAX_ACCOUNT_FAILURES, address: 0 })).toMatch(/15 minutes/);
    expect(whyNotTrySignIn({ account: 0, address: 100 })).toMatch(/hour/);
  });

  it('says how long: until the oldest mistake that stands in the way is forgotten', () => {
    const now = '2026-03-02T08:10:00.000Z';
    const failures = { account: 10, address: 12, account_since: '2026-03-02T08:00:00.000Z', address_since: '2026-03-02T07:30:00.000Z' };
    expect(signInWaitSeconds(failures, now)).toBe(300);
    expect(signInWaitSeconds({ ...failures, account: 3, address: 100 }, now)).toBe(1200);
    expect(signInWaitSeconds({ ...failures, account_since: '2026-03-02T07:00:00.000Z' }, now)).toBe(1);
  });

  it('waits longer with each mistake, never more than two seconds', () => {
    const waits = Array.from({ length: 12 }, (_, account) => signInDelayMs({ account, address: account }));
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(Math.max(...waits)).toBe(2000);
    expect(waits[0]).toBe(0);
  });
});

describe('passwords', () => {
  const mona = { username: 'mona', full_name: 'Mona Martin', email: 'mona.martin@example.ca' };

  it('has a length from twelve to 128, and more than a few different characters', () => {
    for (const password of ['short', 'Kd9-Qe2-vPz', 'aaaaaaaaaaaaaaaa', 'x'.repeat(129)])
      expect(whyNotPassword(password, mona)).not.toBeNull();
    expect(whyNotPassword('Kd9-Qe2-vPzw', mona)).toBeNull();
  });
});
