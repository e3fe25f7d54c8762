import { describe, expect, it } from 'vitest';
import { describeLinks, foldLinks, type Link } from './link.ts';

const link = (id: number, name: string, role = '', is_billing = false): Link => ({ id, name, role, is_billing });

describe('two links to one person', () => {
  it('become one that has what either had', () => {
    const plain = { role: '', is_billing: false };
    expect(foldLinks(plain, { role: 'Owner', is_billing: true })).toEqual({ role: 'Owner', is_billing: true });
    expect(foldLinks({ role: 'Owner', is_billing: true }, plain)).toEqual({ role: 'Owner', is_billing: true });
    expect(foldLinks({ role: 'Owner', is_billing: false }, { role: 'Site', is_billing: false }).role).toBe('Owner, Site');
  });

  it('say a role once, however often and in whatever case it was given', () => {
    const both = foldLinks({ role: 'Owner, Site', is_billing: false }, { role: 'owner', is_billing: false });
    expect(both.role).toBe('Owner, Site');
    expect(foldLinks(both, { role: 'Site, Accounts', is_billing: false }).role).toBe('Owner, Site, Accounts');
  });
});

describe('a change of links', () => {
  it('has the whole list before and after, and what came, went and changed', () => {
    const before = [link(1, 'Ann Roy', 'Boss'), link(2, 'Bob')];
    const after = [link(1, 'Ann Roy', 'Chief'), link(3, 'Cid', '', true)];
    expect(describeLinks('client', before, after)).toEqual([
      {
        field: 'contacts',
        label: 'Contacts',
        one: 'contact',
        from: 'Ann Roy (Boss), Bob',
        to: 'Ann Roy (Chief), Cid (billing)',
        items: [
          { from: 'Ann Roy (Boss)', to: 'Ann Roy (Chief)' },
          { from: null, to: 'Cid (billing)' },
          { from: 'Bob', to: null },
        ],
      },
    ]);
  });

  it('is said once where the list is the link', () => {
    expect(describeLinks('client', [], [link(1, 'Ann')])).toEqual([
      { field: 'contacts', label: 'Contacts', one: 'contact', from: null, to: 'Ann' },
    ]);
  });

  it('is none when nothing changed, in whatever order', () => {
    expect(describeLinks('contact', [link(1, 'A'), link(2, 'B')], [link(2, 'B'), link(1, 'A')])).toEqual([]);
  });

  it('does not repeat thousands of names', () => {
    const many = Array.from({ length: 5000 }, (_, i) => link(i + 1, `Person ${i}`));
    const [change] = describeLinks('client', [], many);
    expect(change!.to).toMatch(/ and 4800 more$/);
    expect([change!.items?.length, change!.unsaid]).toEqual([200, 4800]);
  });
});
