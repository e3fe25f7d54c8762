import type { DemoSize } from '../config.ts';

/** How much of everything there is. Later nouns add their own column. */
export type Scale = {
  /** The people of the firm. */
  staff: number;
  clients: number;
  contacts: number;
  control_points: number;
  /** The others came with the old system, which told nobody how they came to be. */
  control_points_with_history: number;
  field_runs: number;
  /** Of these runs nobody has taken so many yet. */
  waiting_runs: number;
  /** On average, of those that were taken. */
  shots_per_run: number;
  jobs: number;
  quotes: number;
  /** How often each job and quote has the tasks of its kind. */
  rounds: number;
  /** The newest jobs people have written about. */
  jobs_with_memos: number;
  /** How long somebody usually works on one thing before the next. */
  minutes_at_once: number;
  /** One job has so many entries of time; 0 for no such job. */
  entries_of_longest_job: number;
  expenses: number;
  /** The newest expenses tell what happened to them. */
  expenses_with_history: number;
  disbursement_items: number;
  /** Invoices that are still written. */
  drafts: number;
  /** Files of the firms that were taken over. */
  historical_files: number;
  /** The first of them have a plan; none where 0. */
  plans: number;
  /** Civic addresses; the first of them are parcels too. */
  addresses: number;
  parcels: number;
};

export const SCALES: Record<DemoSize, Scale> = {
  small: {
    staff: 25,
    clients: 120,
    contacts: 260,
    control_points: 2000,
    control_points_with_history: 400,
    field_runs: 60,
    waiting_runs: 6,
    shots_per_run: 40,
    jobs: 200,
    quotes: 110,
    rounds: 1,
    jobs_with_memos: 120,
    minutes_at_once: 240,
    entries_of_longest_job: 0,
    expenses: 750,
    expenses_with_history: 750,
    disbursement_items: 260,
    drafts: 4,
    historical_files: 120,
    plans: 12,
    addresses: 3000,
    parcels: 800,
  },
  medium: {
    staff: 25,
    clients: 5000,
    contacts: 5000,
    control_points: 20_000,
    control_points_with_history: 20_000,
    field_runs: 600,
    waiting_runs: 12,
    shots_per_run: 100,
    jobs: 3000,
    quotes: 2000,
    rounds: 1,
    jobs_with_memos: 1000,
    minutes_at_once: 240,
    entries_of_longest_job: 0,
    expenses: 4000,
    expenses_with_history: 4000,
    disbursement_items: 1500,
    drafts: 20,
    historical_files: 2000,
    plans: 12,
    addresses: 10_000,
    parcels: 3000,
  },
  large: {
    staff: 1200,
    clients: 100_000,
    contacts: 100_000,
    control_points: 200_000,
    control_points_with_history: 20_000,
    field_runs: 5000,
    waiting_runs: 40,
    shots_per_run: 202,
    jobs: 50_000,
    quotes: 30_000,
    rounds: 1,
    jobs_with_memos: 20_000,
    minutes_at_once: 120,
    entries_of_longest_job: 5000,
    expenses: 300_000,
    expenses_with_history: 20_000,
    disbursement_items: 100_000,
    drafts: 40,
    historical_files: 100_000,
    plans: 0,
    addresses: 30_000,
    parcels: 20_000,
  },
};
