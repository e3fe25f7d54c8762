import { type LocalDate, proseDate } from '../dates/local-date.ts';
import { latestOn, type ValidPeriod } from '../dates/valid-period.ts';
import type { Cents } from '../money/cents.ts';

/** Which rule gave a rate: agreed for the job, agreed with the client, or the role's own. */
export const RATE_RULES = ['job', 'client', 'role'] as const;
export type RateRule = (typeof RATE_RULES)[number];

/** A rate for a role in a period. */
export type DatedRate = ValidPeriod & { job_role: number; rate: Cents };

export type RateTable = { [Rule in RateRule]: readonly DatedRate[] };

/** Stored with what it priced, so that every figure can be opened into the rule that made it. */
export type ChosenRate = { rate: Cents; rule: RateRule; valid_from: LocalDate | null };

/** The rate of a role on a day: job before client before role; within one rule the one that began last. Null when nobody has set one. */
export function chooseRate(table: RateTable, job_role: number, date: LocalDate): ChosenRate | null {
  for (const rule of RATE_RULES) {
    const latest = latestOn(
      table[rule].filter((rate) => rate.job_role === job_role),
      date,
    );
    if (latest) return { rate: latest.rate, rule, valid_from: latest.valid_from };
  }
  return null;
}

const RULE_WORDS: Record<RateRule, string> = {
  job: 'Rate agreed for this job',
  client: 'Rate agreed with the client',
  role: 'Rate of the role',
};

export function sayRateRule({ rule, valid_from }: Pick<ChosenRate, 'rule' | 'valid_from'>): string {
  return valid_from === null ? RULE_WORDS[rule] : `${RULE_WORDS[rule]} since ${proseDate(valid_from)}`;
}
