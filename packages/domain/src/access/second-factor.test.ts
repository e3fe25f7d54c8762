import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROLES } from './roles.ts';
import { isConfirmed, needsSecondFactor, rolesFromGroups } from './second-factor.ts';

const POLICY = { factor_roles: ['IT', 'Invoices Admin'], confirm_minutes: 15 };

describe('second factor', () => {
  it('is needed in a firm by whoever holds one of its groups, and by nobody in a demo', () => {
    expect(needsSecondFactor('firm', POLICY, ['Invoices Admin'])).toBe(true);
    expect(needsSecondFactor('firm', POLICY, ['Jobs Admin', 'Invoices User'])).toBe(false);
    expect(needsSecondFactor('demo', POLICY, ['IT'])).toBe(false);
  });

  it('is asked again after so many minutes; in a demo only of who has one', () => {
    const session = { has_factor: false, confirmed_on: '2026-03-04T15:00:00.000Z' };
    expect(isConfirmed('firm', POLICY, session, '2026-03-04T15:14:59.000Z')).toBe(true);
    expect(isConfirmed('firm', POLICY, session, '2026-03-04T15:15:00.000Z')).toBe(false);
    expect(isConfirmed('firm', POLICY, { ...session, confirmed_on: null }, '2026-03-04T15:00:00.000Z')).toBe(false);
    expect(isConfirmed('demo', POLICY, session, '2026-03-05T15:00:00.000Z')).toBe(true);
    expect(isConfirmed('demo', POLICY, { ...session, has_factor: true }, '2026-03-05T15:00:00.000Z')).toBe(false);
  });
});

describe('roles from the groups of another system', () => {
  it('gives and takes what the table names, and leaves the rest', () => {
    const table = { surveyors: ['Field Editor', 'Jobs User'], accounts: ['Invoices Admin'] };
    expect(rolesFromGroups(['IT', 'Invoices Admin'], table, ['surveyors', 'unknown', '__proto__'])).toEqual([
      'IT',
      'Field Editor',
      'Jobs User',
    ]);
  });

  it('comes to the same when asked again', () => {
    const roles = fc.uniqueArray(fc.constantFrom(...ROLES));
    fc.assert(
      fc.property(roles, fc.dictionary(fc.string(), roles), fc.array(fc.string()), (granted, table, more) => {
        const groups = [...Object.keys(table).slice(1), ...more];
        const once = rolesFromGroups(granted, table, groups);
        expect(rolesFromGroups(once, table, groups)).toEqual(once);
      }),
    );
  });
});
