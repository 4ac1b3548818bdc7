/** Passkeys and authenticator apps of one account. */
export const FACTORS_AT_MOST = 10;
export const RECOVERY_CODES = 10;
/** An enrolment must be finished within this time. */
export const ENROL_SECONDS = 10 * 60;
/** A passkey must answer within this time. */
export const CHALLENGE_SECONDS = 5 * 60;
/** Codes of six digits that were refused, of one account. All servers count together. */
export const FAILURES = [
  { most: 5, withinMs: 15 * 60 * 1000 },
  { most: 20, withinMs: 24 * 60 * 60 * 1000 },
] as const;
export const FAILURES_KEPT_MS = 24 * 60 * 60 * 1000;
