/** What mails report to the owner of an account. */
export const NOTICE_KINDS = [
  'new_device',
  'factor_added',
  'factor_removed',
  'codes_renewed',
  'code_used',
  'recovery_begun',
  'recovery_waits',
  'recovery_ready',
  'recovery_cancelled',
  'recovery_completed',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What the link in the mail does; null for a mail without one. Each makes the account safer, never less safe. */
export type UndoEffect = 'end_session' | 'end_sessions' | 'remove_factor' | 'void_codes' | 'cancel_recovery';

export const EFFECTS: Readonly<Record<NoticeKind, UndoEffect | null>> = {
  new_device: 'end_session',
  factor_added: 'remove_factor',
  // The factor does not come back: its owner may have removed it because the phone was stolen.
  factor_removed: 'end_sessions',
  codes_renewed: 'void_codes',
  // The other codes stay: who has lost the factor needs them.
  code_used: 'end_sessions',
  recovery_begun: 'cancel_recovery',
  recovery_waits: 'cancel_recovery',
  recovery_ready: 'cancel_recovery',
  recovery_cancelled: null,
  recovery_completed: 'end_sessions',
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** The link works for this long. */
export const UNDO_DAYS = 7;
export const UNDO_MS = UNDO_DAYS * DAY_MS;
export const NOTICES_KEPT_MS = 90 * DAY_MS;
/** As long as browsers keep a cookie at most (RFC 6265bis section 5.6). */
export const BROWSERS_KEPT_MS = 400 * DAY_MS;

/** The first login of an account that is younger is not reported. */
export const NEW_ACCOUNT_MS = 60 * 60 * 1000;

export interface Notice {
  readonly id: string;
  readonly sub: string;
  readonly kind: NoticeKind;
  readonly at: Date;
  /** Null for what the product did by itself. */
  readonly device: string | null;
  readonly ip: string | null;
  /** Id of the session, factor or recovery. */
  readonly target: string | null;
  /** Such as the name of a factor. */
  readonly detail: string | null;
  readonly undoUntil: Date | null;
  readonly undoneAt: Date | null;
}
