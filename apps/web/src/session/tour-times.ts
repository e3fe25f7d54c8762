/** The tours of the product: the name each is remembered by, and when it begins. */
export const TOUR_TIMES = {
  'core.home.tutorial2': { delay: 1000 },
  'sites.fieldrun.tutorial': { delay: 1000 },
  'map.tutorial.july2025': { delay: 1000, pause: 200 },
  'jobs.budget.tutorial': { delay: 500 },
  'jobs.info.memos': { delay: 500 },
  'jobs.tasks.tutorial2': { delay: 500 },
  'quotes.tasks.tutorial': { delay: 500 },
} as const satisfies Record<string, { delay: number; pause?: number }>;

export type TourKey = keyof typeof TOUR_TIMES;

/** The head of a tour, ready for its steps. */
export function tourTimes(key: TourKey): { key: TourKey; delay: number; pause?: number } {
  return { key, ...TOUR_TIMES[key] };
}
