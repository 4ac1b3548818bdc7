import type { WorkspaceRole } from '@assay/domain';
import type { SessionRules, SessionUse } from './session-rules.ts';
import type { Assurance } from './who/assurance.ts';

/** The workspace a request is made in, and what the caller is in it. It owns checks, balance, history and orders. */
export type CallerWorkspace =
  /** Has the id of its person. */
  | { readonly kind: 'personal'; readonly id: string; readonly name: null; readonly role: 'owner' }
  | { readonly kind: 'company'; readonly id: string; readonly name: string; readonly role: WorkspaceRole };

/**
 * Who asks, as the plugins have found out. `sub` is always the person: sessions, survey, promo codes, feedback, the
 * Telegram chat and the account's own data are theirs. What a workspace owns is found by `workspace.id`.
 */
export interface Caller {
  readonly sub: string;
  readonly email: string;
  /** By ADMIN_EMAILS, or granted at the command line (GAP-08). */
  readonly isAdmin: boolean;
  /** May look around and no more (GAP-55), in every workspace: `suspension.ts` of the contracts says what that is. */
  readonly isSuspended: boolean;
  /** Since when and why, for the user to read. */
  readonly suspension: { readonly since: string; readonly reason: string | null } | null;
  readonly workspace: CallerWorkspace;
}

/** The workspace that every person has. */
export function personalWorkspace(sub: string): CallerWorkspace {
  return { kind: 'personal', id: sub, name: null, role: 'owner' };
}

/** The account that visits under the loopback rule can sign in to without mail. */
export const DEMO_CALLER: Caller = {
  sub: 'demo',
  email: 'demo@localhost',
  isAdmin: false,
  isSuspended: false,
  suspension: null,
  workspace: personalWorkspace('demo'),
};

/** A signed-in user and the session that says so. */
export interface SignedIn {
  readonly caller: Caller;
  readonly sessionId: string;
  readonly assurance: Assurance;
  /** What the selected company asks of sessions, and how this one was used; null where it asks nothing. */
  readonly policy: { readonly rules: SessionRules; readonly use: SessionUse } | null;
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
  /** A session that was read before, as it is now; null when it or its user is gone. */
  readAgain(sessionId: string): Promise<SignedIn | null>;
  /** New tokens for a refresh token; null when there is nothing to renew. */
  renew(tokenId: string, refreshToken: string): Promise<(SignedIn & { readonly tokens: SessionTokens }) | null>;
}

/** Owner of what the operator of the installation asks for; no account. */
export const OPERATOR_OWNER = 'operator';
