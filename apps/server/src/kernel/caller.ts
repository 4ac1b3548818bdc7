import type { Assurance } from './assurance.ts';

/** Who asks, as the plugins have found out. `sub` owns the checks and everything else of a user. */
export interface Caller {
  readonly sub: string;
  readonly email: string;
  /** By ADMIN_EMAILS, or granted at the command line (GAP-08). */
  readonly isAdmin: boolean;
  /** May look around but neither check nor buy (GAP-55). */
  readonly isSuspended: boolean;
  /** Since when and why, for the user to read. */
  readonly suspension: { readonly since: string; readonly reason: string | null } | null;
}

/** The account that visits under the loopback rule can sign in to without mail. */
export const DEMO_CALLER: Caller = {
  sub: 'demo',
  email: 'demo@localhost',
  isAdmin: false,
  isSuspended: false,
  suspension: null,
};

/** A signed-in user and the session that says so. */
export interface SignedIn {
  readonly caller: Caller;
  readonly sessionId: string;
  readonly assurance: Assurance;
}

/** The three tokens of a session (contracts: Tokens). */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly tokenId: string;
}

/** What the plugins ask of the sessions; the feature `auth` answers. */
export interface SessionGate {
  /** Null when the token is not ours or has expired, or its session or user is gone. */
  readAccess(accessToken: string): Promise<SignedIn | null>;
  /** New tokens for a refresh token; null when there is nothing to renew. */
  renew(tokenId: string, refreshToken: string): Promise<(SignedIn & { readonly tokens: SessionTokens }) | null>;
}
