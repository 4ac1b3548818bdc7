import type { FactorKind, FactorMethod } from '../who/assurance.ts';

/** How urgent an event is for the operator. */
export type Severity = 'info' | 'warning' | 'alert';

/** What an administrator, or the operator at the command line, changed. */
export type AdminAction =
  | 'promo_code.create'
  | 'promo_code.change'
  | 'promo_code.delete'
  | 'survey.question.save'
  | 'survey.question.delete'
  | 'survey.option.save'
  | 'survey.option.delete'
  | 'survey.settings.save'
  | 'account.grant'
  | 'account.revoke'
  | 'account.suspend'
  | 'account.restore'
  | 'account.factors_reset'
  | 'company_login.free'
  | 'session_policy.open'
  | 'hold.place'
  | 'hold.end'
  | 'account.credit'
  | 'order.accept'
  | 'order.refuse'
  | 'api_key.make'
  | 'api_key.replace'
  | 'api_key.revoke'
  | 'dispute.decide'
  | 'dispute.evidence.read';

/** What happened to a signing key. */
type KeyChange = 'rotated' | 'pdf_renewed' | 'compromised';

/**
 * Every security event with its own fields. Fields are ids, route patterns and words of a fixed list: no text of a
 * visitor, no token, no secret, no email address. Whom the event is about is given apart, as a {@link Subject}.
 */
export type SecurityEvent =
  /** A message that claims to come from a payment provider, without a valid signature. */
  | { readonly name: 'webhook_refused'; readonly provider: 'stripe' | 'nowpayments' }
  /** A change that another site made a browser ask for. */
  | { readonly name: 'cross_site_refused'; readonly route: string }
  | { readonly name: 'rate_limit_hit'; readonly route: string }
  /** A sign-in link that does not sign in: not ours, used before, or too old. */
  | { readonly name: 'link_refused'; readonly reason: 'unknown' | 'used' | 'expired' }
  /** One of two holders of a refresh token has a copy; the session was ended. */
  | { readonly name: 'refresh_token_reused'; readonly session: string }
  /** A suspended account or chat tried to check, buy or redeem. */
  | { readonly name: 'suspended_refused'; readonly route: string }
  /** A call of the bot's API without a valid secret. */
  | { readonly name: 'bot_secret_refused'; readonly route: string }
  /** A signed-in account without the role asked for a page or call of administrators. */
  | { readonly name: 'admin_refused'; readonly route: string }
  /** An administrator without a second factor asked for one. */
  | { readonly name: 'admin_without_factor'; readonly route: string }
  /** A passkey or an authenticator app was added or removed, or recovery codes were made again. */
  | {
      readonly name: 'factor_changed';
      readonly change: 'added' | 'removed' | 'codes_renewed';
      readonly kind: FactorKind | null;
    }
  /** A second factor that was not accepted. */
  | {
      readonly name: 'factor_refused';
      readonly method: FactorMethod;
      readonly during: 'sign_in' | 'second_step' | 'step_up';
    }
  /** A company's provider proved an identity that opens no account here. */
  | {
      readonly name: 'company_login_refused';
      readonly reason: 'no email' | 'unverified' | 'other domain' | 'no account';
    }
  /** A recovery by mail was begun or has ended, or the link of a mail about the account was used. */
  | {
      readonly name: 'account_recovery';
      readonly change: 'begun' | 'cancelled' | 'completed' | 'expired' | 'undone_by_link';
    }
  /** What needs a confirmation was asked for without a recent one. */
  | { readonly name: 'step_up_required'; readonly route: string }
  | { readonly name: 'admin_action'; readonly action: AdminAction; readonly target: string | null }
  | { readonly name: 'signing_key_changed'; readonly change: KeyChange; readonly key: string }
  /** Nothing was signed because the key is not published, is marked compromised or cannot be read. */
  | {
      readonly name: 'signing_refused';
      readonly reason: 'not_published' | 'compromised' | 'unreadable';
      readonly key: string | null;
    }
  /** A download of the operator's that would have reached into a private network. */
  | { readonly name: 'private_download_refused'; readonly source: string; readonly host: string };

export type SecurityEventName = SecurityEvent['name'];

export interface EventFacts {
  readonly severity: Severity;
  /**
   * True where strangers can cause any number of them: equal ones within a minute become one line with a count. What
   * only operators and administrators cause is logged line by line.
   */
  readonly isLimited: boolean;
  readonly message: string;
}

export const SECURITY_EVENTS: Readonly<Record<SecurityEventName, EventFacts>> = {
  webhook_refused: { severity: 'warning', isLimited: true, message: 'a payment message without a valid signature' },
  cross_site_refused: { severity: 'warning', isLimited: true, message: 'a change asked for by another site' },
  rate_limit_hit: { severity: 'info', isLimited: true, message: 'too many requests' },
  link_refused: { severity: 'info', isLimited: true, message: 'a sign-in link that does not sign in' },
  refresh_token_reused: { severity: 'alert', isLimited: true, message: 'a used refresh token; its session is ended' },
  suspended_refused: { severity: 'info', isLimited: true, message: 'a suspended account was refused' },
  bot_secret_refused: { severity: 'warning', isLimited: true, message: 'a call of the bot without its secret' },
  admin_refused: { severity: 'warning', isLimited: true, message: 'a call for administrators by somebody else' },
  admin_without_factor: { severity: 'info', isLimited: true, message: 'an administrator has no second factor yet' },
  factor_changed: { severity: 'info', isLimited: true, message: 'the second factors of an account were changed' },
  factor_refused: { severity: 'warning', isLimited: true, message: 'a second factor that was not accepted' },
  company_login_refused: { severity: 'warning', isLimited: true, message: 'a company login that opens no account' },
  account_recovery: { severity: 'warning', isLimited: true, message: 'an account is being recovered by mail' },
  step_up_required: { severity: 'info', isLimited: true, message: 'a confirmation is needed first' },
  admin_action: { severity: 'info', isLimited: false, message: 'an administrator changed something' },
  signing_key_changed: { severity: 'warning', isLimited: false, message: 'the signing keys were changed' },
  signing_refused: { severity: 'alert', isLimited: true, message: 'nothing was signed with an unusable key' },
  private_download_refused: { severity: 'warning', isLimited: true, message: 'a download into a private network' },
};

export const SECURITY_EVENT_NAMES = Object.keys(SECURITY_EVENTS) as readonly SecurityEventName[];
