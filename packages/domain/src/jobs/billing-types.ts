/** How a job is charged. A cap or a fixed fee is an amount of its own beside the budget. */
export const BILLING_TYPES = ['hourly', 'hourly with cap', 'fixed fee'] as const;
export type BillingType = (typeof BILLING_TYPES)[number];
