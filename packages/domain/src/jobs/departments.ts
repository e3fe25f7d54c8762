/** The departments of the firm, which are also the disciplines of a job. */
export const DEPARTMENTS = ['ENGINEERING', 'SURVEYING', 'PLANNING', 'ENVIRONMENTAL'] as const;
