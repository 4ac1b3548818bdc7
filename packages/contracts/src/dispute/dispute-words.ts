/** Why a label may be wrong: the closed list that a dispute names one of. */
export const DISPUTE_GROUNDS = {
  wrong_owner: 'The address belongs to somebody else',
  outdated: 'It was true once and no longer is',
  wrong_category: 'The owner is right, the category is wrong',
  reassigned: 'The address was given to another owner',
  other: 'Another reason',
} as const;

export type DisputeGround = keyof typeof DISPUTE_GROUNDS;
export const DISPUTE_GROUND_IDS = Object.keys(DISPUTE_GROUNDS) as readonly DisputeGround[];

/** Why a row of the list of services that identify their customers may be wrong. */
export const SERVICE_DISPUTE_GROUNDS = {
  not_identified: 'It does not identify all its customers',
  wrong_days: 'A day is wrong',
  weak_evidence: 'The evidence does not say what the row says',
  other: DISPUTE_GROUNDS.other,
} as const;

export type ServiceDisputeGround = keyof typeof SERVICE_DISPUTE_GROUNDS;
export const SERVICE_DISPUTE_GROUND_IDS = Object.keys(SERVICE_DISPUTE_GROUNDS) as readonly ServiceDisputeGround[];

/** The words of every ground, whatever the dispute is about. */
export const ALL_DISPUTE_GROUNDS = { ...DISPUTE_GROUNDS, ...SERVICE_DISPUTE_GROUNDS } as const;
export type AnyDisputeGround = keyof typeof ALL_DISPUTE_GROUNDS;
export const ALL_DISPUTE_GROUND_IDS = Object.keys(ALL_DISPUTE_GROUNDS) as readonly AnyDisputeGround[];

/** Characters of a statement, of a reason, and of the contact address. */
export const DISPUTE_STATEMENT_MAX = 4000;
export const DISPUTE_REASON_MAX = 1000;
export const DISPUTE_EMAIL_MAX = 254;
/** Labels that one dispute may name. */
export const DISPUTE_LABELS_MAX = 20;

/** Files that a dispute may have, and bytes of each. */
export const EVIDENCE_FILES_MAX = 3;
export const EVIDENCE_BYTES_MAX = 1024 * 1024;

/** Disputes on one page of a list. */
export const DISPUTES_PAGE_SIZE = 20;
