import { describe, expect, it } from 'vitest';
import type { BillingType } from './billing-types.ts';
import { isEstimate, quotedLines, sayFeeGap, whyNotFee } from './fee.ts';

const billing = (billing_type: BillingType, fee_cap: number | null = null) => ({ billing_type, fee_cap });

describe('fee', () => {
  it('fee: a fixed fee and a cap need an amount above zero, hourly work does not', () => {
    expect(whyNotFee(billing('hourly'))).toBeNull();
    expect(whyNotFee(billing('fixed fee', 29_900_00))).toBeNull();
    expect(whyNotFee(billing('fixed fee'))).toBe('Enter the fixed fee, or choose another billing type.');
    expect(whyNotFee(billing('hourly with cap', 0))).toBe('Enter the cap, or choose another billing type.');
  });

  it('fee: the client pays the budget, the fee, or at most the cap', () => {
    const tasks = [1000_00, 841_25];
    expect(quotedLines(billing('hourly'), tasks)).toEqual(tasks);
    expect(quotedLines(billing('hourly', 5_00), tasks)).toEqual(tasks);
    expect(quotedLines(billing('fixed fee', 29_900_00), tasks)).toEqual([29_900_00]);
    expect(quotedLines(billing('fixed fee', 1841_25), tasks)).toEqual(tasks);
    expect(quotedLines(billing('hourly with cap', 2000_00), tasks)).toEqual(tasks);
    expect(quotedLines(billing('hourly with cap', 1500_00), tasks)).toEqual([1500_00]);
    expect([isEstimate('hourly'), isEstimate('hourly with cap'), isEstimate('fixed fee')]).toEqual([true, true, false]);
  });

  it('fee: where fee and budget differ, it says by how much', () => {
    const gap = (type: BillingType, fee: number | null, total: number) => sayFeeGap({ ...billing(type, fee), total });
    expect(gap('fixed fee', 29_900_00, 1841_25)).toBe('The budget is $28,058.75 below the fixed fee.');
    expect(gap('fixed fee', 1000_00, 1841_25)).toBe('The budget is $841.25 above the fixed fee.');
    expect(gap('fixed fee', 1000_00, 0)).toBe('Nothing is budgeted yet.');
    expect(gap('hourly with cap', 1000_00, 1841_25)).toBe('The budget is $841.25 above the cap.');
    expect([gap('hourly with cap', 2000_00, 1841_25), gap('fixed fee', 500, 500), gap('hourly', null, 500)]).toEqual([null, null, null]);
  });
});
