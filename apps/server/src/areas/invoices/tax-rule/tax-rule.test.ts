import * as tax from '@dmse/contract/invoices/tax-rule';
import type { Province } from '@dmse/domain/clients/party';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openDatabase, openPool } from '../../../db/database.ts';
import { listHistory } from '../../../records/history.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { cloneDatabase } from '../../../testing/test-database.ts';
import { getTaxFor } from './tax-rule.service.ts';

const app = useTestApp();

const LEVY = { province: 'NB' as const, code: 'LEVY', name: 'Levy', rate: 1.5, valid_from: '2026-01-01' };

async function ratesFor(tax_province: Province | null, date = '2026-03-04', is_tax_exempt = false) {
  const { exempt, rules } = await getTaxFor({ tx: app.tx() }, { tax_province, is_tax_exempt, tax_exempt_reason: 'Card 12' }, date);
  return exempt ?? rules.map(({ code, rate }) => `${code} ${rate}`).join(', ');
}

describe('tax rules', () => {
  it('tax rules: a firm begins with those in force, and its own province is the default', async () => {
    expect([await ratesFor(null), await ratesFor('QC'), await ratesFor('ON'), await ratesFor('AB')]).toEqual([
      'HST 15',
      'GST 5, QST 9.975',
      'HST 13',
      'GST 5',
    ]);
    expect([await ratesFor('NS', '2025-03-31'), await ratesFor('NS', '2025-04-01')]).toEqual(['HST 15', 'HST 14']);
    await app.tx().updateTable('setting').set({ value: sql`value || '{"home_province": "ON"}'` }).where('section', '=', 'region').execute();
    expect(await ratesFor(null)).toBe('HST 13');
  });

  it('tax rules: an exempt client is charged none, with the reason', async () => {
    expect(await ratesFor(null, '2026-03-04', true)).toBe('Card 12');
  });

  it('tax rules: Alice ends one and adds the next; history says so; Mona may not', async () => {
    const alice = await app.as('alice');
    const [hst] = (await alice.call(tax.listTaxRules, { province: 'NB' })).results;
    const refused = await alice.refused(tax.createTaxRule, {}, { ...LEVY, code: 'hst', name: 'HST', rate: 16 });
    expect(refused.body).toMatchObject({ valid_from: ['NB has HST of 15 % from 1 Jul 2016: end it the day before first.'] });
    await alice.call(tax.updateTaxRule, { id: hst!.id }, { valid_to: '2026-12-31' }, { ifMatch: hst!.version });
    await alice.call(tax.createTaxRule, {}, { ...LEVY, code: 'HST', name: 'HST', rate: 16, valid_from: '2027-01-01' });
    expect([await ratesFor('NB', '2026-12-31'), await ratesFor('NB', '2027-01-01')]).toEqual(['HST 15', 'HST 16']);
    const { results } = await listHistory({ tx: app.tx(), actor: { groups: ['Jobs Manager'] } }, 'tax rule', hst!.id, [hst!.id], {});
    expect(results[0]!.sentence).toMatch(/set valid to to 2026-12-31\.$/);
    expect((await (await app.as('mona')).refused(tax.listTaxRules, {})).status).toBe(403);
  });

  it('tax rules: a rule that is switched off holds for nobody and is in nobody’s way', async () => {
    const alice = await app.as('alice');
    const made = await alice.call(tax.createTaxRule, {}, { ...LEVY, is_active: false });
    expect(await ratesFor('NB')).toBe('HST 15');
    await alice.call(tax.createTaxRule, {}, LEVY);
    const back = await alice.refused(tax.updateTaxRule, { id: made.id }, { is_active: true });
    expect(back.body).toHaveProperty('valid_from');
  });

  it('tax rules: the last day is not before the first, and a rate has six decimals at most', async () => {
    const alice = await app.as('alice');
    expect((await alice.refused(tax.createTaxRule, {}, { ...LEVY, valid_to: '2025-12-31' })).body).toMatchObject({
      valid_to: ['The last day is before the first.'],
    });
    expect((await alice.refused(tax.createTaxRule, {}, { ...LEVY, rate: 1.1234567 })).body).toHaveProperty('rate');
    expect((await alice.refused(tax.createTaxRule, {}, { ...LEVY, rate: 101 })).body).toHaveProperty('rate');
    expect((await alice.call(tax.createTaxRule, {}, { ...LEVY, rate: 9.975, base_fraction: 0.333333 })).base_fraction).toBe(0.333333);
  });

  it('tax rules: the database refuses two on one day, also when two people write at once', async () => {
    const db = openDatabase(openPool(await cloneDatabase(`dmse_test_tax_${process.pid}`), 4, null));
    const insert = (code: string, from: string, to: string | null) =>
      db.write((tx) =>
        sql`insert into tax_rule (province, code, name, rate, valid_from, valid_to, created_on, updated_on)
            values ('YT', ${code}, 'Test', 1, ${from}, ${to}, now(), now())`.execute(tx),
      );
    try {
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => insert('RACE', '2026-01-01', null)));
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const refused = tries.find((one) => one.status === 'rejected')!.reason as { code: string; constraint: string };
      expect([refused.code, refused.constraint]).toEqual(['23P01', 'tax_rule_periods']);
      await expect(insert('race', '2025-12-01', '2026-01-01')).rejects.toThrow(/share a day/);
      await insert('RACE', '2025-12-01', '2025-12-31');
    } finally {
      await db.close();
    }
  });
});
