/**
 * What stands over there for something here. An invoice is a sales invoice; what is written off is a credit note on it; a deposited payment is
 * a payment on each invoice it is put on, and an overpayment for what is on none; what is put on an invoice or paid back later comes out of the
 * overpayment.
 */
export const MIRROR_KINDS = ['invoice', 'write-off', 'payment', 'overpayment', 'allocation', 'refund'] as const;
export type MirrorKind = (typeof MIRROR_KINDS)[number];

/** What is being done about a document: it waits for its turn, has been taken over there, or was refused. */
export const UPLOAD_STATES = ['waiting', 'done', 'failed', 'replaced'] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** The connection: none yet, signed in but without a chosen organisation, working, or no longer accepted by the other side. */
export const LINK_STATES = ['none', 'choosing', 'connected', 'broken'] as const;
export type LinkState = (typeof LINK_STATES)[number];

export const PROPOSAL_STATES = ['open', 'accepted', 'declined'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];
