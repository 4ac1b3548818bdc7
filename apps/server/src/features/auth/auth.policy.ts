/** How long things live (GAP-37) and how often they may be asked for. */

export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_SECONDS = 7 * 24 * 60 * 60;
/** A second tab that refreshes with the same token within this time is no thief. */
export const REFRESH_GRACE_MS = 30_000;
export const LINK_SECONDS = 15 * 60;
/** An expired link can still be told from a wrong one, and sent anew, for this long. */
export const LINK_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Ended and expired sessions are forgotten after this long. */
export const SESSION_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Links one mailbox gets: enough for a person in trouble, too few to flood somebody. */
export const LINKS_PER_MAILBOX = [
  { most: 5, withinMs: 15 * 60 * 1000 },
  { most: 20, withinMs: 24 * 60 * 60 * 1000 },
] as const;

/** Requests for links that one address, and one network around it, may send in 15 minutes. */
export const LINK_WINDOW_MS = 15 * 60 * 1000;

export interface SignInLimits {
  readonly linksPerAddress: number;
  readonly linksPerNetwork: number;
  /** Confirming and refreshing, a minute. */
  readonly tokensPerMinute: number;
}

export const DEFAULT_SIGN_IN_LIMITS: SignInLimits = { linksPerAddress: 20, linksPerNetwork: 200, tokensPerMinute: 60 };
