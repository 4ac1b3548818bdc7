import { type Caller, DEMO_CALLER } from '../../../platform/kernel/caller.ts';
/** Lifetimes (GAP-37) and request limits. */

export const DAY_MS = 24 * 60 * 60 * 1000;

export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_SECONDS = 7 * 24 * 60 * 60;
/** A session ends this long after sign-in, however often it is refreshed. The database enforces the same limit. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;
/** A second use of a refresh token within this time counts as a second tab, not as theft. */
export const REFRESH_GRACE_MS = 30_000;
export const LINK_SECONDS = 15 * 60;
/** For this long an expired link is distinguished from an invalid one, and a new link can be sent for it. */
export const LINK_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Ended and expired sessions are deleted after this long. */
export const SESSION_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** A sign-in waits this long for its second factor. */
export const SECOND_STEP_SECONDS = 10 * 60;
/** For this long after a factor was given, what needs a confirmation may be done. */
export const STEP_UP_MS = 10 * 60 * 1000;
/** For this long after signing in, an account without factors needs no other confirmation. */
export const FRESH_SIGN_IN_MS = 15 * 60 * 1000;

/**
 * Mails with links to one mailbox, by strangers together and by each browser that had signed in to it: at most `burst` in
 * any 15 minutes and `aDay` in any 24 hours. Strangers get `ofStrangers` at once of those that change nothing; the rest
 * is kept for mailboxes that hold no link. What is over the limits is answered alike, and renews a link
 * (docs/decisions/0134).
 */
export const LINK_MAILS = { burst: 5, ofStrangers: 3, aDay: 20 } as const;
/** After a burst one mail comes back in this time, so that a day has no more than its number. */
export const MAIL_BACK_MS = DAY_MS / (LINK_MAILS.aDay - LINK_MAILS.burst);
/** So long after its mail a link that nobody used can be made to work again: until two mails came back. */
export const RENEWABLE_MS = 2 * MAIL_BACK_MS;

/** Link requests per IP address, per network around it, and per known browser, in 15 minutes. */
export const LINK_WINDOW_MS = 15 * 60 * 1000;

export interface SignInLimits {
  readonly linksPerAddress: number;
  readonly linksPerNetwork: number;
  /** Of a browser that signed in to the mailbox before, for that mailbox: it is counted with no address or network. */
  readonly linksPerKnownBrowser: number;
  /** Requests without accepted terms per wider network: in 15 minutes, and per day. */
  readonly unacceptedPerNetwork: number;
  readonly unacceptedPerNetworkDay: number;
}

export const DEFAULT_SIGN_IN_LIMITS: SignInLimits = {
  linksPerAddress: 20,
  linksPerNetwork: 200,
  linksPerKnownBrowser: 60,
  unacceptedPerNetwork: 40,
  unacceptedPerNetworkDay: 200,
};

/**
 * Whether an account administers the service: granted by the operator, or named by the settings (`adminEmails`, lower
 * case). The demo account never does: it is shared by everyone on this machine.
 */
export function administratorRule(adminEmails: ReadonlySet<string>): (user: Caller) => boolean {
  return ({ sub, email, isAdmin }) => sub !== DEMO_CALLER.sub && (isAdmin || adminEmails.has(email));
}
