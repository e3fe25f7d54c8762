/** The moment at which everything of the tests was made. */
export const STAMP = '2026-03-04T12:00:00.000Z';
/** What every office record carries. */
export const STAMPS = { version: 1, created_on: STAMP, created_by: null, updated_on: STAMP, updated_by: null };
