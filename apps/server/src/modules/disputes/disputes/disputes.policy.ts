import type { Limit } from '../../../platform/http/limits/limiter.ts';

const DAY_MS = 86_400_000;

/** Disputes a day by whom they are counted. */
export const DISPUTES_PER_PERSON: Limit = { name: 'disputes of a person', max: 5, windowMs: DAY_MS };
export const DISPUTES_PER_NETWORK: Limit = { name: 'disputes of a network', max: 10, windowMs: DAY_MS };
export const DISPUTES_PER_WIDER_NETWORK: Limit = { name: 'disputes of a wider network', max: 40, windowMs: DAY_MS };
/**
 * Disputes a day whose mails one mailbox gets. Anybody can name it: more are filed all the same, without mails. What a
 * person files under the mailbox of their own account does not count here.
 */
export const MAILED_DISPUTES_PER_MAILBOX: Limit = { name: 'disputes of a mailbox', max: 5, windowMs: DAY_MS };
/**
 * Disputes of one address that may wait for a decision at once: without a proof of control, and with one. Anybody can use
 * up the first, so one more waits for its proof.
 */
export const OPEN_DISPUTES_PER_ADDRESS = 3;
/** A dispute that waits for its proof is deleted after this long. */
export const PROOF_WITHIN_MS = DAY_MS;

/** Files of evidence a day. */
export const EVIDENCE_PER_NETWORK: Limit = { name: 'evidence of a network', max: 30, windowMs: DAY_MS };

/** How long a statement, a contact address and evidence are stored after the decision. */
export const DISPUTE_KEPT_DAYS = 90;
