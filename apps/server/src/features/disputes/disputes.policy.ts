import type { Limit } from '../../http/limiter.ts';

const DAY_MS = 86_400_000;

/**
 * Disputes a day by whom they are counted. The mailbox that is named as contact counts with an account too, since each
 * dispute sends it mails.
 */
export const DISPUTES_PER_PERSON: Limit = { name: 'disputes of a person', max: 5, windowMs: DAY_MS };
export const DISPUTES_PER_MAILBOX: Limit = { name: 'disputes of a mailbox', max: 5, windowMs: DAY_MS };
export const DISPUTES_PER_NETWORK: Limit = { name: 'disputes of a network', max: 10, windowMs: DAY_MS };
export const DISPUTES_PER_WIDER_NETWORK: Limit = { name: 'disputes of a wider network', max: 40, windowMs: DAY_MS };
/** Disputes of one address that may wait for a decision at once. */
export const OPEN_DISPUTES_PER_ADDRESS = 3;

/** Files of evidence a day. */
export const EVIDENCE_PER_NETWORK: Limit = { name: 'evidence of a network', max: 30, windowMs: DAY_MS };

/** How long a statement, a contact address and evidence are stored after the decision. */
export const DISPUTE_KEPT_DAYS = 90;
