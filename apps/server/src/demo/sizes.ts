import type { DemoSize } from '../config.ts';

/** How much of everything there is. Later nouns add their own column. */
export type Scale = {
  clients: number;
  contacts: number;
  control_points: number;
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
};

export const SCALES: Record<DemoSize, Scale> = {
  small: {
    clients: 120,
    contacts: 260,
    control_points: 2000,
    field_runs: 60,
    waiting_runs: 6,
    shots_per_run: 40,
    jobs: 200,
    quotes: 110,
    rounds: 1,
    jobs_with_memos: 120,
  },
  medium: {
    clients: 5000,
    contacts: 5000,
    control_points: 20_000,
    field_runs: 600,
    waiting_runs: 12,
    shots_per_run: 100,
    jobs: 3000,
    quotes: 2000,
    rounds: 1,
    jobs_with_memos: 1000,
  },
  large: {
    clients: 100_000,
    contacts: 100_000,
    control_points: 200_000,
    field_runs: 5000,
    waiting_runs: 40,
    shots_per_run: 202,
    jobs: 50_000,
    quotes: 30_000,
    rounds: 1,
    jobs_with_memos: 20_000,
  },
};
